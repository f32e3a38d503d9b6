import type { CheckedEntry } from '../text/pronunciation/entry.ts';
import type { ChangeRefusal, DictionaryLimits, Requester } from './pronunciations-api.ts';
import type { DictionaryId, DictionaryState, StoredEntry } from './pronunciations-ports.ts';

/** Bounds of dictionaries: a person's list stays readable, and a server's holds the words of a community. */
export const DICTIONARY_LIMITS: DictionaryLimits = { person: 200, server: 2_000, member: 200 };

/** What became of one entry. */
export type PutOutcome =
  | { readonly kind: 'added' | 'unchanged' }
  | { readonly kind: 'changed'; readonly before: string }
  | Exclude<ChangeRefusal, { readonly kind: 'no-server' | 'locked' }>;

/** The entries to store, and what became of each that was wanted, in their order. */
export interface PutPlan {
  readonly put: readonly StoredEntry[];
  readonly outcomes: readonly PutOutcome[];
}

/** True if the requester may change this entry of a dictionary: their own, and in a server what they added. */
export function mayChange({ scope }: DictionaryId, entry: Pick<StoredEntry, 'addedBy'>, requester: Requester): boolean {
  return scope === 'person' || requester.isManager || entry.addedBy === requester.userId;
}

/** True if only managers may change the dictionary, and the requester is none. */
export function isLockedFor({ locked }: DictionaryState, requester: Requester): boolean {
  return locked && !requester.isManager;
}

/** Decides which entries are added and changed, one after the other. Of equal words the last counts. */
export function planPut(
  id: DictionaryId,
  present: DictionaryState,
  wanted: readonly CheckedEntry[],
  { requester, nowMs }: { readonly requester: Requester; readonly nowMs: number },
): PutPlan {
  const entries = new Map(present.entries.map((entry) => [entry.key, entry]));
  const put = new Map<string, StoredEntry>();
  let added = present.entries.filter(({ addedBy }) => addedBy === requester.userId).length;
  const outcomes = wanted.map(({ key, word, as }): PutOutcome => {
    const before = entries.get(key);
    if (before !== undefined && !mayChange(id, before, requester)) return { kind: 'not-yours', word: before.word };
    if (before?.word === word && before.as === as) return { kind: 'unchanged' };
    const isNewOfTheirs = before?.addedBy !== requester.userId;
    const full = fullness(id, requester, {
      total: before === undefined ? entries.size : 0,
      added: isNewOfTheirs ? added : 0,
    });
    if (full !== undefined) return full;
    const entry = { key, word, as, addedBy: requester.userId, addedAtMs: nowMs };
    entries.set(key, entry);
    put.set(key, entry);
    if (isNewOfTheirs) added += 1;
    return before === undefined ? { kind: 'added' } : { kind: 'changed', before: before.as };
  });
  return { put: [...put.values()], outcomes };
}

/** The limit that one more entry would pass. */
function fullness(
  { scope }: DictionaryId,
  { isManager }: Requester,
  { total, added }: { readonly total: number; readonly added: number },
): Extract<PutOutcome, { kind: 'full' }> | undefined {
  const { person, server, member } = DICTIONARY_LIMITS;
  const [whose, limit] = scope === 'person' ? (['person', person] as const) : (['server', server] as const);
  if (total >= limit) return { kind: 'full', whose, limit };
  if (scope === 'server' && !isManager && added >= member) return { kind: 'full', whose: 'member', limit: member };
  return undefined;
}
