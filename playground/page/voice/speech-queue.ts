/** 5 s of speech: a page in the background sends what its file says a second ahead, and a busy one catches up. */
const MAX_WAITING = 250;

/**
 * The packets of one utterance between the tab, which sends them as it likes, and the voice server, which gets one every
 * 20 ms. When too many wait, the oldest is dropped.
 */
export class SpeechQueue implements AsyncIterable<Uint8Array> {
  readonly #waiting: Uint8Array[] = [];
  #isEnded = false;
  #dropped = 0;
  #wake: (() => void) | undefined;

  /** Packets that were dropped. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a packet; after `end` it is ignored. */
  push(packet: Uint8Array): void {
    if (this.#isEnded) return;
    this.#waiting.push(packet);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#dropped += 1;
    }
    this.#wake?.();
  }

  /** The utterance ends after the packets that wait. Safe to call twice. */
  end(): void {
    this.#isEnded = true;
    this.#wake?.();
  }

  /** Forgets the packets that wait: nobody wants to say them any more. */
  clear(): void {
    this.#waiting.length = 0;
  }

  /** For one reader. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const packet = this.#waiting.shift();
      if (packet !== undefined) yield packet;
      else if (this.#isEnded) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}
