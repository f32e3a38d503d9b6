import { withinTime } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import { builtInEntries } from '../text/pronunciation/built-in/built-in.ts';
import { writeCsv } from '../text/pronunciation/csv.ts';
import { type CheckedEntry, checkEntry, keyOf } from '../text/pronunciation/entry.ts';
import { replaceWords } from '../text/pronunciation/replace-words.ts';
import { WordTrie } from '../text/pronunciation/word-trie.ts';
import { CompiledDictionaries } from './compiled-dictionaries.ts';
import { importOutcome, readImport } from './import-entries.ts';
import type {
  AddOutcome,
  ChangeRefusal,
  DictionaryView,
  ImportOutcome,
  Pronunciations,
  RemoveOutcome,
  Requester,
  Scope,
  Spoken,
  Suggestion,
} from './pronunciations-api.ts';
import type {
  DictionaryId,
  DictionaryState,
  PersonEntries,
  PronunciationNotices,
  PronunciationStore,
  StoredEntry,
} from './pronunciations-ports.ts';
import { DICTIONARY_LIMITS, isLockedFor, mayChange, type PutPlan, planPut } from './put-entries.ts';

/** A text is spoken with what was read last where the database takes longer. */
const READ_TIMEOUT_MS = 1_500;

/** What dictionaries are made of. */
export interface PronunciationsOptions {
  readonly store: PronunciationStore;
  readonly notices: PronunciationNotices;
  /** The locale whose abbreviations a guild hears in full; `undefined` for none. */
  readonly builtInLanguage: (guildId: string) => Promise<string | undefined>;
  readonly log: Logger;
  /** A clock that is never set back; defaults to `performance.now`. */
  readonly nowMs?: () => number;
}

/** Creates the dictionaries of all people and servers. The caller must close it before the store. */
export function createPronunciations(options: PronunciationsOptions): Pronunciations {
  return new Dictionaries(options);
}

class Dictionaries implements Pronunciations {
  readonly limits = DICTIONARY_LIMITS;
  readonly #options: PronunciationsOptions;
  readonly #compiled: CompiledDictionaries;
  /** At most one for each language that has some. */
  readonly #builtIn = new Map<string, WordTrie>();
  readonly #stopListening: () => void;

