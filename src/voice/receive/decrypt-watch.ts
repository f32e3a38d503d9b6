/** Tells when packets that cannot be decrypted mean that the connection has lost its keys. */
export interface DecryptWatch {
  opened(userId: string): void;
  /** True once this failure is one too many; it begins to count anew then. `usable`: the keys claim to be in order. */
  failed(userId: string, usable: boolean, nowMs: number): boolean;
}

/** Half a second of speech. */
const MIN_FAILURES = 25;

/**
 * With keys in use, all of somebody's packets failing for this long is the library's defect (it cannot recover from
 * transition 0). While keys change or are missing, failures are normal for some seconds.
 */
const USABLE_PATIENCE_MS = 1_500;
const CHANGE_PATIENCE_MS = 10_000;

/** Failures further apart than this have nothing to do with each other. */
const FORGET_MS = 5_000;

/** People watched at once; beyond them the one who failed first is forgotten. */
const MAX_PEOPLE = 100;

/** Makes the watch of one connection; each person counts alone, for one person's success says nothing of another's key. */
export function createDecryptWatch(): DecryptWatch {
  const runs = new Map<string, { count: number; sinceMs: number; lastMs: number }>();
  return {
    opened(userId) {
      if (runs.size > 0) runs.delete(userId);
    },
    failed(userId, usable, nowMs) {
      const before = runs.get(userId);
      const goesOn = before !== undefined && nowMs - before.lastMs < FORGET_MS;
      const run = goesOn ? before : { count: 0, sinceMs: nowMs, lastMs: nowMs };
      run.count += 1;
      run.lastMs = nowMs;
      runs.set(userId, run);
      const [oldest] = runs.keys();
      if (runs.size > MAX_PEOPLE && oldest !== undefined) runs.delete(oldest);
      const patienceMs = usable ? USABLE_PATIENCE_MS : CHANGE_PATIENCE_MS;
      if (run.count < MIN_FAILURES || nowMs - run.sinceMs < patienceMs) return false;
      runs.clear();
      return true;
    },
  };
}
