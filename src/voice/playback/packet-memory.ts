/** One second of speech at 64 kbit/s. */
const CHUNK_BYTES = 8_192;

/** Most chunks kept for later, 4 MB. */
const MAX_FREE_CHUNKS = 512;

/**
 * Memory for the packets that wait in all sessions of a thread, used again and again. The garbage collector counts what is
 * allocated against the heap's limit, even if it is freed soon: with new memory for all sound that arrives, a thread of 400
 * sessions looks through its whole heap once a second (measured).
 */
export class PacketMemory {
  readonly #free: Buffer[] = [];

  /** A chunk of at least that length. */
  take(length: number): Buffer {
    const free = length > CHUNK_BYTES ? undefined : this.#free.pop();
    return free ?? Buffer.allocUnsafeSlow(Math.max(length, CHUNK_BYTES));
  }

  /** Gives back a chunk that nobody reads any more. One that is forgotten instead is freed by the garbage collector. */
  give(chunk: Buffer): void {
    if (chunk.length === CHUNK_BYTES && this.#free.length < MAX_FREE_CHUNKS) this.#free.push(chunk);
  }
}
