import { randomUUID } from 'node:crypto';
import { LIMITS, type VoiceModel } from '@mynah/speech-wire/wire';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { NewVoice } from '../speech/voice-model-form.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import { sha256Of } from './sha256.ts';
import { isOutcomeOf, toKnownVoice } from './voice-access.ts';
import type { VoiceAttempt, VoiceBudget, VoiceModelStore, VoiceSettingsSource } from './voice-model-ports.ts';
import { toStoredVoice, type VoiceModelRecord } from './voice-model-record.ts';
import type {
  CreateOutcome,
  LimitReached,
  Requester,
  RightsConfirmation,
  VoicePlaces,
  VoiceRequest,
} from './voice-models-api.ts';
import { DEFAULT_VOICE_SETTINGS, type VoiceSettings } from './voice-settings.ts';

/** No request to create a voice takes this long. Of an older attempt, the process died or the answer was lost. */
export const ATTEMPT_LASTS_MS = 900_000;
/** An attempt that voices nobody can read leave undecided is abandoned after this time: its maker has long tried again. */
const UNREADABLE_LASTS_MS = 7 * 24 * 3_600_000;
/** How long cleaning up after a failure may take, even if the person's own request has ended. */
const CLEANUP_TIMEOUT_MS = 20_000;
/** How many of the account's newest voices are searched for the result of an attempt. */
const NEWEST_VOICES = LIMITS.modelMaxPageSize;

/** Errors after which the service certainly created nothing. */
const NOTHING_CREATED: ReadonlySet<string> = new Set([
  'SPEECH_BAD_REQUEST',
  'SPEECH_UNAUTHORIZED',
  'SPEECH_OUT_OF_CREDITS',
  'SPEECH_FORBIDDEN',
  'SPEECH_NOT_FOUND',
  'SPEECH_TOO_LARGE',
  'SPEECH_INVALID',
  'SPEECH_RATE_LIMITED',
  'SPEECH_REJECTED',
  'SPEECH_BUSY',
  'SPEECH_LIMIT',
]);

/** What creating voices needs. */
interface CreatorParts {
  readonly client: Pick<VoiceModelsClient, 'create' | 'delete' | 'list'>;
  readonly store: VoiceModelStore;
  readonly settings: VoiceSettingsSource;
  readonly budget: VoiceBudget;
  readonly log: Logger;
}

/**
 * Creates voices within the limits. The attempt is stored until the service's answer is: a voice whose answer was lost is
 * never mistaken for the operators' own, and goes to its maker once it is found.
 */
export class VoiceModelCreator {
  readonly #parts: CreatorParts;

  constructor(parts: CreatorParts) {
    this.#parts = parts;
  }

  async places(requester: Requester): Promise<VoicePlaces> {
    const { maxPerPerson, maxPerGuild } = await this.#limits(requester);
    const who = { guildId: requester.guildId, makerId: requester.userId };
    const { byPerson, inGuild } = await this.#parts.store.placesTaken(who, Date.now() - ATTEMPT_LASTS_MS);
    return { byPerson, inGuild, maxPerPerson, maxPerGuild };
  }

  async mayCreate(requester: Requester): Promise<{ readonly kind: 'ok' } | LimitReached> {
    const { byPerson, inGuild, maxPerPerson, maxPerGuild } = await this.places(requester);
    if (byPerson >= maxPerPerson) return { kind: 'limit', whose: 'person', max: maxPerPerson };
    const isGuildFull = requester.guildId !== undefined && inGuild >= maxPerGuild;
    if (isGuildFull) return { kind: 'limit', whose: 'guild', max: maxPerGuild };
    const { maxInAll } = this.#parts.budget;
    const inAll = await this.#parts.store.placesTakenInAll(Date.now() - ATTEMPT_LASTS_MS);
    return inAll < maxInAll ? { kind: 'ok' } : { kind: 'limit', whose: 'account', max: maxInAll };
  }

