import type { PacketMemory } from './packet-memory.ts';

/** Each packet follows its length, a 16-bit number. */
const LENGTH_BYTES = 2;

/** A piece of memory, of which `endsAt` bytes are used. */
interface Chunk {
  readonly bytes: Buffer;
  endsAt: number;
}

/** Packets that wait for their turn, one behind the other. Of each as an object of its own, the garbage collector would take note. */
export class PackedPackets {
  readonly #memory: PacketMemory;
  readonly #chunks: Chunk[] = [];
  /** Where the first packet's length is, in the first chunk. */
  #firstAt = 0;
  #first: Buffer | undefined;
  #length = 0;

  constructor(memory: PacketMemory) {
    this.#memory = memory;
  }

  get length(): number {
    return this.#length;
  }

  /** The packet whose turn it is; `undefined` without any. A view, valid until `shift`, and not to be written to. */
  get first(): Buffer | undefined {
    const chunk = this.#chunks[0];
    if (chunk === undefined) return undefined;
    this.#first ??= packetAt(chunk, this.#firstAt);
    return this.#first;
  }

  /** The packet after that many others, as a view like `first`. */
  at(index: number): Buffer | undefined {
    let [at, passed] = [this.#firstAt, 0];
    for (const chunk of this.#chunks) {
      for (; at < chunk.endsAt; at += LENGTH_BYTES + chunk.bytes.readUInt16LE(at)) {
        if (passed === index) return packetAt(chunk, at);
        passed += 1;
      }
      at = 0;
    }
    return undefined;
  }

  /** Copies a packet of at most 65,535 bytes. */
  push(packet: Uint8Array): void {
    const neededBytes = LENGTH_BYTES + packet.length;
    let chunk = this.#chunks.at(-1);
    if (chunk === undefined || chunk.endsAt + neededBytes > chunk.bytes.length) {
      chunk = { bytes: this.#memory.take(neededBytes), endsAt: 0 };
      this.#chunks.push(chunk);
    }
    chunk.bytes.writeUInt16LE(packet.length, chunk.endsAt);
    chunk.bytes.set(packet, chunk.endsAt + LENGTH_BYTES);
    chunk.endsAt += neededBytes;
    this.#length += 1;
  }

  /** Removes the first packet. */
  shift(): void {
    const chunk = this.#chunks[0];
    if (chunk === undefined) return;
    this.#first = undefined;
    this.#length -= 1;
    this.#firstAt += LENGTH_BYTES + chunk.bytes.readUInt16LE(this.#firstAt);
    if (this.#firstAt < chunk.endsAt) return;
    this.#firstAt = 0;
    this.#chunks.shift();
    this.#memory.give(chunk.bytes);
  }
}

function packetAt({ bytes }: Chunk, at: number): Buffer {
  const from = at + LENGTH_BYTES;
  return bytes.subarray(from, from + bytes.readUInt16LE(at));
}
