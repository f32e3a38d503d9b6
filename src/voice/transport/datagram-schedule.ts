/** Sends a datagram. True when its bytes have left and may be written over. Must not throw. */
export type SendDatagram = (datagram: Buffer) => boolean;

/** Some 280 packets of speech: more than one thread has to send at one time. */
const GROUP_BYTES = 65_536;

/**
 * The datagrams of all connections of a thread, until they leave: at once, or at a time. Those of one time leave in a row,
 * after all of them were encrypted: a send takes half as long right after another one as between two encryptions, which need
 * the processor's caches for themselves. Times are in milliseconds of `performance.now()`, on a grid, so that they are few.
 */
export class DatagramSchedule {
  readonly #now = new DatagramGroup();
  readonly #later = new Map<number, DatagramGroup>();
  readonly #free: DatagramGroup[] = [];
  #nextMs = Number.POSITIVE_INFINITY;
  /** Until then, everything has left. */
  #leftMs = Number.NEGATIVE_INFINITY;

  /** Memory for a datagram that leaves at that time, until the next call. */
  room(length: number, leavesAtMs?: number): Buffer {
    if (this.#isLater(leavesAtMs)) return this.#groupAt(leavesAtMs).room(length) ?? Buffer.allocUnsafe(length);
    const room = this.#now.room(length);
    if (room !== undefined) return room;
    this.#now.send();
    return this.#now.room(length) ?? Buffer.allocUnsafe(length);
  }

  /**
   * Sends a datagram, which `room` made for that time. Without a time, or if it has passed, it leaves once the work that is
   * under way is done, before the event loop turns to anything else.
   */
  add(datagram: Buffer, send: SendDatagram, leavesAtMs?: number): void {
    if (this.#isLater(leavesAtMs)) {
      this.#groupAt(leavesAtMs).add(datagram, send);
      return;
    }
    if (this.#now.isEmpty) queueMicrotask(() => this.#now.send());
    this.#now.add(datagram, send);
  }

  /** The earliest time at which datagrams leave; infinite without any. */
  get nextMs(): number {
    return this.#nextMs;
  }

  /** Sends what leaves at once, and at that time or earlier. To be called when a time has come. */
  leave(nowMs: number): void {
    this.#leftMs = nowMs;
    this.#now.send();
    if (this.#nextMs > nowMs) return;
    for (const [atMs, group] of [...this.#later].toSorted(([one], [other]) => one - other)) {
      if (atMs > nowMs) break;
      this.#later.delete(atMs);
      group.send();
      this.#free.push(group);
    }
    this.#nextMs = Math.min(...this.#later.keys());
  }

  /** Forgets what leaves later with this function, and returns how many datagrams those were. `nextMs` stays as it is. */
  cancel(send: SendDatagram): number {
    return this.#later.values().reduce((sum, group) => sum + group.cancel(send), 0);
  }

  #isLater(leavesAtMs: number | undefined): leavesAtMs is number {
    return leavesAtMs !== undefined && leavesAtMs > this.#leftMs;
  }

  #groupAt(atMs: number): DatagramGroup {
    const known = this.#later.get(atMs);
    if (known !== undefined) return known;
    const group = this.#free.pop() ?? new DatagramGroup();
    this.#later.set(atMs, group);
    this.#nextMs = Math.min(this.#nextMs, atMs);
    return group;
  }
}

/** Datagrams that leave in a row, in memory that is used again. */
class DatagramGroup {
  #bytes = Buffer.allocUnsafeSlow(GROUP_BYTES);
  #usedBytes = 0;
  #datagrams: Buffer[] = [];
  #sends: SendDatagram[] = [];

  get isEmpty(): boolean {
    return this.#datagrams.length === 0;
  }

  room(length: number): Buffer | undefined {
    if (length > GROUP_BYTES - this.#usedBytes) return undefined;
    return this.#bytes.subarray(this.#usedBytes, this.#usedBytes + length);
  }

  add(datagram: Buffer, send: SendDatagram): void {
    if (datagram.buffer === this.#bytes.buffer) this.#usedBytes += datagram.length;
    this.#datagrams.push(datagram);
    this.#sends.push(send);
  }

  /** Empties the group. What is added meanwhile leaves, too. */
  send(): void {
    let isUnused = true;
    for (let index = 0; index < this.#datagrams.length; index += 1) {
      const hasLeft = this.#sends[index]?.(this.#datagrams[index] as Buffer);
      if (hasLeft === false) isUnused = false;
    }
    this.#datagrams.length = 0;
    this.#sends.length = 0;
    this.#usedBytes = 0;
    if (!isUnused) this.#bytes = Buffer.allocUnsafeSlow(GROUP_BYTES);
  }

  /** Removes the datagrams of one connection, and returns how many those were. */
  cancel(send: SendDatagram): number {
    const before = this.#datagrams.length;
    this.#datagrams = this.#datagrams.filter((_, index) => this.#sends[index] !== send);
    this.#sends = this.#sends.filter((other) => other !== send);
    return before - this.#datagrams.length;
  }
}
