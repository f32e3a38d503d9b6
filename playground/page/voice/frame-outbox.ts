import type { TabVoiceOptions } from '../ports.ts';

/** Frames that the tab's socket may hold: 1 s of one speaker. */
const MAX_IN_FLIGHT = 50;
/** Frames that wait for it beyond that: 2 s. Older speech is of no use to anyone. */
const MAX_WAITING = 100;

/** Frames on their way to one tab. A slow tab loses the oldest, and slows nobody. */
export class FrameOutbox {
  readonly #send: TabVoiceOptions['send'];
  readonly #waiting: Uint8Array[] = [];
  #inFlight = 0;
  #dropped = 0;

  constructor(send: TabVoiceOptions['send']) {
    this.#send = send;
  }

  /** Frames that were dropped because the tab was slow. */
  get dropped(): number {
    return this.#dropped;
  }

  push(frame: Uint8Array): void {
    if (this.#inFlight < MAX_IN_FLIGHT) {
      this.#dispatch(frame);
      return;
    }
    this.#waiting.push(frame);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
  }

  /** Forgets the frames that wait, as when the tab leaves voice. */
  clear(): void {
    this.#waiting.length = 0;
  }

  #dispatch(frame: Uint8Array): void {
    this.#inFlight += 1;
    this.#send(frame, () => {
      this.#inFlight -= 1;
      const next = this.#waiting.shift();
      if (next !== undefined) this.#dispatch(next);
    });
  }
}
