/** Counts of the actions of a soak, and of their failures. */
export interface Tally {
  count(what: string, times?: number): void;
  fail(what: string): void;
  /** Performs an action and counts it; a failure is counted instead and returns `undefined`. */
  attempt<Result>(what: string, act: () => Promise<Result>): Promise<Result | undefined>;
  readonly done: ReadonlyMap<string, number>;
  readonly failed: ReadonlyMap<string, number>;
}

export function createTally(): Tally {
  const done = new Map<string, number>();
  const failed = new Map<string, number>();
  const fail = (what: string): void => void failed.set(what, (failed.get(what) ?? 0) + 1);
  const count = (what: string, times = 1): void => void done.set(what, (done.get(what) ?? 0) + times);
  return {
    count,
    fail,
    attempt: async (what, act) => {
      try {
        const result = await act();
        count(what);
        return result;
      } catch (error) {
        fail(`${what}: ${error instanceof Error ? error.message : String(error)}`);
        return undefined;
      }
    },
    done,
    failed,
  };
}