  async create(
    requester: Requester,
    request: VoiceRequest,
    confirmation: RightsConfirmation,
    call: CallContext,
  ): Promise<CreateOutcome> {
    requireConfirmed(requester, request, confirmation);
    await this.#recoverIfPossible(call);
    const attempt: VoiceAttempt = {
      attemptId: randomUUID(),
      guildId: requester.guildId,
      makerId: requester.userId,
      title: request.title,
      startedAtMs: Date.now(),
    };
    const { store, budget, log } = this.#parts;
    const limits = { ...(await this.#limits(requester)), maxInAll: budget.maxInAll };
    const sinceMs = attempt.startedAtMs - ATTEMPT_LASTS_MS;
    const reserved = await store.reserve(attempt, confirmation, limits, sinceMs);
    switch (reserved) {
      case 'person':
        return { kind: 'limit', whose: 'person', max: limits.maxPerPerson };
      case 'guild':
        return { kind: 'limit', whose: 'guild', max: limits.maxPerGuild };
      case 'account':
        return { kind: 'limit', whose: 'account', max: limits.maxInAll };
      case 'reserved': {
        const model = await this.#createModel(attempt, request, call);
        if (model === undefined) return { kind: 'unsure' };
        const record = await this.#settle(attempt, model, call.tenant);
        void store.placesTakenInAll(sinceMs).then(
          (kept) => budget.noteKept(kept),
          (error: unknown) => log.warn({ err: error }, 'could not count the voices of the account'),
        );
        return { kind: 'created', voice: toKnownVoice(requester, record) };
      }
    }
  }

  /** Looks for the results of attempts whose answer was lost. Old attempts without a result are abandoned. */
  async recover(call: CallContext): Promise<void> {
    const { store, log } = this.#parts;
    const expiredMs = Date.now() - ATTEMPT_LASTS_MS;
    for (const attempt of (await store.attempts()).filter(({ startedAtMs }) => startedAtMs < expiredMs)) {
      const model = await this.#findResult(attempt, call);
      const isOld = attempt.startedAtMs < Date.now() - UNREADABLE_LASTS_MS;
      if (model === 'unsure' || (model === 'unreadable' && !isOld)) {
        log.error({ attemptId: attempt.attemptId }, 'cannot tell which voice a lost answer was about');
      } else if (model === undefined || model === 'unreadable') await store.abandon(attempt.attemptId);
      else await store.settle(attempt.attemptId, toStoredVoice(toRecord(attempt, model)));
    }
  }

  /** A new voice does not fail because old ones cannot be recovered. */
  async #recoverIfPossible(call: CallContext): Promise<void> {
    try {
      await this.recover(call);
    } catch (error) {
      call.signal.throwIfAborted();
      this.#parts.log.warn({ err: error }, 'could not recover voices whose answers were lost');
    }
  }

  async #limits({ guildId }: Requester): Promise<VoiceSettings> {
    return guildId === undefined ? DEFAULT_VOICE_SETTINGS : (await this.#parts.settings.of(guildId)).voices;
  }

  /** The new voice; `undefined` when it is not known whether there is one. */
  async #createModel(attempt: VoiceAttempt, request: VoiceRequest, call: CallContext): Promise<VoiceModel | undefined> {
    const { client, store, log } = this.#parts;
    try {
      return await client.create(toNewVoice(request), call);
    } catch (error) {
      if (error instanceof SpeechError && (error.unsent || NOTHING_CREATED.has(error.code))) {
        await store.abandon(attempt.attemptId);
        throw error;
      }
      const found = await this.#findResult(attempt, cleanupCall(call.tenant)).catch((problem: unknown) => {
        log.warn({ err: problem, attemptId: attempt.attemptId }, 'could not look for a voice whose answer was lost');
        return undefined;
      });
      if (found === undefined || found === 'unsure' || found === 'unreadable') {
        log.warn({ err: error, attemptId: attempt.attemptId }, 'it is not known whether a voice was created');
        return undefined;
      }
      log.info({ voiceId: found._id }, 'found a voice whose answer was lost');
      return found;
    }
  }

  async #settle(attempt: VoiceAttempt, model: VoiceModel, tenant: string): Promise<VoiceModelRecord> {
    const { client, store, log } = this.#parts;
    const record = toRecord(attempt, model);
    try {
      await store.settle(attempt.attemptId, toStoredVoice(record));
      return record;
    } catch (error) {
      log.error({ err: error, voiceId: model._id }, 'a new voice could not be stored and is deleted');
      try {
        await client.delete(model._id, cleanupCall(tenant));
        await store.abandon(attempt.attemptId);
      } catch (problem) {
        // The attempt remains: the voice stays hidden, and goes to its maker when attempts are recovered.
        log.error({ err: problem, voiceId: model._id }, 'a new voice that is not stored could not be deleted');
      }
      throw error;
    }
  }

  /** The voice that an attempt created; `unsure` when it may be another attempt's, or older; `unreadable` when it cannot be read. */
  async #findResult(
    attempt: VoiceAttempt,
    call: CallContext,
  ): Promise<VoiceModel | 'unsure' | 'unreadable' | undefined> {
    const { client, store } = this.#parts;
    const filter = { self: true, sortBy: 'created_at', pageSize: NEWEST_VOICES } as const;
    const { items, odd } = await client.list(filter, call);
    const ids = [...items.map(({ _id }) => _id), ...odd.flatMap(({ id }) => id ?? [])];
    const stored = new Set((await store.voices(ids)).map(({ voiceId }) => voiceId));
    const mine = items.filter((model) => !stored.has(model._id) && isOutcomeOf(attempt, model));
    const [model] = mine;
    if (model === undefined) {
      const mayBeMine = odd.some(
        ({ id, title = attempt.title, createdAt }) =>
          !(id !== undefined && stored.has(id)) && isOutcomeOf(attempt, { title, created_at: createdAt }),
      );
      return mayBeMine ? 'unreadable' : undefined;
    }
    if (model.created_at === undefined) return 'unsure';
    const rivals = (await store.attempts()).filter((other) => isOutcomeOf(other, model));
    return mine.length === 1 && rivals.every(({ attemptId }) => attemptId === attempt.attemptId) ? model : 'unsure';
  }
}

function requireConfirmed({ userId }: Requester, { recordings }: VoiceRequest, confirmation: RightsConfirmation): void {
  const hashes = recordings.map(({ bytes }) => sha256Of(bytes));
  const isOfThese = hashes.join() === confirmation.audioSha256.join();
  if (isOfThese && confirmation.userId === userId) return;
  throw new MynahError('VOICES_UNCONFIRMED', 'the confirmation is not of this person and these recordings');
}

function toRecord({ guildId, makerId, startedAtMs }: VoiceAttempt, model: VoiceModel): VoiceModelRecord {
  return { voiceId: model._id, guildId, makerId, createdAtMs: startedAtMs, model, isGone: false };
}

function toNewVoice(request: VoiceRequest): NewVoice {
  const { title, recordings, texts, visibility, cover, description, tags, enhance, sample } = request;
  return {
    ...{ title, voices: recordings, visibility, enhanceAudioQuality: enhance, generateSample: sample },
    ...(texts.length === 0 ? {} : { texts }),
    ...(cover === undefined ? {} : { cover }),
    ...(description === undefined ? {} : { description }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

function cleanupCall(tenant: string): CallContext {
  return { tenant, priority: 'files', signal: AbortSignal.timeout(CLEANUP_TIMEOUT_MS) };
}
