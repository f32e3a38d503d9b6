import { CRC_OFFSET, oggPageCrc } from './ogg-crc.ts';
import { OpusError } from './opus-error.ts';
import { OPUS_SAMPLE_RATE_HZ, packetSamples } from './opus-packet.ts';

const PAGE_HEADER_BYTES = 27;
const FLAG_FIRST = 2;
const FLAG_LAST = 4;
/** Maximum segments of a page: one byte counts them. */
const MAX_SEGMENTS = 255;
/** Granule position of a page on which no packet ends (RFC 3533 §6). */
const NO_GRANULE_POSITION = -1n;
/** Delay of libopus's encoder in samples at 48 kHz, which a player skips at the start. */
const DEFAULT_PRE_SKIP_SAMPLES = 312;
/** Pages of 100 ms with 20 ms packets. */
const DEFAULT_PACKETS_PER_PAGE = 5;
const DEFAULT_SERIAL = 0x4d79_6e61;
const VENDOR = 'mynah';

export interface OggOpusWriterOptions {
  readonly channels: 1 | 2;
  /** Serial number of the logical stream, unsigned 32-bit; streams chained in one file need different ones. */
  readonly serial?: number;
  /** Samples at 48 kHz that a player skips at the start; default 312, 0 for packets cut from mid-stream. */
  readonly preSkipSamples?: number;
  /** Packets per page: 1 for the lowest latency, default 5. */
  readonly packetsPerPage?: number;
}

/** Writes one Ogg Opus stream. Every call returns the next bytes, possibly none. */
export interface OggOpusWriter {
  /** The two header pages. Call first and once. */
  header(): Uint8Array;
  /**
   * Adds one packet unchanged and returns the completed pages. The packet must not change until its page is written.
   * @throws {OpusError} OPUS_MALFORMED when the packet is empty, has an impossible duration, or exceeds a page.
   */
  write(packet: Uint8Array): Uint8Array;
  /** Completes the page under way; no bytes when it is empty. */
  flush(): Uint8Array;
  /** The last page with the end flag: the remaining packets, or none. Do not write after it. */
  end(): Uint8Array;
}

/** Creates an Ogg Opus writer (RFC 7845). Granule positions count every sample of the packets, including the pre-skip. */
export function createOggOpusWriter(options: OggOpusWriterOptions): OggOpusWriter {
  return new Writer(options);
}

class Writer implements OggOpusWriter {
  readonly #channels: 1 | 2;
  readonly #serial: number;
  readonly #preSkipSamples: number;
  readonly #packetsPerPage: number;
  #sequence = 0;
  #granulePosition = 0n;
  #packets: Uint8Array[] = [];
  #segments = 0;

  constructor(options: OggOpusWriterOptions) {
    this.#channels = options.channels;
    this.#serial = options.serial ?? DEFAULT_SERIAL;
    this.#preSkipSamples = options.preSkipSamples ?? DEFAULT_PRE_SKIP_SAMPLES;
    this.#packetsPerPage = options.packetsPerPage ?? DEFAULT_PACKETS_PER_PAGE;
  }

  header(): Uint8Array {
    const head = this.#page([opusHead(this.#channels, this.#preSkipSamples)], FLAG_FIRST);
    return Buffer.concat([head, this.#page([opusTags()], 0)]);
  }

  write(packet: Uint8Array): Uint8Array {
    const samples = packetSamples(packet);
    const segments = Math.floor(packet.length / 255) + 1;
    if (segments > MAX_SEGMENTS) {
      throw new OpusError('OPUS_MALFORMED', `A packet of ${packet.length} bytes is longer than an Opus packet can be.`);
    }
    const full = this.#segments + segments > MAX_SEGMENTS ? this.#flush(0) : undefined;
    this.#packets.push(packet);
    this.#segments += segments;
    this.#granulePosition += BigInt(samples);
    const page = this.#packets.length >= this.#packetsPerPage ? this.#flush(0) : undefined;
    if (full === undefined) return page ?? new Uint8Array();
    return page === undefined ? full : Buffer.concat([full, page]);
  }

  flush(): Uint8Array {
    return this.#packets.length === 0 ? new Uint8Array() : this.#flush(0);
  }

  end(): Uint8Array {
    return this.#flush(FLAG_LAST);
  }

  #flush(flags: number): Uint8Array {
    const page = this.#page(this.#packets, flags);
    this.#packets = [];
    this.#segments = 0;
    return page;
  }

  #page(packets: readonly Uint8Array[], flags: number): Uint8Array {
    const lengths = packets.flatMap((packet) => segmentLengths(packet.length));
    const header = new Uint8Array(PAGE_HEADER_BYTES);
    const page = Buffer.concat([header, Uint8Array.from(lengths), ...packets]);
    page.write('OggS', 0, 'latin1');
    page.writeUInt8(flags, 5);
    page.writeBigInt64LE(packets.length === 0 ? NO_GRANULE_POSITION : this.#granulePosition, 6);
    page.writeUInt32LE(this.#serial, 14);
    page.writeUInt32LE(this.#sequence, 18);
    page.writeUInt8(lengths.length, 26);
    page.writeUInt32LE(oggPageCrc(page), CRC_OFFSET);
    this.#sequence += 1;
    return page;
  }
}

/** How Ogg writes a length: as many 255 as fit, then the rest, which may be 0 (RFC 3533 §6). */
function segmentLengths(length: number): number[] {
  return [...new Array<number>(Math.floor(length / 255)).fill(255), length % 255];
}

function opusHead(channels: number, preSkipSamples: number): Uint8Array {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt16LE(preSkipSamples, 10);
  head.writeUInt32LE(OPUS_SAMPLE_RATE_HZ, 12);
  return head;
}

function opusTags(): Uint8Array {
  const tags = Buffer.alloc(8 + 4 + VENDOR.length + 4);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(VENDOR.length, 8);
  tags.write(VENDOR, 12, 'latin1');
  return tags;
}
