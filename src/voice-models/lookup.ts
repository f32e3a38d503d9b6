import type { ModelState, VoiceModel } from '@mynah/speech-wire/wire';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import { isOutcomeOf, mayKnow, recordStatus, toForeignVoice, toKnownVoice, voiceStatusOf } from './voice-access.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord, type VoiceModelRecord } from './voice-model-record.ts';
import type { KnownVoice, Requester, VoiceStatus } from './voice-models-api.ts';

/** The errors that say that a stored voice is gone. */
const GONE_CODES: ReadonlySet<string> = new Set(['SPEECH_NOT_FOUND']);

/** The same for a voice of others, who may have made it private. */
const WITHHELD_CODES: ReadonlySet<string> = new Set(['SPEECH_NOT_FOUND', 'SPEECH_FORBIDDEN']);

/** The errors for an id that does not exist, or that belongs to somebody else's private voice. */
const UNKNOWN_CODES: ReadonlySet<string> = new Set([
  'SPEECH_NOT_FOUND',
  'SPEECH_FORBIDDEN',
  'SPEECH_BAD_REQUEST',
  'SPEECH_INVALID',
  'SPEECH_LIMIT',
]);

/** A voice found by its id, with its stored record. */
export interface LookedUp {
  readonly voice: KnownVoice;
  readonly record: VoiceModelRecord | undefined;
}

/** Combines what the service says about voices with what is stored here. */
export class VoiceModelLookup {
  readonly #client: Pick<VoiceModelsClient, 'get' | 'list'>;
  readonly #store: VoiceModelStore;
  #accountId: string | undefined;

  constructor(client: Pick<VoiceModelsClient, 'get' | 'list'>, store: VoiceModelStore) {
    this.#client = client;
    this.#store = store;
  }

  /** The voice with this id, read from the service; `undefined` when there is none that may be known here. */
  async byId(requester: Requester, voiceId: string, call: CallContext): Promise<LookedUp | undefined> {
    const stored = await this.#store.voice(voiceId);
    if (stored !== undefined) {
      const record = await this.refresh(toVoiceModelRecord(stored), call);
      return mayKnow(requester, record) ? { voice: toKnownVoice(requester, record), record } : undefined;
    }
    const model = await this.#read(voiceId, UNKNOWN_CODES, call);
    if (model === undefined) return undefined;
    await this.#findAccount(call);
    const [voice] = await this.known(requester, [model]);
    return voice && { voice, record: undefined };
  }

  /** The voice's current status, for everybody. */
  async status(voiceId: string, call: CallContext): Promise<VoiceStatus> {
    const stored = await this.#store.voice(voiceId);
    if (stored !== undefined) return recordStatus(await this.refresh(toVoiceModelRecord(stored), call));
    const model = await this.#read(voiceId, WITHHELD_CODES, call);
    return model === undefined ? 'gone' : voiceStatusOf(model);
  }

  /**
   * Reads a stored voice from the service, and stores what changed. One that cannot be read stays as it was last seen, and so
   * does a state that this version does not know: a voice that is trained stays usable.
   */
  async refresh(record: VoiceModelRecord, call: CallContext): Promise<VoiceModelRecord> {
    const { voiceId, model: last } = record;
    const model = await this.#read(voiceId, GONE_CODES, call, last.state).catch((error: unknown) => {
      // It exists: whose it is must be able to see and delete it.
      if (error instanceof SpeechError && error.code === 'SPEECH_MALFORMED_ANSWER') return last;
      throw error;
    });
    await this.#store.seen(voiceId, model && JSON.stringify(model));
    return { ...record, model: model ?? last, isGone: model === undefined };
  }

  async #read(
    voiceId: string,
    noneCodes: ReadonlySet<string>,
    call: CallContext,
    unknownState?: ModelState,
  ): Promise<VoiceModel | undefined> {
    try {
      return await this.#client.get(voiceId, call, unknownState);
    } catch (error) {
      if (error instanceof SpeechError && noneCodes.has(error.code)) return undefined;
      throw error;
    }
  }

  /** The listed voices that this person may know here, in the same order. */
  async known(requester: Requester, models: readonly VoiceModel[]): Promise<readonly KnownVoice[]> {
    // In this order, an attempt that becomes a voice in between is seen as one or the other.
    const attempts = await this.#store.attempts();
    const records = await this.#store.voices(models.map((model) => model._id));
    const storedOf = new Map(records.map((record) => [record.voiceId, record]));
    return models.flatMap((model) => {
      const stored = storedOf.get(model._id);
      if (stored !== undefined) {
        const record = { ...toVoiceModelRecord(stored), model, isGone: false };
        return mayKnow(requester, record) ? [toKnownVoice(requester, record)] : [];
      }
      if (attempts.some((attempt) => isOutcomeOf(attempt, model))) return [];
      return [toForeignVoice(model, this.#isOperators(model) ? 'operator' : 'public')];
    });
  }

  /** Remembers the account's own id from one of its voices, so that its voices are known from others'. */
  learnAccount(models: readonly VoiceModel[]): void {
    this.#accountId ??= models.find(({ author }) => author._id !== '')?.author._id;
  }

  /** The service shows us voices of others only when they are public or unlisted. */
  #isOperators(model: VoiceModel): boolean {
    return model.visibility === 'private' || model.author._id === this.#accountId;
  }

  async #findAccount(call: CallContext): Promise<void> {
    if (this.#accountId !== undefined) return;
    try {
      this.learnAccount((await this.#client.list({ self: true, pageSize: 1 }, call)).items);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof SpeechError)) throw error;
    }
  }
}
