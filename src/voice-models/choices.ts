import type { CallContext } from '../speech/call-context.ts';
import type { Lookup } from './lookup.ts';
import { mayKnow } from './voice-access.ts';
import type { ChoiceRecord, VoiceModelStore } from './voice-model-ports.ts';
import type {
  ChoiceScope,
  FellBack,
  FellBackReason,
  KnownVoice,
  Requester,
  VoiceChoice,
  VoiceStatus,
} from './voice-models-api.ts';
import { toVoiceRecord } from './voice-record.ts';

/** Which voice people chose to be spoken with, and what becomes of choices when a voice is no more. */
export class Choices {
  readonly #store: VoiceModelStore;
  readonly #lookup: Lookup;

  constructor(store: VoiceModelStore, lookup: Lookup) {
    this.#store = store;
    this.#lookup = lookup;
  }

  async use(userId: string, scope: ChoiceScope, voice: Pick<KnownVoice, 'id' | 'title'> | undefined): Promise<void> {
    const guildId = scope === 'everywhere' ? undefined : scope.guildId;
    await this.#store.choose(userId, { guildId, voiceId: voice?.id, title: voice?.title ?? '' });
  }

  async voiceFor(asker: Requester): Promise<VoiceChoice> {
    let fellBack: FellBack | undefined;
    for (const choice of await this.#inOrder(asker)) {
      const { lost, title, voiceId } = choice;
      if (lost !== undefined) {
        // Whoever takes it away tells of it, so it is told once.
        if (await this.#store.forgetChoice(asker.userId, choice)) fellBack ??= { title, reason: lost };
      } else if (voiceId === undefined || (await this.#holdsHere(asker, voiceId))) {
        return { voiceId, fellBack };
      } else if (choice.guildId !== undefined && (await this.#store.forgetChoice(asker.userId, choice))) {
        // What was chosen for everywhere may hold elsewhere; this was chosen for here, when it could be known here.
        fellBack ??= { title, reason: 'withdrawn' };
      }
    }
    return { voiceId: undefined, fellBack };
  }

  async afterRefusal(
    asker: Requester,
    voiceId: string,
    call: CallContext,
  ): Promise<{ readonly status: VoiceStatus; readonly wasChosen: boolean }> {
    const chosen = (await this.#inOrder(asker)).filter((choice) => choice.voiceId === voiceId);
    const status = await this.#lookup.status(voiceId, call);
    const reason = reasonOf(status);
    if (reason === undefined) return { status, wasChosen: chosen.length > 0 };
    for (const choice of chosen) await this.#store.forgetChoice(asker.userId, choice);
    await this.#store.loseChoices(voiceId, reason);
    return { status, wasChosen: chosen.length > 0 };
  }

  /** What was chosen here, then what was chosen everywhere. */
  async #inOrder({ userId, guildId }: Requester): Promise<readonly ChoiceRecord[]> {
    const choices = await this.#store.choices(userId);
    const here = guildId === undefined ? [] : choices.filter((choice) => choice.guildId === guildId);
    return [...here, ...choices.filter((choice) => choice.guildId === undefined)];
  }

  async #holdsHere(asker: Requester, voiceId: string): Promise<boolean> {
    const stored = await this.#store.voice(voiceId);
    return stored === undefined || mayKnow(asker, toVoiceRecord(stored));
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
