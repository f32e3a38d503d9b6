/** What dictionaries need from other modules: a store and news among processes, handed in where everything is wired. */

/** Whose dictionary: a person's, which applies wherever they speak, or a server's. */
export interface DictionaryId {
  readonly scope: 'person' | 'server';
  /** The id of the person or of the guild. */
  readonly holder: string;
}

/** An entry as it is stored. Times in milliseconds since 1970. */
export interface StoredEntry {
  /** The word folded, which identifies the entry in its dictionary. */
  readonly key: string;
  readonly word: string;
  /** Text, or phonemes in braces. */
  readonly as: string;
  /** `undefined` once everything about that person was erased. */
  readonly addedBy: string | undefined;
  readonly addedAtMs: number;
}

/** A dictionary at one moment. */
export interface DictionaryState {
  /** Grows with every change; 0 for a dictionary that was never written. */
  readonly revision: number;
  /** Only managers change a locked dictionary of a server. */
  readonly locked: boolean;
  /** In the order of their keys. */
  readonly entries: readonly StoredEntry[];
}

/** What a change makes of a dictionary. */
interface DictionaryChange {
  /** Added, or in place of the entries with the same keys. */
  readonly put: readonly StoredEntry[];
  /** Keys. */
  readonly removed: readonly string[];
  readonly locked: boolean;
}

/** The entries that a person added. */
export interface PersonEntries {
  /** In their own dictionary. */
  readonly own: number;
  /** In dictionaries of servers. */
  readonly inServers: number;
}

/** Where dictionaries last. Every call may safely be repeated. Rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED. */
export interface PronunciationStore {
  dictionary(id: DictionaryId): Promise<DictionaryState>;
  /** The revision alone; 0 for a dictionary that was never written. */
  revision(id: DictionaryId): Promise<number>;
  /**
   * Stores what `decide` makes of the present state, one change of a dictionary at a time across all processes.
   * `undefined` changes nothing.
   */
  change(
    id: DictionaryId,
    atMs: number,
    decide: (present: DictionaryState) => DictionaryChange | undefined,
  ): Promise<void>;
  personSummary(userId: string): Promise<PersonEntries>;
  /** Deletes a person's dictionary. What they added to servers stays, without their id. */
  erasePerson(userId: string): Promise<PersonEntries>;
}

/** News among the processes on one database. */
export interface PronunciationNotices {
  /** Tells the other processes that a dictionary changed. Never rejects. */
  notify(topic: 'pronunciations'): Promise<void>;
  /** Called when another process changed one, or may have. Returns a function that removes the listener. */
  on(topic: 'pronunciations', listener: () => void): () => void;
}
