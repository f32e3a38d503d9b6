import { CRC_OFFSET, oggPageCrc } from './ogg-crc.ts';
import { OpusError } from './opus-error.ts';

/** Fixed part of a page's header, before its table of segment lengths (RFC 3533 §6). */
const PAGE_HEADER_BYTES = 27;
const CAPTURE_PATTERN = [0x4f, 0x67, 0x67, 0x53] as const;
const FLAG_CONTINUED = 1;
const FLAG_FIRST = 2;
const FLAG_LAST = 4;
/** Maximum size of an audio packet: RFC 7845 §6 limits them to 61,440 bytes per stream. */
const MAX_AUDIO_PACKET_BYTES = 61_440;
const HEAD_MAGIC = 'OpusHead';
const TAGS_MAGIC = 'OpusTags';

/** The identification header of a stream (RFC 7845 §5.1). `preSkipSamples` counts 48 kHz samples. */
interface OpusHead {
  readonly version: number;
  readonly channels: number;
  readonly preSkipSamples: number;
}

/** Splits an Ogg Opus stream into packets as its bytes arrive. */
export interface OggOpusReader {
  /** Header of the current stream; `undefined` before the first. */
  readonly head: OpusHead | undefined;
  /**
   * Reads the next bytes, cut anywhere, and returns the audio packets whose last page is now complete. The packets are in
   * new memory: `bytes` can be reused, and returned packets never change.
   * @throws {OpusError} OGG_MALFORMED if the bytes are not valid Ogg Opus, AUDIO_UNSUPPORTED if the stream has more than
   * two channels. Not recoverable: the caller must synthesize again.
   */
  push(bytes: Uint8Array): Uint8Array[];
  /**
   * Call at the end of the bytes.
   * @throws {OpusError} OGG_MALFORMED if they ended within a page or a packet. A missing end flag is not an error.
   */
  end(): void;
}

/**
 * Creates an Ogg Opus reader. It skips headers, tags of any length and logical streams of other codecs, and reads chained
 * streams as one. It needs no closing.
 */
export function createOggOpusReader(): OggOpusReader {
  return new Reader();
}

type Phase = 'before-head' | 'before-tags' | 'audio' | 'ended';

class Reader implements OggOpusReader {
  #head: OpusHead | undefined;
  #phase: Phase = 'before-head';
  #serial = 0;
  /** Bytes of an incomplete page, and how many are needed before parsing again. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #neededBytes = PAGE_HEADER_BYTES;
  /** Pieces of a packet that continues on the next page. */
  #partial: Uint8Array[] = [];
  #partialBytes = 0;

  get head(): OpusHead | undefined {
    return this.#head;
  }

  push(bytes: Uint8Array): Uint8Array[] {
    const packets: Uint8Array[] = [];
    let data = bytes;
    if (this.#waitingBytes + bytes.length < this.#neededBytes) {
      this.#wait(bytes);
      return packets;
    }
    if (this.#waitingBytes > 0) {
      data = Buffer.concat([...this.#waiting, bytes]);
      this.#waiting = [];
      this.#waitingBytes = 0;
    }
    let offset = 0;
    for (;;) {
      this.#neededBytes = pageBytes(data, offset);
      if (data.length - offset < this.#neededBytes) break;
      this.#readPage(data.subarray(offset, offset + this.#neededBytes), packets);
      offset += this.#neededBytes;
    }
    if (offset < data.length) this.#wait(data.subarray(offset));
    return packets;
  }

  end(): void {
    if (this.#waitingBytes > 0 || this.#partial.length > 0) {
      throw malformed('The Ogg stream ends in the middle of a page or a packet.');
    }
  }

  #wait(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    // Not `slice`, which on a Buffer is a view: the pushed bytes are the caller's.
    this.#waiting.push(new Uint8Array(bytes));
    this.#waitingBytes += bytes.length;
  }

  #readPage(page: Uint8Array, packets: Uint8Array[]): void {
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    if (view.getUint8(4) !== 0) throw malformed('An Ogg page is of an unknown version.');
    if (view.getUint32(CRC_OFFSET, true) !== oggPageCrc(page)) throw malformed('An Ogg page fails its checksum.');
    const flags = view.getUint8(5);
    const serial = view.getUint32(14, true);
    const segments = view.getUint8(26);
    const bodyOffset = PAGE_HEADER_BYTES + segments;
    if ((flags & FLAG_FIRST) !== 0) this.#begin(serial, page.subarray(bodyOffset));
    if (this.#phase === 'before-head') {
      if ((flags & FLAG_FIRST) !== 0) return;
      throw malformed('The Ogg stream holds no Opus.');
    }
    if (serial !== this.#serial || this.#phase === 'ended') return;
    this.#checkContinuation((flags & FLAG_CONTINUED) !== 0);
    this.#readSegments(
      page.subarray(PAGE_HEADER_BYTES, bodyOffset),
      new Uint8Array(page.subarray(bodyOffset)),
      packets,
    );
    if ((flags & FLAG_LAST) !== 0) this.#phase = 'ended';
  }

  #begin(serial: number, body: Uint8Array): void {
    if (!startsWith(body, HEAD_MAGIC)) return;
    this.#serial = serial;
    this.#phase = 'before-head';
    this.#dropPartial();
    this.#head = readHead(body);
    this.#phase = 'before-tags';
  }

