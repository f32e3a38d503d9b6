import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import type { VoiceModel } from '../speech/wire.ts';
import { isOutcomeOf, mayKnow, recordStatus, toForeignVoice, toKnownVoice, voiceStatusOf } from './voice-access.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord, type VoiceModelRecord } from './voice-model-record.ts';
import type { KnownVoice, Requester, VoiceStatus } from './voice-models-api.ts';

/** What the service answers when a voice that was there is gone. */
const GONE_CODES: ReadonlySet<string> = new Set(['SPEECH_NOT_FOUND']);

/** The same of a voice of others, who may have taken it back. */
const WITHHELD_CODES: ReadonlySet<string> = new Set(['SPEECH_NOT_FOUND', 'SPEECH_FORBIDDEN']);

/** What the service answers to an id that nobody has, or that somebody else keeps to themselves. */
const UNKNOWN_CODES: ReadonlySet<string> = new Set([
  'SPEECH_NOT_FOUND',
  'SPEECH_FORBIDDEN',
  'SPEECH_BAD_REQUEST',
  'SPEECH_INVALID',
  'SPEECH_LIMIT',
]);

/** A voice by its id, with what is stored of it. */
export interface LookedUp {
  readonly voice: KnownVoice;
  readonly record: VoiceModelRecord | undefined;
}

/** Puts what the service says of voices together with what is stored of them here. */
export class VoiceModelLookup {
  readonly #client: Pick<VoiceModelsClient, 'get' | 'list'>;
  readonly #store: VoiceModelStore;
  #accountId: string | undefined;

  constructor(client: Pick<VoiceModelsClient, 'get' | 'list'>, store: VoiceModelStore) {
    this.#client = client;
    this.#store = store;
  }

  /** The voice with this id as it stands at the service now; `undefined` when there is none that may be known here. */
  async byId(requester: Requester, voiceId: string, call: CallContext): Promise<LookedUp | undefined> {
    const stored = await this.#store.voice(voiceId);
    if (stored !== undefined) {
      const record = await this.refresh(toVoiceModelRecord(stored), call);
      return mayKnow(requester, record) ? { voice: toKnownVoice(requester, record), record } : undefined;
    }
    const model = await this.#read(voiceId, UNKNOWN_CODES, call);
    if (model === undefined) return undefined;
    await this.#learnAccount(call);
    const [voice] = await this.known(requester, [model]);
    return voice && { voice, record: undefined };
  }

  /** Whether the voice can be spoken with now, whoever may know it. */
  async status(voiceId: string, call: CallContext): Promise<VoiceStatus> {
    const stored = await this.#store.voice(voiceId);
    if (stored !== undefined) return recordStatus(await this.refresh(toVoiceModelRecord(stored), call));
    const model = await this.#read(voiceId, WITHHELD_CODES, call);
    return model === undefined ? 'gone' : voiceStatusOf(model);
  }

  /** Reads a stored voice at the service, and keeps what it says. */
  async refresh(record: VoiceModelRecord, call: CallContext): Promise<VoiceModelRecord> {
    const model = await this.#read(record.voiceId, GONE_CODES, call);
    await this.#store.seen(record.voiceId, model && JSON.stringify(model));
    return { ...record, model: model ?? record.model, isGone: model === undefined };
  }

  async #read(voiceId: string, noneCodes: ReadonlySet<string>, call: CallContext): Promise<VoiceModel | undefined> {
    try {
      return await this.#client.get(voiceId, call);
    } catch (error) {
      if (error instanceof SpeechError && noneCodes.has(error.code)) return undefined;
      throw error;
    }
  }

  /** What the service listed, without what may not be known to this person here; in the same order. */
  async known(requester: Requester, models: readonly VoiceModel[]): Promise<readonly KnownVoice[]> {
    // In this order: an attempt that becomes a voice meanwhile is seen as one or the other.
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

  /** Tells the account's own voices from others', once a voice of its own was seen. */
  ownAccount(models: readonly VoiceModel[]): void {
    this.#accountId ??= models[0]?.author._id;
  }

  /** Others' voices are shown to us only when they are public or unlisted. */
  #isOperators(model: VoiceModel): boolean {
    return model.visibility === 'private' || model.author._id === this.#accountId;
  }

  async #learnAccount(call: CallContext): Promise<void> {
    if (this.#accountId !== undefined) return;
    try {
      this.ownAccount((await this.#client.list({ self: true, pageSize: 1 }, call)).items);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!(error instanceof SpeechError)) throw error;
    }
  }
}
