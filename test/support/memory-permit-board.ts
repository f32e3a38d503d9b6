import { sleep } from '../../src/concurrency/async.ts';
import type { BoardListener, BoardView, PermitBoard, SlotKind } from '../../src/speech/limiter/limiter-ports.ts';

/** How long a statement takes. */
const LATENCY_MS = 1;

/** A board in memory, for processes of one test. Its clock is `performance.now()`. */
export class MemoryPermitBoards {
  readonly #slots = new Map<number, number>();
  readonly #claims = new Map<number, Map<SlotKind, number>>();
  readonly #listeners = new Map<number, BoardListener>();
  readonly #connected = new Set<number>();
  readonly #limits = new Map<number, number>();
  /** Statements of all processes that were answered. */
  statements = 0;
  /** True: notices get lost. */
  losesNotices = false;
  #processes = 0;

  /** Slots that are held, with their holders. */
  get holders(): ReadonlyMap<number, number> {
    return this.#slots;
  }

  /** Adds a process, whose number is its place in the order of creation, from 1 on. */
  create(): PermitBoard {
    this.#processes += 1;
    const own = this.#processes;
    const statement = async <T>(work: () => T): Promise<T> => {
      await sleep(LATENCY_MS);
      this.statements += 1;
      if (!this.#connected.has(own)) throw new Error('not connected');
      return work();
    };
    return {
      start: (listener) => {
        this.#listeners.set(own, listener);
        this.connect(own);
      },
      take: (slots, most) =>
        statement(() => {
          const taken = slots.filter((slot) => !this.#slots.has(slot)).slice(0, most);
          for (const slot of taken) this.#slots.set(slot, own);
          return taken;
        }),
      giveBack: (slots) =>
        statement(() => {
          for (const { slot } of slots) this.#slots.delete(slot);
          for (const { owner } of slots) if (owner !== undefined) this.#notice(owner, (listener) => listener.onFreed());
        }),
      claim: (kind) => statement(() => void this.#claims.get(own)?.set(kind, performance.now())),
      unclaim: (kind) => statement(() => void this.#claims.get(own)?.delete(kind)),
      view: () => statement(() => this.#view(own)),
      announce: (limit) => statement(() => void this.#limits.set(own, limit)),
      tell: (news) =>
        statement(() => {
          for (const other of this.#connected) {
            if (other === own) continue;
            if (news.kind === 'wanted') this.#notice(other, (listener) => listener.onWanted());
            else this.#notice(other, (listener) => listener.onLowered(news.limit));
          }
        }),
    };
  }

  connect(process: number): void {
    this.#connected.add(process);
    this.#claims.set(process, new Map());
    this.#listeners.get(process)?.onConnected();
  }

  /** Breaks the connection of a process; it learns of it unless it was killed. */
  disconnect(process: number, { isKilled = false } = {}): void {
    this.#connected.delete(process);
    this.#limits.delete(process);
    this.#claims.delete(process);
    for (const [slot, holder] of this.#slots) if (holder === process) this.#slots.delete(slot);
    if (!isKilled) this.#listeners.get(process)?.onLost();
  }

  #notice(process: number, tell: (listener: BoardListener) => void): void {
    const listener = this.#listeners.get(process);
    if (listener !== undefined && this.#connected.has(process) && !this.losesNotices)
      queueMicrotask(() => tell(listener));
  }

  #view(own: number): BoardView {
    const claims = [...this.#claims].flatMap(([owner, kinds]) =>
      [...kinds].map(([kind, sinceMs]) => ({
        owner,
        kind,
        isOwn: owner === own,
        waitedMs: performance.now() - sinceMs,
      })),
    );
    const limits = [...this.#limits].filter(([process]) => process !== own).map(([, limit]) => limit);
    const othersLimit = limits.length === 0 ? undefined : Math.min(...limits);
    return { taken: new Map(this.#slots), claims, processes: this.#connected.size, othersLimit };
  }
}