  #checkContinuation(continued: boolean): void {
    if (continued !== this.#partial.length > 0) {
      throw malformed('A page of the Ogg stream is missing: a packet lacks its beginning or its end.');
    }
  }

  #readSegments(lengths: Uint8Array, body: Uint8Array, packets: Uint8Array[]): void {
    let start = 0;
    let end = 0;
    for (const length of lengths) {
      end += length;
      if (length === 255) continue;
      this.#readPacket(this.#complete(body.subarray(start, end)), packets);
      start = end;
    }
    if (lengths.at(-1) === 255) this.#keepPartial(body.subarray(start, end));
  }

  #readPacket(packet: Uint8Array, packets: Uint8Array[]): void {
    if (this.#phase === 'audio') {
      // An empty packet marks a lost one (RFC 7845 §4): it has nothing to play.
      if (packet.length > 0) packets.push(packet);
    } else if (startsWith(packet, TAGS_MAGIC)) {
      this.#phase = 'audio';
    } else if (!startsWith(packet, HEAD_MAGIC)) {
      throw malformed('The Ogg Opus stream has no tags after its header.');
    }
  }

  #keepPartial(piece: Uint8Array): void {
    this.#partialBytes += piece.length;
    // Only the start of tags, which can contain pictures, matters; it is in the first piece.
    if (this.#phase !== 'audio' && this.#partial.length > 0) return;
    if (this.#partialBytes > MAX_AUDIO_PACKET_BYTES && this.#phase === 'audio') {
      throw malformed('A packet of the Ogg stream is longer than an Opus packet can be.');
    }
    this.#partial.push(piece);
  }

  #complete(piece: Uint8Array): Uint8Array {
    if (this.#partial.length === 0) return piece;
    const whole = Buffer.concat([...this.#partial, piece]);
    this.#dropPartial();
    return whole;
  }

  #dropPartial(): void {
    this.#partial = [];
    this.#partialBytes = 0;
  }
}

/** Size of the page at `offset` as far as known; at least its header if less is available. */
function pageBytes(data: Uint8Array, offset: number): number {
  const available = data.length - offset;
  for (let index = 0; index < Math.min(4, available); index += 1) {
    if (data[offset + index] !== CAPTURE_PATTERN[index])
      throw malformed('A page of the Ogg stream does not begin with OggS.');
  }
  if (available < PAGE_HEADER_BYTES) return PAGE_HEADER_BYTES;
  const bodyOffset = PAGE_HEADER_BYTES + (data[offset + 26] ?? 0);
  if (available < bodyOffset) return bodyOffset;
  let bytes = bodyOffset;
  for (let index = PAGE_HEADER_BYTES; index < bodyOffset; index += 1) bytes += data[offset + index] ?? 0;
  return bytes;
}

function readHead(body: Uint8Array): OpusHead {
  if (body.length < 19) throw malformed('The header of the Opus stream is cut short.');
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const version = view.getUint8(8);
  // The upper half marks incompatible versions (RFC 7845 §5.1).
  if (version >> 4 !== 0) throw malformed('The header of the Opus stream is of an unknown version.');
  const channels = view.getUint8(9);
  if (channels < 1 || channels > 2) {
    throw new OpusError('AUDIO_UNSUPPORTED', `The Opus stream has ${channels} channels; one or two can be played.`);
  }
  return { version, channels, preSkipSamples: view.getUint16(10, true) };
}

function startsWith(bytes: Uint8Array, magic: string): boolean {
  if (bytes.length < magic.length) return false;
  for (let index = 0; index < magic.length; index += 1) {
    if (bytes[index] !== magic.charCodeAt(index)) return false;
  }
  return true;
}

function malformed(message: string): OpusError {
  return new OpusError('OGG_MALFORMED', message);
}
