import { VOICE_ID, type VoiceModel } from '@mynah/speech-wire/wire';
import { linkSignals } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import type { VoiceModelLookup } from './lookup.ts';
import { isOwn, mayKnow, toKnownVoice } from './voice-access.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord } from './voice-model-record.ts';
import type { FindOutcome, KnownVoice, Ownership, Requester, SuggestedVoices } from './voice-models-api.ts';

/** Discord's limit for the choices of one autocomplete. */
const MAX_SUGGESTIONS = 25;
/** Keystrokes come in bursts and people type the same beginnings, so the service's lists are cached this long. */
const CACHE_FOR_MS = 30_000;
const MAX_CACHED_QUERIES = 200;
/** Suggestions wait no longer than this for the service's list: without it, they hold only what is stored. */
const LIST_TIMEOUT_MS = 900;

/** The service's own ids: 32 lowercase hexadecimal digits, as measured by third parties. */
const USUAL_ID = /^[0-9a-f]{32}$/;

const CLOSENESS: readonly Ownership[] = ['mine', 'guild', 'operator', 'public'];

/** What the search needs. */
interface SearchParts {
  readonly client: Pick<VoiceModelsClient, 'list'>;
  readonly store: VoiceModelStore;
  readonly lookup: VoiceModelLookup;
  readonly log: Logger;
}

/** What the service listed; `createdHere` has the ids of those that were stored at that time. */
interface Listed {
  readonly models: readonly VoiceModel[];
  readonly createdHere: ReadonlySet<string>;
}

/** Finds and suggests voices by what people type. */
export class VoiceModelSearch {
  readonly #parts: SearchParts;
  readonly #cache = new Map<string, Listed & { readonly atMs: number }>();

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async find(requester: Requester, entered: string, call: CallContext): Promise<FindOutcome> {
    const { lookup, store } = this.#parts;
    const wanted = entered.trim();
    if (wanted === '') return { kind: 'not-found' };
    const isId = USUAL_ID.test(wanted) || (VOICE_ID.test(wanted) && (await store.voice(wanted)) !== undefined);
    if (!isId) {
      const byTitle = await this.#byTitle(requester, wanted, call);
      if (byTitle.kind !== 'not-found' || !VOICE_ID.test(wanted)) return byTitle;
    }
    const found = await lookup.byId(requester, wanted, call);
    return found === undefined ? { kind: 'not-found' } : { kind: 'found', voice: found.voice };
  }

  async mayTry(requester: Requester, entered: string): Promise<boolean> {
    const { store } = this.#parts;
    const wanted = entered.trim();
    if (!USUAL_ID.test(wanted)) return false;
    // In this order, an attempt that becomes a voice in between is seen as one or the other.
    const attempts = await store.attempts();
    const stored = await store.voice(wanted);
    return stored === undefined ? attempts.length === 0 : mayKnow(requester, toVoiceModelRecord(stored));
  }

  async suggest(
    requester: Requester,
    typed: string,
    which: SuggestedVoices,
    call: CallContext,
  ): Promise<readonly KnownVoice[]> {
    const reason = (): Error => new Error('the service took too long to list voices');
    using listing = linkSignals([call.signal], { afterMs: LIST_TIMEOUT_MS, reason });
    const matches = await this.#matches(requester, typed.trim(), call, { ...call, signal: listing.signal });
    return matches.filter((voice) => isWanted(voice, which)).slice(0, MAX_SUGGESTIONS);
  }

  /** Forgets the service's lists, because a voice has changed. */
  clearCache(): void {
    this.#cache.clear();
  }

