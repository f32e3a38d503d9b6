import type { Logger } from '../log.ts';
import type { CallContext } from '../speech/call-context.ts';
import { SpeechError } from '../speech/speech-error.ts';
import type { VoiceModelsClient } from '../speech/voice-models.ts';
import type { VoiceModel } from '../speech/wire.ts';
import type { VoiceModelLookup } from './lookup.ts';
import { isOwn, mayKnow, toKnownVoice } from './voice-access.ts';
import type { VoiceModelStore } from './voice-model-ports.ts';
import { toVoiceModelRecord } from './voice-model-record.ts';
import type { FindOutcome, KnownVoice, Ownership, Requester, SuggestedVoices } from './voice-models-api.ts';

/** Discord's bound on the choices of one autocomplete. */
const MAX_SUGGESTIONS = 25;
/** Keystrokes come in bursts and people type the same beginnings: what the service listed is good for this long. */
const FRESH_FOR_MS = 30_000;
const MAX_REMEMBERED_QUERIES = 200;
/** Whoever types does not wait longer for what the service lists: what is stored is suggested without it. */
const SUGGEST_WITHIN_MS = 900;

/** What the service itself calls ids: 32 lowercase hex digits, as measured by third parties. */
const USUAL_ID = /^[0-9a-f]{32}$/;
/** Any string that is safe in a path may be an id. */
const POSSIBLE_ID = /^[\w.~-]{1,128}$/;

const CLOSENESS: readonly Ownership[] = ['mine', 'guild', 'operator', 'public'];

/** What search works with. */
interface SearchParts {
  readonly client: Pick<VoiceModelsClient, 'list'>;
  readonly store: VoiceModelStore;
  readonly lookup: VoiceModelLookup;
  readonly log: Logger;
}

/** What the service listed; `madeHere` has the ids of those that were stored then. */
interface Listed {
  readonly models: readonly VoiceModel[];
  readonly madeHere: ReadonlySet<string>;
}

/** Finds voices by what people type. */
export class VoiceModelSearch {
  readonly #parts: SearchParts;
  readonly #remembered = new Map<string, Listed & { readonly atMs: number }>();

  constructor(parts: SearchParts) {
    this.#parts = parts;
  }

  async find(requester: Requester, entered: string, call: CallContext): Promise<FindOutcome> {
    const { lookup, store } = this.#parts;
    const wanted = entered.trim();
    if (wanted === '') return { kind: 'not-found' };
    const isId = USUAL_ID.test(wanted) || (POSSIBLE_ID.test(wanted) && (await store.voice(wanted)) !== undefined);
    if (!isId) {
      const byTitle = await this.#byTitle(requester, wanted, call);
      if (byTitle.kind !== 'not-found' || !POSSIBLE_ID.test(wanted)) return byTitle;
    }
    const found = await lookup.byId(requester, wanted, call);
    return found === undefined ? { kind: 'not-found' } : { kind: 'found', voice: found.voice };
  }

  async mayTry(requester: Requester, entered: string): Promise<boolean> {
    const { store } = this.#parts;
    const wanted = entered.trim();
    if (!USUAL_ID.test(wanted)) return false;
    // In this order: an attempt that becomes a voice meanwhile is seen as one or the other.
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
    const hurried = { ...call, signal: AbortSignal.any([call.signal, AbortSignal.timeout(SUGGEST_WITHIN_MS)]) };
    const alike = await this.#alike(requester, typed.trim(), call, hurried);
    return alike.filter((voice) => isWanted(voice, which)).slice(0, MAX_SUGGESTIONS);
  }

  /** Forgets what the service listed: something was changed. */
  forgetListed(): void {
    this.#remembered.clear();
  }

