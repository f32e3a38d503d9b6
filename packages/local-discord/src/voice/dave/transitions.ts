/** The transitions of one channel: which users must still become ready before media senders switch keys. */
export interface Transitions {
  /** Starts a transition of these users and returns its id, 1…65,535. */
  begin(userIds: readonly string[]): number;
  ready(userId: string, id: number): void;
  /** Stops waiting for a user who left or starts over, and sends them nothing more. */
  forget(userId: string): void;
  /** Drops all pending transitions. */
  clear(): void;
}

export interface TransitionsOptions {
  /** A transition is executed after this time even if users are not ready. */
  readonly timeoutMs: number;
  /** Orders one user to execute a transition (op 22). */
  execute(userId: string, id: number): void;
}

interface Transition {
  readonly members: Set<string>;
  readonly waiting: Set<string>;
  readonly timer: NodeJS.Timeout;
}

const MAX_ID = 65_535;

/** Creates the bookkeeping of one channel's transitions. Id 0 is never used: clients execute it without a request. */
export function createTransitions(options: TransitionsOptions): Transitions {
  const underWay = new Map<number, Transition>();
  let lastId = 0;

  const finish = (id: number): void => {
    const transition = underWay.get(id);
    if (transition === undefined) return;
    clearTimeout(transition.timer);
    underWay.delete(id);
    for (const userId of transition.members) options.execute(userId, id);
  };

  return {
    begin(userIds) {
      lastId = (lastId % MAX_ID) + 1;
      const id = lastId;
      const timer = setTimeout(() => finish(id), options.timeoutMs);
      underWay.set(id, { members: new Set(userIds), waiting: new Set(userIds), timer });
      return id;
    },
    ready(userId, id) {
      const transition = underWay.get(id);
      if (transition?.waiting.delete(userId) && transition.waiting.size === 0) finish(id);
    },
    forget(userId) {
      for (const [id, transition] of underWay) {
        transition.members.delete(userId);
        if (transition.waiting.delete(userId) && transition.waiting.size === 0) finish(id);
      }
    },
    clear() {
      for (const { timer } of underWay.values()) clearTimeout(timer);
      underWay.clear();
    },
  };
}
