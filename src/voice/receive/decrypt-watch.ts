import { dropOldestBeyond } from '../../bounded-map.ts';
/** Detects when packets that cannot be decrypted mean that the connection has lost its keys. */
export interface DecryptWatch {
  /** A packet was decrypted. */
  opened(userId: string): void;
  /** A packet was not. True for one failure too many, which restarts all counts. `usable`: the keys seem to be in order. */
  failed(userId: string, usable: boolean, nowMs: number): boolean;
}

/** Half a second of speech. */
const MIN_FAILURES = 25;

/**
 * While keys are usable, failures of all of a person's packets for this long are a defect of the library (it cannot
 * recover from transition 0). While keys change or are missing, failures are normal for some seconds.
 */
const USABLE_PATIENCE_MS = 1_500;
const CHANGE_PATIENCE_MS = 10_000;

/** Failures further apart than this are unrelated. */
const FORGET_MS = 5_000;

/** People watched at once; beyond them the one whose packets failed first is forgotten. */
const MAX_PEOPLE = 100;

/** Creates the watch of one connection. It counts per person: one person's success says nothing about another's key. */
export function createDecryptWatch(): DecryptWatch {
  const runs = new Map<string, { count: number; sinceMs: number; lastMs: number }>();
  return {
    opened(userId) {
      if (runs.size > 0) runs.delete(userId);
    },
    failed(userId, usable, nowMs) {
      const before = runs.get(userId);
      const isRelated = before !== undefined && nowMs - before.lastMs < FORGET_MS;
      const run = isRelated ? before : { count: 0, sinceMs: nowMs, lastMs: nowMs };
      run.count += 1;
      run.lastMs = nowMs;
      runs.set(userId, run);
      dropOldestBeyond(MAX_PEOPLE, runs);
      const patienceMs = usable ? USABLE_PATIENCE_MS : CHANGE_PATIENCE_MS;
      if (run.count < MIN_FAILURES || nowMs - run.sinceMs < patienceMs) return false;
      runs.clear();
      return true;
    },
  };
}
