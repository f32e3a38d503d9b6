import type { CallContext } from '../speech/call-context.ts';
import type { VoiceModelLookup } from './lookup.ts';
import { mayKnow } from './voice-access.ts';
import type { ChoiceRecord, VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord } from './voice-model-record.ts';
import type {
  ChoiceScope,
  ChosenSound,
  FellBack,
  FellBackReason,
  Requester,
  StandingChoices,
  VoiceChoice,
  VoiceModels,
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

  async use(userId: string, scope: ChoiceScope, { voice, speed, volumeDb }: ChosenSound): Promise<void> {
    const guildId = guildOf(scope);
    const isDefault = voice === undefined && speed === undefined && volumeDb === undefined;
    if (isDefault && guildId !== undefined && (await this.choicesOf({ userId, guildId })).everywhere === undefined) {
      return this.#store.takeBack(userId, guildId);
    }
    const sound = { voiceId: voice?.id, title: voice?.title ?? '', speed, volumeDb };
    await this.#store.choose(userId, { guildId, purpose: 'every-text', ...sound });
  }

  async takeBack(userId: string, scope: ChoiceScope): Promise<void> {
    await this.#store.takeBack(userId, guildOf(scope));
  }

  async choicesOf({ userId, guildId }: Pick<Requester, 'userId' | 'guildId'>): Promise<StandingChoices> {
    const choices = (await this.#store.choices(userId)).filter(({ lost }) => lost === undefined);
    const find = (purpose: ChoiceRecord['purpose'], place: string | undefined): ChosenSound | undefined => {
      const found = choices.find((choice) => choice.purpose === purpose && choice.guildId === place);
      return found && soundOf(found);
    };
    return {
      here: guildId === undefined ? undefined : find('every-text', guildId),
      everywhere: find('every-text', undefined),
      lastSaid: find('say', guildId)?.voice,
    };
  }

  async rememberSaid({ userId, guildId }: Requester, voice: ChosenSound['voice']): Promise<void> {
    if (voice === undefined) return this.#store.takeBack(userId, guildId, 'say');
    await this.#store.choose(userId, { guildId, purpose: 'say', voiceId: voice.id, title: voice.title });
  }

  async voiceFor(
    requester: Requester,
    { purpose = 'every-text', isQuiet = false }: Parameters<VoiceModels['voiceFor']>[1] = {},
  ): Promise<VoiceChoice> {
    let fellBack: FellBack | undefined;
    let said: ChoiceRecord | undefined;
    for (const choice of await this.#inOrder(requester)) {
      const { voiceId, speed, volumeDb } = choice;
      if (choice.purpose === 'say' && purpose !== 'say') continue;
      const reason = await this.#whyUnusable(requester, choice);
      if (reason === undefined && choice.purpose === 'say') said = choice;
      else if (reason === undefined) {
        const from = said !== undefined ? 'said' : choice.guildId === undefined ? 'everywhere' : 'here';
        return { voiceId: said === undefined ? voiceId : said.voiceId, speed, volumeDb, from, fellBack };
      } else if (reason !== 'elsewhere' && !isQuiet && (await this.#store.forgetChoice(requester.userId, choice))) {
        // Only the call that removes the choice reports it, so the person reads about it once.
        fellBack ??= { title: choice.title, reason };
      }
    }
    return { voiceId: said?.voiceId, from: said === undefined ? 'default' : 'said', fellBack };
  }

  async afterRefusal(
    requester: Requester,
    voiceId: string,
    call: CallContext,
    { isQuiet = false }: Parameters<VoiceModels['afterRefusal']>[3] = {},
  ): Promise<{ readonly status: VoiceStatus; readonly wasChosen: boolean }> {
    const chosen = (await this.#inOrder(requester)).filter((choice) => choice.voiceId === voiceId);
    const status = await this.#lookup.status(voiceId, call);
    const reason = reasonOf(status);
    if (reason === undefined) return { status, wasChosen: chosen.length > 0 };
    if (!isQuiet) for (const choice of chosen) await this.#store.forgetChoice(requester.userId, choice);
    await this.#store.loseChoices(voiceId, reason);
    return { status, wasChosen: chosen.length > 0 };
  }

  /** Nobody in particular: only what everyone in the guild may know counts. */
  isKnownIn(guildId: string, voiceId: string): Promise<boolean> {
    return this.isKnownTo({ userId: '', guildId, managesGuild: false }, voiceId);
  }

  /** The voice last named in `/say` here, the choice for this guild, then the one for everywhere. */
  async #inOrder({ userId, guildId }: Requester): Promise<readonly ChoiceRecord[]> {
    const choices = await this.#store.choices(userId);
    const inPlace = (place: string | undefined, purpose: ChoiceRecord['purpose']): ChoiceRecord[] =>
      choices.filter((choice) => choice.guildId === place && choice.purpose === purpose);
    const here = guildId === undefined ? [] : inPlace(guildId, 'every-text');
    return [...inPlace(guildId, 'say'), ...here, ...inPlace(undefined, 'every-text')];
  }

  /** `elsewhere`: a choice for everywhere whose voice may not be known here, but may in other places. */
  async #whyUnusable(
    requester: Requester,
    { lost, voiceId, guildId }: ChoiceRecord,
  ): Promise<FellBack['reason'] | 'elsewhere' | undefined> {
    if (lost !== undefined) return lost;
    if (voiceId === undefined || (await this.isKnownTo(requester, voiceId))) return undefined;
    // This one was made for this guild, which may no longer know the voice.
    return guildId === undefined ? 'elsewhere' : 'withdrawn';
  }

  async isKnownTo(requester: Requester, voiceId: string): Promise<boolean> {
    const stored = await this.#store.voice(voiceId);
    return stored === undefined || mayKnow(requester, toVoiceModelRecord(stored));
  }
}

function guildOf(scope: ChoiceScope): string | undefined {
  return scope === 'everywhere' ? undefined : scope.guildId;
}

function soundOf({ voiceId, title, speed, volumeDb }: ChoiceRecord): ChosenSound {
  return { voice: voiceId === undefined ? undefined : { id: voiceId, title }, speed, volumeDb };
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
