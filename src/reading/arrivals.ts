import type { Logger } from '../log.ts';
import type { UnreadMessage } from './reading-ports.ts';

/** What waits for the database, or for Discord, to tell what may be read; beyond it, the oldest is left out. */
const MAX_ARRIVALS = 200;

/** A message to read, or something that happened to messages. */
interface Arrival {
  /** The message; `undefined` for anything else that happened. */
  readonly posted: UnreadMessage | undefined;
  readonly act: () => Promise<void>;
  /** Called in place of `act` when there is no more room for it, or what waits is dropped. */
  readonly onDropped?: (() => void) | undefined;
}

/** What happened to messages of one guild and was not acted on yet, in order: none overtakes another. */
export class Arrivals {
  readonly #log: Logger;
  /** A message was dropped because there were too many. */
  readonly #onLeftOut: () => void;
  readonly #waiting: Arrival[] = [];
  #taking: Arrival | undefined;

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
    return [this.#taking, ...this.#waiting].flatMap((arrival) => arrival?.posted ?? []);
  }

  /** Acts on it once everything before it was acted on. */
  add(arrival: Arrival): void {
    this.#waiting.push(arrival);
    this.#bound();
  }

  /** Acts on it before everything that waits: it follows from what is acted on now. */
  addNext(arrival: Arrival): void {
    this.#waiting.unshift(arrival);
    this.#bound();
  }

  /** Drops the messages that wait, and returns how many there were. */
  clear(): number {
    const isKept = ({ posted, onDropped }: Arrival): boolean => posted === undefined && onDropped === undefined;
    const dropped = this.#waiting.filter((arrival) => !isKept(arrival));
    this.#waiting.splice(0, this.#waiting.length, ...this.#waiting.filter(isKept));
    for (const { onDropped } of dropped) onDropped?.();
    return dropped.length;
  }

  #bound(): void {
    const dropped = this.#waiting.length > MAX_ARRIVALS ? this.#waiting.shift() : undefined;
    if (dropped?.posted !== undefined) this.#onLeftOut();
    dropped?.onDropped?.();
    if (!this.isBusy) void this.#takeAll();
  }

  async #takeAll(): Promise<void> {
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      this.#taking = next;
      await next.act().catch((err: unknown) => this.#log.warn({ err }, 'could not take in a message to read aloud'));
    }
    this.#taking = undefined;
  }
}
