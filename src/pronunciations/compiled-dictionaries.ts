import { withinSentence } from '../text/pronunciation/entry.ts';
import { WordTrie } from '../text/pronunciation/word-trie.ts';
import type { DictionaryId, PronunciationStore } from './pronunciations-ports.ts';

/** Nodes of all dictionaries in memory: about 35 MB at 70 bytes each. */
const MAX_NODES = 500_000;
/** Dictionaries in memory; most people have none, which is kept as an empty one. */
const MAX_DICTIONARIES = 10_000;
/** Another process's notice may be lost: a dictionary's revision is looked at again after this long. */
const FRESH_MS = 5_000;
/** Of a dictionary that could not be read. */
const UNKNOWN_REVISION = -1;

interface Compiled {
  readonly trie: WordTrie;
  readonly revision: number;
  /** When it was last known to be up to date, by the clock. */
  checkedAtMs: number;
}

/** What the dictionaries in memory need. */
export interface CompiledDictionariesOptions {
  readonly store: Pick<PronunciationStore, 'dictionary' | 'revision'>;
  /** A clock that is never set back. */
  readonly nowMs: () => number;
  readonly maxNodes?: number;
  /** A dictionary could not be read: it is used as it was last, or an empty one if it never was read. */
  readonly onFailure: (error: unknown, use: 'last' | 'empty') => void;
}

/**
 * The dictionaries of people and servers as they are searched, those used last in memory. Each is built once, and again
 * when its revision has changed.
 */
export class CompiledDictionaries {
  readonly #options: CompiledDictionariesOptions;
  /** Those used last are last. */
  readonly #compiled = new Map<string, Compiled>();
  readonly #loading = new Map<string, Promise<WordTrie>>();
  #nodes = 0;

  constructor(options: CompiledDictionariesOptions) {
    this.#options = options;
  }

  /** The dictionary as it is now; while the database is away, as it was last, or an empty one. Never rejects. */
  of(id: DictionaryId): Promise<WordTrie> {
    const name = nameOf(id);
    const known = this.#compiled.get(name);
    if (known !== undefined && this.#options.nowMs() - known.checkedAtMs < FRESH_MS) {
      this.#keep(name, known);
      return Promise.resolve(known.trie);
    }
    return this.#loading.get(name) ?? this.#load(id, name, known);
  }

  /** The dictionary as it was last; `undefined` if it was never read, or not since it was changed here. */
  last(id: DictionaryId): WordTrie | undefined {
    return this.#compiled.get(nameOf(id))?.trie;
  }

  /** Something of this dictionary changed, or all of it was erased: what was there before is dropped, and not to be read. */
  changed(id: DictionaryId): void {
    const name = nameOf(id);
    this.#loading.delete(name);
    this.#drop(name);
  }

  /** Any dictionary may have changed. */
  allChanged(): void {
    this.#loading.clear();
    for (const known of this.#compiled.values()) known.checkedAtMs = Number.NEGATIVE_INFINITY;
  }

  #load(id: DictionaryId, name: string, known: Compiled | undefined): Promise<WordTrie> {
    // Before the question: what changes from here on is looked for again.
    const checkedAtMs = this.#options.nowMs();
    const loading: Promise<WordTrie> = this.#read(id, known).then(({ trie, revision }) => {
      if (this.#loading.get(name) === loading) {
        this.#loading.delete(name);
        this.#keep(name, { trie, revision, checkedAtMs });
      }
      return trie;
    });
    this.#loading.set(name, loading);
    return loading;
  }

  /** While the database is away, it is asked again as late as if it had answered. */
  async #read(id: DictionaryId, known: Compiled | undefined): Promise<Pick<Compiled, 'trie' | 'revision'>> {
    const { store, onFailure } = this.#options;
    try {
      if (known !== undefined && (await store.revision(id)) === known.revision) return known;
      const { revision, entries } = await store.dictionary(id);
      // Anybody may add to a server's dictionary, and it changes what others say: no entry of it is a sentence of its own.
      const spoken =
        id.scope === 'server' ? entries.map((entry) => ({ ...entry, as: withinSentence(entry.as) })) : entries;
      return { revision, trie: new WordTrie(spoken) };
    } catch (error) {
      onFailure(error, known === undefined || known.revision === UNKNOWN_REVISION ? 'empty' : 'last');
      return known ?? { revision: UNKNOWN_REVISION, trie: new WordTrie([]) };
    }
  }

  /** Keeps it as the one used last, and drops what was not used for longest. */
  #keep(name: string, compiled: Compiled): void {
    this.#drop(name);
    this.#compiled.set(name, compiled);
    this.#nodes += compiled.trie.nodes;
    const maxNodes = this.#options.maxNodes ?? MAX_NODES;
    for (const oldest of this.#compiled.keys()) {
      const isWithin = this.#nodes <= maxNodes && this.#compiled.size <= MAX_DICTIONARIES;
      if (isWithin || oldest === name) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#nodes -= this.#compiled.get(name)?.trie.nodes ?? 0;
    this.#compiled.delete(name);
  }
}

function nameOf({ scope, holder }: DictionaryId): string {
  return `${scope} ${holder}`;
}
