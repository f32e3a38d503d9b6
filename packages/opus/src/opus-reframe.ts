import { OpusError } from './opus-error.ts';
import { FRAME_SAMPLES, frameCount, frameSamples, packetSamples } from './opus-packet.ts';

/** Maximum size of a frame in bytes (RFC 6716 §3.2.1). */
const MAX_FRAME_BYTES = 1275;
/** Mask of the first byte without the frame count code. */
const TOC_WITHOUT_CODE = 0xfc;
const CODE_3 = 3;
const VBR_FLAG = 0x80;
const PADDING_FLAG = 0x40;

/** Converts packets of other durations to 20 ms packets by splitting and joining frames, without decoding. */
export interface OpusReframer {
  /**
   * Adds a packet and returns the 20 ms packets that are now complete; a packet of 20 ms is returned as the same object.
   * Frames that cannot share a packet, because the coding mode changes within 20 ms, are followed by empty ones, which a
   * decoder conceals.
   * @throws {OpusError} OPUS_MALFORMED if the packet's inner lengths are wrong or its frames exceed 20 ms.
   */
  push(packet: Uint8Array): Uint8Array[];
  /** Returns the remaining frames, padded with empty ones to 20 ms; none if no frames are left. */
  end(): Uint8Array[];
}

/** True if a packet can be re-framed without decoding: its frames last at most 20 ms. */
export function canReframe(packet: Uint8Array): boolean {
  return frameSamples(packet[0] ?? 0) <= FRAME_SAMPLES;
}

/** Creates a re-framer for one stream. It needs no closing. */
export function createOpusReframer(): OpusReframer {
  return new Reframer();
}

class Reframer implements OpusReframer {
  #toc = 0;
  #frames: Uint8Array[] = [];

  push(packet: Uint8Array): Uint8Array[] {
    const samples = packetSamples(packet);
    if (!canReframe(packet)) throw malformed('An Opus packet has frames longer than 20 ms.');
    const toc = (packet[0] ?? 0) & TOC_WITHOUT_CODE;
    const packets = toc === this.#toc ? [] : this.end();
    if (samples === FRAME_SAMPLES && this.#frames.length === 0) {
      packets.push(packet);
      return packets;
    }
    this.#toc = toc;
    const framesPerPacket = FRAME_SAMPLES / frameSamples(toc);
    for (const frame of opusFrames(packet)) {
      this.#frames.push(frame);
      if (this.#frames.length === framesPerPacket) packets.push(this.#join());
    }
    return packets;
  }

  end(): Uint8Array[] {
    if (this.#frames.length === 0) return [];
    const framesPerPacket = FRAME_SAMPLES / frameSamples(this.#toc);
    while (this.#frames.length < framesPerPacket) this.#frames.push(new Uint8Array());
    return [this.#join()];
  }

  #join(): Uint8Array {
    const frames = this.#frames;
    this.#frames = [];
    const [first] = frames;
    if (first !== undefined && frames.length === 1) return Buffer.concat([Uint8Array.of(this.#toc), first]);
    const lengths = frames.slice(0, -1).flatMap((frame) => frameLengthBytes(frame.length));
    const head = Uint8Array.of(this.#toc | CODE_3, VBR_FLAG | frames.length, ...lengths);
    return Buffer.concat([head, ...frames]);
  }
}

/**
 * Splits a packet into packets of one frame each, without decoding; a packet of one frame is returned as the same object.
 * @throws {OpusError} OPUS_MALFORMED when the packet is empty, lasts more than 120 ms, or its inner lengths are wrong.
 */
export function splitFrames(packet: Uint8Array): Uint8Array[] {
  packetSamples(packet);
  const toc = packet[0] ?? 0;
  if ((toc & CODE_3) === 0) return [packet];
  return opusFrames(packet).map((frame) => Buffer.concat([Uint8Array.of(toc & TOC_WITHOUT_CODE), frame]));
}

/**
 * The frames of a packet, as views into it, without padding (RFC 6716 §3.2).
 * @throws {OpusError} OPUS_MALFORMED when the lengths inside the packet do not fit its size.
 */
function opusFrames(packet: Uint8Array): Uint8Array[] {
  const count = frameCount(packet);
  const code = (packet[0] ?? 0) & 3;
  if (code === 0) return cut(packet, 1, []);
  if (code === 1) return cutEvenly(packet.subarray(1), count);
  if (code === 2) {
    const first = readLength(packet, 1);
    return cut(packet, first.next, [first.length]);
  }
  return code3Frames(packet, count);
}

function code3Frames(packet: Uint8Array, count: number): Uint8Array[] {
  const flags = packet[1] ?? 0;
  let offset = 2;
  let paddingBytes = 0;
  if ((flags & PADDING_FLAG) !== 0) {
    let byte: number | undefined;
    do {
      byte = packet[offset];
      if (byte === undefined) throw malformed('The padding of an Opus packet is cut short.');
      // 255 means 254 bytes and another length byte.
      paddingBytes += byte === 255 ? 254 : byte;
      offset += 1;
    } while (byte === 255);
  }
  const end = packet.length - paddingBytes;
  if (end < offset) throw malformed('An Opus packet has more padding than bytes.');
  if ((flags & VBR_FLAG) === 0) return cutEvenly(packet.subarray(offset, end), count);
  const lengths: number[] = [];
  for (let index = 1; index < count; index += 1) {
    const { length, next } = readLength(packet, offset);
    lengths.push(length);
    offset = next;
  }
  return cut(packet.subarray(0, end), offset, lengths);
}

/** Frames of the given lengths from `offset`; the last one takes the rest. */
function cut(bytes: Uint8Array, offset: number, lengths: readonly number[]): Uint8Array[] {
  let start = offset;
  const frames = lengths.map((length) => {
    start += length;
    return bytes.subarray(start - length, start);
  });
  if (start > bytes.length) throw malformed('The frames of an Opus packet are longer than the packet.');
  frames.push(bytes.subarray(start));
  return checked(frames);
}

function cutEvenly(bytes: Uint8Array, count: number): Uint8Array[] {
  if (bytes.length % count !== 0) throw malformed('An Opus packet cannot be cut into frames of equal length.');
  const length = bytes.length / count;
  return checked(Array.from({ length: count }, (_, index) => bytes.subarray(index * length, (index + 1) * length)));
}

function checked(frames: Uint8Array[]): Uint8Array[] {
  if (frames.some((frame) => frame.length > MAX_FRAME_BYTES))
    throw malformed('An Opus frame is longer than 1,275 bytes.');
  return frames;
}

/** Reads a frame length of one or two bytes (RFC 6716 §3.2.1). */
function readLength(packet: Uint8Array, offset: number): { length: number; next: number } {
  const first = packet[offset];
  if (first === undefined) throw malformed('A frame length in an Opus packet is cut short.');
  if (first < 252) return { length: first, next: offset + 1 };
  const second = packet[offset + 1];
  if (second === undefined) throw malformed('A frame length in an Opus packet is cut short.');
  return { length: second * 4 + first, next: offset + 2 };
}

function frameLengthBytes(length: number): number[] {
  if (length < 252) return [length];
  const first = 252 + (length & 3);
  return [first, (length - first) / 4];
}

function malformed(message: string): OpusError {
  return new OpusError('OPUS_MALFORMED', message);
}
