/** Sends a datagram. True when its bytes have left and may be written over. Must not throw. */
export type SendDatagram = (datagram: Buffer) => boolean;

/** Some 280 packets of speech: more than one thread has to send at one time. */
const BATCH_BYTES = 65_536;

/**
 * The datagrams of all connections of a thread. They leave in a row, after all that became due together were encrypted: a send
 * takes half as long right after another one as between two encryptions, which need the processor's caches for themselves.
 */
export class DatagramBatch {
  #bytes = Buffer.allocUnsafeSlow(BATCH_BYTES);
  #usedBytes = 0;
  readonly #datagrams: Buffer[] = [];
  readonly #sends: SendDatagram[] = [];

  /** Memory for a datagram, until the next call. */
  room(length: number): Buffer {
    if (length > BATCH_BYTES - this.#usedBytes) this.#flush();
    if (length > BATCH_BYTES) return Buffer.allocUnsafe(length);
    return this.#bytes.subarray(this.#usedBytes, this.#usedBytes + length);
  }

  /** Sends a datagram, which `room` made, once the work that is under way is done: before the event loop turns to anything else. */
  add(datagram: Buffer, send: SendDatagram): void {
    if (datagram.buffer === this.#bytes.buffer) this.#usedBytes += datagram.length;
    if (this.#datagrams.length === 0) queueMicrotask(() => this.#flush());
    this.#datagrams.push(datagram);
    this.#sends.push(send);
  }

  #flush(): void {
    let isUnused = true;
    for (let index = 0; index < this.#datagrams.length; index += 1) {
      const hasLeft = this.#sends[index]?.(this.#datagrams[index] as Buffer);
      if (hasLeft === false) isUnused = false;
    }
    this.#datagrams.length = 0;
    this.#sends.length = 0;
    this.#usedBytes = 0;
    if (!isUnused) this.#bytes = Buffer.allocUnsafeSlow(BATCH_BYTES);
  }
}
