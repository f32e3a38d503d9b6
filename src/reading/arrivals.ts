import type { Logger } from '../log/log.ts';
import type { UnreadMessage } from './reading-ports.ts';

/** Messages that wait for the database, or for Discord, to tell what may be read; beyond it, the oldest is left out. */
const MAX_ARRIVALS = 200;

/** A message to read, or something that happened to messages. */
interface Arrival {
  /** The message; `undefined` for anything else that happened. */
  readonly posted: UnreadMessage | undefined;
  /** `signal` is aborted when what waits is dropped meanwhile: nothing of it must be heard then. */
  readonly act: (signal: AbortSignal) => Promise<void>;
  /** Called in place of `act` when there is no more room for it, or what waits is dropped. */
  readonly onDropped?: (() => void) | undefined;
}

/** What is acted on. */
interface Taking {
  readonly arrival: Arrival;
  readonly dropping: AbortController;
}

/** What happened to messages of one guild and was not acted on yet, in order: none overtakes another. */
export class Arrivals {
  readonly #log: Logger;
  /** A message was dropped because there were too many. */
  readonly #onLeftOut: () => void;
  /** What follows from what was acted on, and what happened since. */
  readonly #next: Arrival[] = [];
  readonly #waiting: Arrival[] = [];
  #taking: Taking | undefined;

  constructor({ onLeftOut, log }: { readonly onLeftOut: () => void; readonly log: Logger }) {
    this.#onLeftOut = onLeftOut;
    this.#log = log;
  }

  /** Whether something is being acted on. */
  get isBusy(): boolean {
    return this.#taking !== undefined;
  }

  /** Messages that wait or are acted on, oldest first. */
  get messages(): readonly UnreadMessage[] {
    return [this.#taking?.arrival, ...this.#next, ...this.#waiting].flatMap((arrival) => arrival?.posted ?? []);
  }

  /** Acts on it once everything before it was acted on. */
  add(arrival: Arrival): void {
    this.#waiting.push(arrival);
    this.#bound();
    this.#wake();
  }

  /** Acts on it before what waits otherwise: it follows from what is acted on now. */
  addNext(arrival: Arrival): void {
    this.#next.push(arrival);
    this.#wake();
  }

  /** Drops the messages that wait or are acted on, and returns how many there were. */
  clear(): number {
    const dropped = [...dropFrom(this.#next), ...dropFrom(this.#waiting)];
    for (const { onDropped } of dropped) onDropped?.();
    const taking = this.#taking;
    const isTakingDropped = taking !== undefined && isDroppable(taking.arrival) && !taking.dropping.signal.aborted;
    if (isTakingDropped) taking.dropping.abort();
    return dropped.length + (isTakingDropped ? 1 : 0);
  }

  /** What happened to messages is always acted on: a deletion that is lost would be heard. */
  #bound(): void {
    if (this.#waiting.filter(({ posted }) => posted !== undefined).length <= MAX_ARRIVALS) return;
    const oldest = this.#waiting.findIndex(({ posted }) => posted !== undefined);
    for (const { onDropped } of this.#waiting.splice(oldest, 1)) onDropped?.();
    this.#onLeftOut();
  }

  #wake(): void {
    if (!this.isBusy) void this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    for (let arrival = this.#shift(); arrival !== undefined; arrival = this.#shift()) {
      const dropping = new AbortController();
      this.#taking = { arrival, dropping };
      await arrival
        .act(dropping.signal)
        .catch((err: unknown) => this.#log.warn({ err }, 'could not take in a message to read aloud'));
    }
    this.#taking = undefined;
  }

  #shift(): Arrival | undefined {
    return this.#next.shift() ?? this.#waiting.shift();
  }
}

/** Takes the messages out of what waits. */
function dropFrom(waiting: Arrival[]): readonly Arrival[] {
  const dropped = waiting.filter(isDroppable);
  waiting.splice(0, waiting.length, ...waiting.filter((arrival) => !isDroppable(arrival)));
  return dropped;
}

function isDroppable({ posted, onDropped }: Arrival): boolean {
  return posted !== undefined || onDropped !== undefined;
}
