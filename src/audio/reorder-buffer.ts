/** One packet as received from the network. */
export interface SequencedPacket {
  /** RTP sequence number, 16 bits. */
  readonly sequence: number;
  /** `performance.now()` of its arrival. Packets must be pushed in the order of arrival. */
  readonly receivedAtMs: number;
}

/** Longest wait for a packet overtaken by others: five packets of 20 ms. */
const MAX_WAIT_MS = 100;

/** Maximum packets held, whatever their arrival time: after a stall of this process many arrive together. */
const MAX_HELD = 32;

/** The first packets of a stream can be swapped too: it starts with the lowest of this many. */
const FIRST_PACKETS = 3;

/** Larger jumps restart the stream; they are neither loss nor disorder (RFC 3550, appendix A.1). */
const MAX_DROPOUT = 3000;
const MAX_MISORDER = 100;

/** How many delivered sequence numbers are remembered, to distinguish duplicates from late packets. */
const REMEMBERED = 128;

/** What happened to a packet. `late`: it already counts as lost, and is dropped. */
export type Arrival = 'in-order' | 'reordered' | 'duplicate' | 'late';

/**
 * Puts one stream's packets in order. Counts a gap as lost after 32 packets, or once the earliest packet still held has
 * waited 100 ms.
 */
export interface ReorderBuffer<Packet extends SequencedPacket> {
  /** Adds a packet and delivers all packets that are now in order. */
  push(packet: Packet): Arrival;
  /** Delivers all held packets, counting gaps as lost. The next packet continues after them. */
  flush(): void;
}

/**
 * Creates a buffer. Calls `deliver` with each packet in sequence order and the number of packets missing immediately
 * before it. A jump in the numbering counts no loss.
 */
export function createReorderBuffer<Packet extends SequencedPacket>(
  deliver: (packet: Packet, lost: number) => void,
): ReorderBuffer<Packet> {
  return new SequenceBuffer(deliver);
}

class SequenceBuffer<Packet extends SequencedPacket> implements ReorderBuffer<Packet> {
  readonly #deliver: (packet: Packet, lost: number) => void;
  /** In the order of arrival. */
  readonly #held = new Map<number, Packet>();
  readonly #delivered = new Int32Array(REMEMBERED).fill(-1);
  #next: number | undefined;
  #highest = 0;
  #starting = true;

  constructor(deliver: (packet: Packet, lost: number) => void) {
    this.#deliver = deliver;
  }

  push(packet: Packet): Arrival {
    const { sequence } = packet;
    if (this.#next === undefined) this.#begin(sequence);
    const offset = distance(this.#next ?? sequence, sequence);
    if (this.#held.has(sequence) || (offset < 0 && this.#delivered[sequence % REMEMBERED] === sequence)) {
      return 'duplicate';
    }
    if (offset > MAX_DROPOUT || offset < -MAX_MISORDER) {
      this.flush();
      this.#begin(sequence);
    } else if (offset < 0) {
      if (!this.#starting) return 'late';
      this.#next = sequence;
    }
    return this.#take(packet);
  }

  flush(): void {
    this.#starting = false;
    while (this.#held.size > 0) this.#skipGap();
  }

  #begin(sequence: number): void {
    this.#next = sequence;
    this.#highest = sequence;
    this.#starting = true;
    this.#delivered.fill(-1);
  }

  #take(packet: Packet): Arrival {
    const { sequence, receivedAtMs } = packet;
    const isReordered = distance(this.#highest, sequence) < 0;
    if (!isReordered) this.#highest = sequence;
    if (sequence === this.#next && !this.#starting) this.#release(packet, 0);
    else this.#held.set(sequence, packet);
    if (this.#starting && this.#held.size >= FIRST_PACKETS) this.#starting = false;
    if (!this.#starting) this.#drain();
    while (this.#isOverdue(receivedAtMs)) {
      this.#starting = false;
      this.#skipGap();
    }
    return isReordered ? 'reordered' : 'in-order';
  }

  /** True if the earliest packet still held has waited long enough, or too many are held. */
  #isOverdue(nowMs: number): boolean {
    if (this.#held.size === 0) return false;
    const [earliest] = this.#held.values();
    return this.#held.size > MAX_HELD || nowMs - (earliest?.receivedAtMs ?? nowMs) >= MAX_WAIT_MS;
  }

  /** Delivers the held packets that follow without a gap. */
  #drain(): void {
    for (let packet = this.#held.get(this.#next ?? -1); packet; packet = this.#held.get(this.#next ?? -1)) {
      this.#held.delete(packet.sequence);
      this.#release(packet, 0);
    }
  }

  /** Counts the packets missing before the first held one as lost. */
  #skipGap(): void {
    const expected = this.#next ?? 0;
    let first: Packet | undefined;
    for (const packet of this.#held.values()) {
      if (first === undefined || distance(first.sequence, packet.sequence) < 0) first = packet;
    }
    if (first === undefined) return;
    this.#held.delete(first.sequence);
    this.#release(first, distance(expected, first.sequence));
    this.#drain();
  }

  #release(packet: Packet, lost: number): void {
    this.#delivered[packet.sequence % REMEMBERED] = packet.sequence;
    this.#next = (packet.sequence + 1) & 0xffff;
    this.#deliver(packet, lost);
  }
}

/** How far `to` is ahead of `from` in 16-bit numbering: -32,768 to 32,767. */
function distance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}