  constructor(options: PronunciationsOptions) {
    const { store, notices, nowMs = () => performance.now() } = options;
    this.#options = options;
    this.#compiled = new CompiledDictionaries({
      ...{ store, nowMs },
      onFailure: (error, use) => {
        if (use === 'empty') this.#logFailure(error);
        else options.log.info({ err: error }, 'a dictionary could not be read again, and is used as it was');
      },
    });
    this.#stopListening = notices.on('pronunciations', () => this.#compiled.allChanged());
  }

  async apply(text: string, { userId, guildId, language, names, maxLength }: Spoken): Promise<string> {
    const ids: DictionaryId[] = [
      ...(userId === undefined ? [] : [{ scope: 'person', holder: userId } as const]),
      ...(guildId === undefined ? [] : [{ scope: 'server', holder: guildId } as const]),
    ];
    const locale = guildId === undefined ? language : await this.#languageOf(guildId);
    const current = Promise.all(ids.map((id) => this.#compiled.of(id)));
    const inTime = await withinTime(current, READ_TIMEOUT_MS, undefined);
    const chosen = inTime ?? ids.flatMap((id) => this.#compiled.last(id) ?? []);
    const builtIn = locale === undefined ? [] : [this.#builtInOf(locale)];
    return replaceWords(text, [...chosen, ...builtIn], { maxResult: maxLength, names });
  }

  async add(requester: Requester, scope: Scope, typedWord: string, typedAs: string): Promise<AddOutcome> {
    const id = dictionaryOf(requester, scope);
    if (id === undefined) return { kind: 'no-server' };
    const checked = checkEntry(typedWord, typedAs);
    if (checked.kind === 'fault') return checked;
    const { word, as } = checked.entry;
    const plan = await this.#put(id, requester, [checked.entry]);
    const [outcome] = plan?.outcomes ?? [];
    if (outcome === undefined) return { kind: 'locked' };
    return outcome.kind === 'not-yours' || outcome.kind === 'full' ? outcome : { ...outcome, entry: { word, as } };
  }

  async remove(requester: Requester, scope: Scope | undefined, typed: string): Promise<RemoveOutcome> {
    const scopes: readonly Scope[] = scope === undefined ? ['me', 'server'] : [scope];
    let refused: RemoveOutcome = { kind: 'unknown' };
    for (const each of scopes) {
      const outcome = await this.#removeFrom(requester, each, keyOf(typed));
      if (outcome.kind === 'removed') return outcome;
      // Of two dictionaries, the one that has the word says why it stays.
      if (outcome.kind !== 'unknown' && (scope !== undefined || outcome.kind !== 'no-server')) refused = outcome;
    }
    return refused;
  }

  async list(requester: Requester, scope: Scope): Promise<DictionaryView | undefined> {
    const id = dictionaryOf(requester, scope);
    if (id === undefined) return undefined;
    const { locked, entries } = await this.#options.store.dictionary(id);
    const seesNames = requester.isManager || scope === 'me';
    return {
      locked,
      entries: entries.map(({ word, as, addedBy, addedAtMs }) => ({
        ...{ word, as, addedAtMs },
        addedBy: seesNames || addedBy === requester.userId ? addedBy : undefined,
      })),
    };
  }

  async suggest(requester: Requester, typed: string, most: number): Promise<readonly Suggestion[]> {
    const sought = keyOf(typed);
    const found = await Promise.all(
      (['me', 'server'] as const).map(async (scope): Promise<(StoredEntry & Suggestion)[]> => {
        const id = dictionaryOf(requester, scope);
        if (id === undefined) return [];
        const state = await this.#options.store.dictionary(id);
        if (isLockedFor(state, requester)) return [];
        const theirs = state.entries.filter((entry) => entry.key.includes(sought) && mayChange(id, entry, requester));
        return theirs.map((entry) => ({ ...entry, scope }));
      }),
    );
    const { true: first = [], false: others = [] } = Object.groupBy(found.flat(), ({ key }) =>
      key.startsWith(sought) ? 'true' : 'false',
    );
    return [...first, ...others].slice(0, most).map(({ word, as, scope }) => ({ word, as, scope }));
  }

  async importCsv(requester: Requester, scope: Scope, bytes: Uint8Array): Promise<ImportOutcome> {
    const id = dictionaryOf(requester, scope);
    if (id === undefined) return { kind: 'no-server' };
    const read = await readImport(bytes);
    if (read.kind !== 'entries') return read;
    const plan = await this.#put(id, requester, read.entries);
    return plan === undefined ? { kind: 'locked' } : importOutcome(plan.outcomes, read);
  }

  async exportCsv(requester: Requester, scope: Scope): Promise<Uint8Array | undefined> {
    const { entries = [] } = (await this.list(requester, scope)) ?? {};
    return entries.length === 0 ? undefined : writeCsv(entries);
  }

  async setLocked(guildId: string, locked: boolean): Promise<void> {
    const id = { scope: 'server', holder: guildId } as const;
    await this.#change(id, () => ({ put: [], removed: [], locked }));
  }

  personSummary(userId: string): Promise<PersonEntries> {
    return this.#options.store.personSummary(userId);
  }

  async erasePerson(userId: string): Promise<PersonEntries> {
    const erased = await this.#options.store.erasePerson(userId);
    await this.#announce({ scope: 'person', holder: userId });
    return erased;
  }

  close(): void {
    this.#stopListening();
  }

  /** `undefined` when the dictionary is locked for the requester. */
  async #put(id: DictionaryId, requester: Requester, entries: readonly CheckedEntry[]): Promise<PutPlan | undefined> {
    let plan: PutPlan | undefined;
    await this.#change(id, (present) => {
      plan = isLockedFor(present, requester)
        ? undefined
        : planPut(id, present, entries, { requester, nowMs: Date.now() });
      return plan === undefined || plan.put.length === 0
        ? undefined
        : { put: plan.put, removed: [], locked: present.locked };
    });
    return plan;
  }

  async #removeFrom(requester: Requester, scope: Scope, key: string): Promise<RemoveOutcome> {
    const id = dictionaryOf(requester, scope);
    if (id === undefined) return { kind: 'no-server' };
    let outcome: RemoveOutcome = { kind: 'unknown' };
    const { entries } = await this.#options.store.dictionary(id);
    if (!entries.some((entry) => entry.key === key)) return outcome;
    await this.#change(id, (present) => {
      const entry = present.entries.find((each) => each.key === key);
      outcome = removal(id, present, entry, requester);
      return outcome.kind === 'removed' ? { put: [], removed: [key], locked: present.locked } : undefined;
    });
    return outcome;
  }

  async #change(id: DictionaryId, decide: Parameters<PronunciationStore['change']>[2]): Promise<void> {
    await this.#options.store.change(id, Date.now(), decide);
    await this.#announce(id);
  }

  async #announce(id: DictionaryId): Promise<void> {
    this.#compiled.changed(id);
    await this.#options.notices.notify('pronunciations');
  }

  async #languageOf(guildId: string): Promise<string | undefined> {
    try {
      return await this.#options.builtInLanguage(guildId);
    } catch (error) {
      this.#logFailure(error);
      return undefined;
    }
  }

  #builtInOf(locale: string): WordTrie {
    const entries = builtInEntries(locale);
    const name = entries.length === 0 ? '' : (locale.split('-')[0] ?? '');
    const trie = this.#builtIn.get(name) ?? new WordTrie(entries);
    this.#builtIn.set(name, trie);
    return trie;
  }

  #logFailure(error: unknown): void {
    this.#options.log.warn({ err: error }, 'a text is spoken without a dictionary that could not be read');
  }
}

function dictionaryOf({ userId, guildId }: Requester, scope: Scope): DictionaryId | undefined {
  if (scope === 'me') return { scope: 'person', holder: userId };
  return guildId === undefined ? undefined : { scope: 'server', holder: guildId };
}

function removal(
  id: DictionaryId,
  present: DictionaryState,
  entry: StoredEntry | undefined,
  requester: Requester,
): RemoveOutcome | Extract<ChangeRefusal, { kind: 'locked' }> {
  if (entry === undefined) return { kind: 'unknown' };
  if (isLockedFor(present, requester)) return { kind: 'locked' };
  if (!mayChange(id, entry, requester)) return { kind: 'not-yours', word: entry.word };
  return { kind: 'removed', entry: { word: entry.word, as: entry.as }, scope: id.scope === 'person' ? 'me' : 'server' };
}
