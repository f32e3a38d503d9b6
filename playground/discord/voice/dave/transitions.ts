/** The transitions of one channel: who still has to be ready before media senders switch keys. */
export interface Transitions {
  /** Starts a transition of these users and returns its id, 1…65,535. */
  begin(userIds: readonly string[]): number;
  ready(userId: string, id: number): void;
  /** Waits no longer for somebody who left or starts afresh, and tells them nothing more. */
  forget(userId: string): void;
  /** Drops everything under way. */
  clear(): void;
}

export interface TransitionsOptions {
  /** A transition is executed after this time, whoever is not ready. */
  readonly timeoutMs: number;
  /** Tells one user to execute a transition (op 22). */
  execute(userId: string, id: number): void;
}

interface Transition {
  readonly members: Set<string>;
  readonly waiting: Set<string>;
  readonly timer: NodeJS.Timeout;
}

const MAX_ID = 65_535;

/** Makes the bookkeeping of one channel's transitions. Id 0 is never given: clients execute it without being asked. */
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