  async #byTitle(requester: Requester, wanted: string, call: CallContext): Promise<FindOutcome> {
    const alike = await this.#alike(requester, wanted, call);
    const exact = alike.filter(({ title }) => fold(title) === fold(wanted));
    const closest = exact.filter(({ ownership }) => ownership === exact[0]?.ownership);
    const voices = closest.length > 0 ? closest : alike;
    const [voice] = voices;
    if (voice === undefined) return { kind: 'not-found' };
    if (voices.length > 1) return { kind: 'several', voices: voices.slice(0, MAX_SUGGESTIONS) };
    // What is stored, or was listed a while ago, may have changed since.
    const now = await this.#parts.lookup.byId(requester, voice.id, call);
    return now === undefined ? { kind: 'not-found' } : { kind: 'found', voice: now.voice };
  }

  /** Voices whose titles are like the one given, the closest to the person first; `listing` may give up earlier. */
  async #alike(
    requester: Requester,
    title: string,
    call: CallContext,
    listing: CallContext = call,
  ): Promise<readonly KnownVoice[]> {
    const { store, lookup } = this.#parts;
    const [stored, { models, madeHere }] = await Promise.all([
      store.voicesOf(requester.userId, requester.guildId),
      this.#listed(title, call, listing),
    ]);
    const listedOf = new Map(models.map((model) => [model._id, model]));
    const own = stored
      .map(toVoiceModelRecord)
      .map((record) => ({ ...record, model: listedOf.get(record.voiceId) ?? record.model }))
      .filter((record) => isOwn(requester, record) && isLike(record.model.title, title))
      .map((record) => toKnownVoice(requester, record));
    const ownIds = new Set(own.map(({ id }) => id));
    const known = await lookup.known(
      requester,
      models.filter(({ _id }) => !ownIds.has(_id)),
    );
    const listed = known
      // What was made here and is not stored any more was deleted since, by another process perhaps.
      .filter(({ id, makerId }) => makerId !== undefined || !madeHere.has(id))
      // An unlisted voice of others is found by its id only.
      .filter(({ model, ownership }) => model.visibility !== 'unlist' || ownership !== 'public');
    return [...own, ...listed].sort((one, other) => closeness(one) - closeness(other));
  }

  /** What the service lists under a title; nothing while it cannot be asked, for what is stored can still be found. */
  async #listed(title: string, call: CallContext, listing: CallContext): Promise<Listed> {
    const query = fold(title);
    const known = this.#remembered.get(query);
    if (known !== undefined && Date.now() - known.atMs < FRESH_FOR_MS) return known;
    const { client, store, lookup, log } = this.#parts;
    const filter = { pageSize: MAX_SUGGESTIONS, ...(title === '' ? {} : { title }) };
    const [own, all] = await Promise.allSettled([
      client.list({ ...filter, self: true }, listing),
      client.list(filter, listing),
    ]);
    call.signal.throwIfAborted();
    if (own.status === 'fulfilled') lookup.ownAccount(own.value.items);
    const answers = [own, all].flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    for (const answer of [own, all]) {
      if (answer.status === 'fulfilled') continue;
      if (!(answer.reason instanceof SpeechError || listing.signal.aborted)) throw answer.reason;
      log.info({ err: answer.reason }, 'could not list voices');
    }
    const models = distinct(answers.flatMap(({ items }) => items));
    const madeHere = new Set((await store.voices(models.map(({ _id }) => _id))).map(({ voiceId }) => voiceId));
    if (answers.length === 2) this.#remember(query, { models, madeHere });
    return { models, madeHere };
  }

  #remember(query: string, listed: Listed): void {
    this.#remembered.delete(query);
    const oldest = this.#remembered.size >= MAX_REMEMBERED_QUERIES ? this.#remembered.keys().next().value : undefined;
    if (oldest !== undefined) this.#remembered.delete(oldest);
    this.#remembered.set(query, { atMs: Date.now(), ...listed });
  }
}

/** Whether every word of `wanted` is in `title`. */
export function isLike(title: string, wanted: string): boolean {
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
