import type { EntryFault } from '../text/pronunciation/entry.ts';
import type { WordEntry } from '../text/pronunciation/word-trie.ts';
import type { PersonEntries } from './pronunciations-ports.ts';

/** Whose dictionary a person means: their own, or that of the server they are in. */
export type Scope = 'me' | 'server';

/** Who asks, and where. */
export interface Requester {
  readonly userId: string;
  /** `undefined` outside of servers. */
  readonly guildId: string | undefined;
  /** May manage the server. */
  readonly isManager: boolean;
}

/** Whose text is spoken, and where. */
export interface Spoken {
  /** `undefined` for a text of the bot itself. */
  readonly userId: string | undefined;
  /** `undefined` outside of servers. */
  readonly guildId: string | undefined;
  /** Outside of servers, the locale whose abbreviations are spoken in full; in one, its own are. */
  readonly language?: string | undefined;
  /** Names in the text as they are spoken: no dictionary changes who is meant. */
  readonly names?: readonly string[];
  /** Longest result in UTF-16 units: words that would pass it stay as they are. */
  readonly maxLength?: number;
}

/** Entries for each dictionary. */
export interface DictionaryLimits {
  /** Of a person's own dictionary. */
  readonly person: number;
  readonly server: number;
  /** Of one member in a server's dictionary, unless they manage it. */
  readonly member: number;
}

/** Why a dictionary can't be changed so. */
export type ChangeRefusal =
  /** There is no server here. */
  | { readonly kind: 'no-server' }
  | { readonly kind: 'locked' }
  /** Another member added the word: only they and managers change it. */
  | { readonly kind: 'not-yours'; readonly word: string }
  | { readonly kind: 'full'; readonly whose: keyof DictionaryLimits; readonly limit: number };

/** What became of a word that was added. `before` is how it was spoken. */
export type AddOutcome =
  | { readonly kind: 'added' | 'unchanged'; readonly entry: WordEntry }
  | { readonly kind: 'changed'; readonly entry: WordEntry; readonly before: string }
  | { readonly kind: 'fault'; readonly fault: EntryFault }
  | ChangeRefusal;

/** What became of a word that was to be removed. */
export type RemoveOutcome =
  | { readonly kind: 'removed'; readonly entry: WordEntry; readonly scope: Scope }
  | { readonly kind: 'unknown' }
  | ChangeRefusal;

/** A line of an import that changed nothing; `line` counts from 1. */
export interface ImportProblem {
  readonly line: number;
  readonly problem: EntryFault | 'malformed' | 'not-yours' | 'full';
}

/** What became of a file. */
export type ImportOutcome =
  | {
      readonly kind: 'imported';
      readonly added: number;
      readonly changed: number;
      readonly unchanged: number;
      /** In the order of their lines. */
      readonly problems: readonly ImportProblem[];
    }
  | { readonly kind: 'not-text' | 'too-many-lines' | 'empty' }
  | ChangeRefusal;

/** An entry as a list shows it. */
export interface ListedEntry extends WordEntry {
  /** Only managers see who added what; `undefined` also when that person's data was erased. */
  readonly addedBy: string | undefined;
  readonly addedAtMs: number;
}

/** A dictionary as a person sees it. */
export interface DictionaryView {
  readonly locked: boolean;
  /** By words. */
  readonly entries: readonly ListedEntry[];
}

/** A word that a person could remove. */
export interface Suggestion extends WordEntry {
  readonly scope: Scope;
}

/**
 * How words are spoken: each person's dictionary, each server's, and the built-in one of the server's language; the
 * nearest counts. Reading and changing rejects with MynahError STORE_UNAVAILABLE or STORE_FAILED.
 */
export interface Pronunciations {
  /**
   * The text with its words as they are spoken, phonemes included. The text comes from `makeSpeakable` and is as clean as
   * before. Never rejects: without the database, the dictionaries apply that are in memory.
   */
  apply(text: string, spoken: Spoken): Promise<string>;
  add(requester: Requester, scope: Scope, word: string, as: string): Promise<AddOutcome>;
  /** Without a scope, from the nearest dictionary that has the word. */
  remove(requester: Requester, scope: Scope | undefined, word: string): Promise<RemoveOutcome>;
  /** `undefined` where there is no server. */
  list(requester: Requester, scope: Scope): Promise<DictionaryView | undefined>;
  /** Words that the person could remove and that contain `typed`, those that begin with it first; at most `most`. */
  suggest(requester: Requester, typed: string, most: number): Promise<readonly Suggestion[]>;
  /** Adds the good lines of a CSV file, all at once, and reports the others. */
  importCsv(requester: Requester, scope: Scope, bytes: Uint8Array): Promise<ImportOutcome>;
  /** A CSV file that an import takes back unchanged; `undefined` without entries. */
  exportCsv(requester: Requester, scope: Scope): Promise<Uint8Array | undefined>;
  /** Only for managers: then nobody else changes the server's dictionary. */
  setLocked(guildId: string, locked: boolean): Promise<void>;
  readonly limits: DictionaryLimits;
  personSummary(userId: string): Promise<PersonEntries>;
  /** Deletes the person's dictionary; what they added to servers stays without their id. */
  erasePerson(userId: string): Promise<PersonEntries>;
  /** Stops listening to other processes. */
  close(): void;
}