  async #byTitle(requester: Requester, wanted: string, call: CallContext): Promise<FindOutcome> {
    const matches = await this.#matches(requester, wanted, call);
    const exact = matches.filter(({ title }) => fold(title) === fold(wanted));
    const closest = exact.filter(({ ownership }) => ownership === exact[0]?.ownership);
    const voices = closest.length > 0 ? closest : matches;
    const [voice] = voices;
    if (voice === undefined) return { kind: 'not-found' };
    if (voices.length > 1) return { kind: 'several', voices: voices.slice(0, MAX_SUGGESTIONS) };
    // What is stored or cached may be outdated.
    const current = await this.#parts.lookup.byId(requester, voice.id, call);
    return current === undefined ? { kind: 'not-found' } : { kind: 'found', voice: current.voice };
  }

  /** Voices whose titles match, the person's own first. `listing` is the call for the service's list; it may end earlier. */
  async #matches(
    requester: Requester,
    title: string,
    call: CallContext,
    listing: CallContext = call,
  ): Promise<readonly KnownVoice[]> {
    const { store, lookup } = this.#parts;
    const [stored, { models, createdHere }] = await Promise.all([
      store.voicesOf(requester.userId, requester.guildId),
      this.#listed(title, call, listing),
    ]);
    const listedOf = new Map(models.map((model) => [model._id, model]));
    const own = stored
      .map(toVoiceModelRecord)
      .map((record) => ({ ...record, model: listedOf.get(record.voiceId) ?? record.model }))
      .filter((record) => isOwn(requester, record) && titleMatches(record.model.title, title))
      .map((record) => toKnownVoice(requester, record));
    const ownIds = new Set(own.map(({ id }) => id));
    const known = await lookup.known(
      requester,
      models.filter(({ _id }) => !ownIds.has(_id)),
    );
    const listed = known
      // A voice that was created here and is no longer stored has been deleted, perhaps by another process.
      .filter(({ id, makerId }) => makerId !== undefined || !createdHere.has(id))
      // Unlisted voices of others are found by their id only.
      .filter(({ model, ownership }) => model.visibility !== 'unlist' || ownership !== 'public');
    return [...own, ...listed].sort((one, other) => closeness(one) - closeness(other));
  }

  /** The service's list for a title; empty while it cannot be reached, since stored voices can still be found. */
  async #listed(title: string, call: CallContext, listing: CallContext): Promise<Listed> {
    const query = fold(title);
    const cached = this.#cache.get(query);
    if (cached !== undefined && performance.now() - cached.atMs < CACHE_FOR_MS) return cached;
    const { client, store, lookup, log } = this.#parts;
    const filter = { pageSize: MAX_SUGGESTIONS, ...(title === '' ? {} : { title }) };
    const [own, all] = await Promise.allSettled([
      client.list({ ...filter, self: true }, listing),
      client.list(filter, listing),
    ]);
    call.signal.throwIfAborted();
    if (own.status === 'fulfilled') lookup.learnAccount(own.value.items);
    const answers = [own, all].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    for (const answer of [own, all]) {
      if (answer.status === 'fulfilled') continue;
      if (!(answer.reason instanceof SpeechError || listing.signal.aborted)) throw answer.reason;
      log.info({ err: answer.reason }, 'could not list voices');
    }
    const models = distinct(answers.flatMap(({ items }) => items));
    const createdHere = new Set((await store.voices(models.map(({ _id }) => _id))).map(({ voiceId }) => voiceId));
    if (answers.length === 2) this.#addToCache(query, { models, createdHere });
    return { models, createdHere };
  }

  #addToCache(query: string, listed: Listed): void {
    this.#cache.delete(query);
    const oldest = this.#cache.size >= MAX_CACHED_QUERIES ? this.#cache.keys().next().value : undefined;
    if (oldest !== undefined) this.#cache.delete(oldest);
    this.#cache.set(query, { atMs: performance.now(), ...listed });
  }
}

/** Whether `title` contains every word of `wanted`. */
export function titleMatches(title: string, wanted: string): boolean {
  const folded = fold(title);
  return fold(wanted)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

function isWanted({ mayUse, mayEdit }: KnownVoice, which: SuggestedVoices): boolean {
  switch (which) {
    case 'usable':
      return mayUse;
    case 'any':
      return true;
    case 'editable':
      return mayEdit;
  }
}

function fold(text: string): string {
  return text.trim().toLowerCase();
}

function closeness({ ownership }: KnownVoice): number {
  return CLOSENESS.indexOf(ownership);
}

function distinct(models: readonly VoiceModel[]): VoiceModel[] {
  return [...new Map(models.map((model) => [model._id, model])).values()];
}
