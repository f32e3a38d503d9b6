/** Stores and applies what a person decided. */
type SetConsent<Choice, Result> = (userId: string, choice: Choice | 'opted-out') => Promise<Result>;

/** The changes of one person that have not settled. */
interface Pending<Result> {
  /** The last change, whatever it is. */
  last: Promise<unknown>;
  /** The opt-in that is being stored. */
  optIn: Promise<unknown> | undefined;
  /** The last opt-out. */
  optOut: Promise<Result> | undefined;
  /** Nothing was decided after the last opt-out: further ones share it. */
  isOptOutLast: boolean;
}

/**
 * Makes a person's last decision count, however fast they change it. An opt-out never waits: it applies immediately, and
 * once more after an opt-in that was being stored at that moment, which could have been written later. Repeated opt-outs
 * share one change. An opt-in waits for the changes before it, and is dropped when an opt-out overtakes it; it then
 * resolves like that opt-out.
 */
export function createConsentChanges<Choice, Result>(
  setConsent: SetConsent<Choice, Result>,
): SetConsent<Choice, Result> {
  const people = new Map<string, Pending<Result>>();

  const optOut = (userId: string, pending: Pending<Result>): Promise<Result> => {
    if (pending.optOut !== undefined && pending.isOptOutLast) return pending.optOut;
    pending.isOptOutLast = true;
    const now = setConsent(userId, 'opted-out');
    pending.optOut = pending.optIn === undefined ? now : again(userId, [now, pending.optIn]);
    return pending.optOut;
  };

  const again = async (userId: string, before: readonly Promise<unknown>[]): Promise<Result> => {
    await Promise.allSettled(before);
    return setConsent(userId, 'opted-out');
  };

  const optIn = async (userId: string, choice: Choice, pending: Pending<Result>): Promise<Result> => {
    const { last, optOut: optOutBefore } = pending;
    pending.isOptOutLast = false;
    await Promise.allSettled([last]);
    if (pending.optOut !== undefined && pending.optOut !== optOutBefore) return pending.optOut;
    const storing = setConsent(userId, choice);
    pending.optIn = storing;
    try {
      return await storing;
    } finally {
      pending.optIn = undefined;
    }
  };

  return (userId, choice) => {
    const none = { last: Promise.resolve(), optIn: undefined, optOut: undefined, isOptOutLast: false };
    const pending: Pending<Result> = people.get(userId) ?? none;
    people.set(userId, pending);
    const change = choice === 'opted-out' ? optOut(userId, pending) : optIn(userId, choice, pending);
    pending.last = change;
    const settle = (): void => {
      if (pending.last === change) people.delete(userId);
    };
    change.then(settle, settle);
    return change;
  };
}
