import type { CallContext } from '../speech/call-context.ts';
import type { VoiceModelLookup } from './lookup.ts';
import { mayKnow } from './voice-access.ts';
import type { ChoiceRecord, VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord } from './voice-model-record.ts';
import type {
  ChoiceScope,
  FellBack,
  FellBackReason,
  KnownVoice,
  Requester,
  VoiceChoice,
  VoiceStatus,
} from './voice-models-api.ts';

/** Which voice each person chose for their texts, and what happens to choices when a voice can no longer be used. */
export class ChosenVoices {
  readonly #store: VoiceModelStore;
  readonly #lookup: VoiceModelLookup;

  constructor(store: VoiceModelStore, lookup: VoiceModelLookup) {
    this.#store = store;
    this.#lookup = lookup;
  }

  async use(userId: string, scope: ChoiceScope, voice: Pick<KnownVoice, 'id' | 'title'> | undefined): Promise<void> {
    const guildId = scope === 'everywhere' ? undefined : scope.guildId;
    await this.#store.choose(userId, { guildId, voiceId: voice?.id, title: voice?.title ?? '' });
  }

  async voiceFor(requester: Requester): Promise<VoiceChoice> {
    let fellBack: FellBack | undefined;
    for (const choice of await this.#inOrder(requester)) {
      const { lost, title, voiceId } = choice;
      if (lost !== undefined) {
        // Only the call that removes the choice reports it, so the person reads about it once.
        if (await this.#store.forgetChoice(requester.userId, choice)) fellBack ??= { title, reason: lost };
      } else if (voiceId === undefined || (await this.#appliesHere(requester, voiceId))) {
        return { voiceId, fellBack };
      } else if (choice.guildId !== undefined && (await this.#store.forgetChoice(requester.userId, choice))) {
        // A choice for everywhere may apply elsewhere. This one was made for this guild, which may no longer know the voice.
        fellBack ??= { title, reason: 'withdrawn' };
      }
    }
    return { voiceId: undefined, fellBack };
  }

  async afterRefusal(
    requester: Requester,
    voiceId: string,
    call: CallContext,
  ): Promise<{ readonly status: VoiceStatus; readonly wasChosen: boolean }> {
    const chosen = (await this.#inOrder(requester)).filter((choice) => choice.voiceId === voiceId);
    const status = await this.#lookup.status(voiceId, call);
    const reason = reasonOf(status);
    if (reason === undefined) return { status, wasChosen: chosen.length > 0 };
    for (const choice of chosen) await this.#store.forgetChoice(requester.userId, choice);
    await this.#store.loseChoices(voiceId, reason);
    return { status, wasChosen: chosen.length > 0 };
  }

  /** The choice for this guild, then the choice for everywhere. */
  async #inOrder({ userId, guildId }: Requester): Promise<readonly ChoiceRecord[]> {
    const choices = await this.#store.choices(userId);
    const here = guildId === undefined ? [] : choices.filter((choice) => choice.guildId === guildId);
    return [...here, ...choices.filter((choice) => choice.guildId === undefined)];
  }

  async #appliesHere(requester: Requester, voiceId: string): Promise<boolean> {
    const stored = await this.#store.voice(voiceId);
    return stored === undefined || mayKnow(requester, toVoiceModelRecord(stored));
  }
}

function reasonOf(status: VoiceStatus): FellBackReason | undefined {
  switch (status) {
    case 'gone':
    case 'failed':
    case 'taken-down':
      return status;
    case 'ready':
    case 'training':
    case 'not-for-speech':
      return undefined;
  }
}
