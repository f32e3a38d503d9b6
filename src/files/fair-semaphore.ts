import { MynahError } from '../errors.ts';

/** How a line is bounded. */
interface LineBounds {
  /** Most who are let in at once, in all and of one owner. */
  readonly atOnce: number;
  readonly atOncePerOwner: number;
  /** Most who wait, in all and of one owner. */
  readonly waiting: number;
  readonly waitingPerOwner: number;
}

interface Waiter {
  readonly owner: string;
  readonly admit: () => void;
  readonly onAhead: (ahead: number) => void;
}

/** Lets in so many at once, in order of arrival; whoever's owner has enough inside is passed by until one of them leaves. */
export class FairSemaphore {
  readonly #bounds: LineBounds;
  readonly #inside = new Map<string, number>();
  #waiters: Waiter[] = [];

  constructor(bounds: LineBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a turn; whoever gets one disposes of it. `onAhead` is told how many wait before this one, at once and at
   * every change, while it has to wait at all. An abort rejects with the signal's reason.
   * @throws {MynahError} FILES_BUSY when too many wait already.
   */
  async enter(owner: string, signal: AbortSignal, onAhead: (ahead: number) => void = () => {}): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#hasRoomFor(owner)) return this.#admit(owner);
    const mine = this.#waiters.filter((waiter) => waiter.owner === owner).length;
    if (this.#waiters.length >= this.#bounds.waiting || mine >= this.#bounds.waitingPerOwner) {
      throw new MynahError('FILES_BUSY', 'too many recordings wait to be transcribed', { retryable: true });
    }
    const { promise, resolve, reject } = Promise.withResolvers<Disposable>();
    const waiter: Waiter = { owner, admit: () => resolve(this.#admit(owner)), onAhead };
    this.#waiters.push(waiter);
    onAhead(this.#waiters.length - 1);
    const onAbort = (): void => {
      this.#leaveLine(waiter);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  #hasRoomFor(owner: string): boolean {
    const inside = [...this.#inside.values()].reduce((sum, count) => sum + count, 0);
    return inside < this.#bounds.atOnce && (this.#inside.get(owner) ?? 0) < this.#bounds.atOncePerOwner;
  }

  #admit(owner: string): Disposable {
    this.#inside.set(owner, (this.#inside.get(owner) ?? 0) + 1);
    let hasLeft = false;
    return {
      [Symbol.dispose]: () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (this.#inside.get(owner) ?? 0) - 1;
        if (left === 0) this.#inside.delete(owner);
        else this.#inside.set(owner, left);
        this.#letIn();
      },
    };
  }

  #letIn(): void {
    for (;;) {
      const next = this.#waiters.find(({ owner }) => this.#hasRoomFor(owner));
      if (next === undefined) return;
      this.#leaveLine(next);
      next.admit();
    }
  }

  #leaveLine(gone: Waiter): void {
    this.#waiters = this.#waiters.filter((waiter) => waiter !== gone);
    for (const [ahead, { onAhead }] of this.#waiters.entries()) onAhead(ahead);
  }
}
