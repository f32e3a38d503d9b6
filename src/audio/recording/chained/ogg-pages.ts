import { CRC_OFFSET, oggPageCrc } from '../../opus/ogg-crc.ts';
import type { RandomAccess } from '../recording-api.ts';
import type { Yielder } from '../recording-source.ts';

/** A whole page of an Ogg file (RFC 3533 §6). */
export interface OggPage {
  /** Its bytes in the file; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly serial: number;
  /** It starts a logical stream, or ends one. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if it starts a stream and has the right checksum; other pages are not checked. */
  readonly isIntactStart: boolean;
  /** It starts in the middle of a packet. */
  readonly isContinued: boolean;
  /** End of the page's last packet, in the units of its stream; -1 if no packet ends on it. */
  readonly granulePosition: number;
  /** True if it has no content, not even an empty packet: some encoders end a stream with such a page. */
  readonly isNil: boolean;
  /** The first bytes of its content, at most 48. */
  readonly content: Uint8Array;
  /** True if bytes that are no page were skipped before it. */
  readonly isAfterGap: boolean;
}

const CAPTURE_PATTERN = 'OggS';
const HEADER_BYTES = 27;
const FLAG_CONTINUED = 1;
const FLAG_FIRST = 2;
const FLAG_LAST = 4;
const FLAGS_OFFSET = 5;
const GRANULE_OFFSET = 6;
const SERIAL_OFFSET = 14;
const SEGMENTS_OFFSET = 26;
/** Enough for the identification headers of all codecs. */
const CONTENT_BYTES = 48;
const MAX_PAGE_BYTES = HEADER_BYTES + 255 + 255 * 255;
const CHUNK_BYTES = 2 ** 20;
/** What checksums may cost beyond the file's size: a file can consist of nothing but false starts of pages. */
const FREE_CRC_BYTES = 2 ** 20;

/** True if a file starts as Ogg does. */
export async function startsAsOgg(file: RandomAccess): Promise<boolean> {
  const head = await file.read(0, Math.min(CAPTURE_PATTERN.length, file.sizeBytes));
  return Buffer.from(head).toString('latin1') === CAPTURE_PATTERN;
}

/**
 * Reads the headers of all whole pages in order, and skips everything else. A page is what is followed by another page or
 * the end of the file, or has the right checksum. Reads each byte about once, and holds a chunk of 1 MB.
 * @throws errors of `file`; the reason of an abort.
 */
export async function* oggPages(file: RandomAccess, yielder: Yielder): AsyncGenerator<OggPage, void> {
  const window = new Window(file);
  let crcBytesLeft = file.sizeBytes + FREE_CRC_BYTES;
  let isAfterGap = false;
  for (let at = 0; at + HEADER_BYTES <= file.sizeBytes; ) {
    const bytes = await window.at(at);
    const sizeBytes = pageBytes(bytes);
    if (!isFollowed(bytes, sizeBytes)) crcBytesLeft -= sizeBytes;
    if (isFollowed(bytes, sizeBytes) || (crcBytesLeft >= 0 && hasChecksum(bytes, sizeBytes))) {
      yield { ...readHeader(bytes.subarray(0, sizeBytes)), start: at, end: at + sizeBytes, isAfterGap };
      isAfterGap = false;
      at += sizeBytes;
    } else {
      isAfterGap = true;
      at = await window.nextPattern(at + 1);
    }
    await yielder.pause();
  }
}

/** A file's bytes around the place that is being read. */
class Window {
  readonly #file: RandomAccess;
  #start = 0;
  #bytes: Buffer = Buffer.alloc(0);

  constructor(file: RandomAccess) {
    this.#file = file;
  }

  /** The bytes from `start`: those of the longest page and of the pattern after it, as far as the file has them. */
  async at(start: number): Promise<Buffer> {
    const { sizeBytes } = this.#file;
    const neededEnd = Math.min(start + MAX_PAGE_BYTES + CAPTURE_PATTERN.length, sizeBytes);
    if (start < this.#start || neededEnd > this.#start + this.#bytes.length) {
      this.#bytes = Buffer.from(await this.#file.read(start, Math.min(start + CHUNK_BYTES, sizeBytes)));
      this.#start = start;
    }
    return this.#bytes.subarray(start - this.#start);
  }

  /** Where the next page may start: at `from` or later; the end of the file if nowhere. */
  async nextPattern(from: number): Promise<number> {
    const { sizeBytes } = this.#file;
    for (let start = from; start + HEADER_BYTES <= sizeBytes; ) {
      const bytes = await this.at(start);
      const found = bytes.indexOf(CAPTURE_PATTERN, 0, 'latin1');
      if (found >= 0) return start + found;
      start += Math.max(1, bytes.length - CAPTURE_PATTERN.length + 1);
    }
    return sizeBytes;
  }
}

/** The size of the page at the start of `bytes`; 0 if there is none, or not all of it. */
function pageBytes(bytes: Buffer): number {
  if (bytes.toString('latin1', 0, CAPTURE_PATTERN.length) !== CAPTURE_PATTERN) return 0;
  if (bytes.length < HEADER_BYTES || bytes.readUInt8(CAPTURE_PATTERN.length) !== 0) return 0;
  const contentStart = HEADER_BYTES + bytes.readUInt8(SEGMENTS_OFFSET);
  if (bytes.length < contentStart) return 0;
  const sizeBytes = bytes.subarray(HEADER_BYTES, contentStart).reduce((sum, length) => sum + length, contentStart);
  return sizeBytes <= bytes.length ? sizeBytes : 0;
}

function isFollowed(bytes: Buffer, sizeBytes: number): boolean {
  if (sizeBytes === 0) return false;
  if (sizeBytes === bytes.length) return true;
  return bytes.toString('latin1', sizeBytes, sizeBytes + CAPTURE_PATTERN.length) === CAPTURE_PATTERN;
}

function hasChecksum(bytes: Buffer, sizeBytes: number): boolean {
  return sizeBytes > 0 && bytes.readUInt32LE(CRC_OFFSET) === oggPageCrc(bytes.subarray(0, sizeBytes));
}

function readHeader(page: Buffer): Omit<OggPage, 'start' | 'end' | 'isAfterGap'> {
  const flags = page.readUInt8(FLAGS_OFFSET);
  const isFirst = (flags & FLAG_FIRST) !== 0;
  const contentStart = HEADER_BYTES + page.readUInt8(SEGMENTS_OFFSET);
  return {
    serial: page.readUInt32LE(SERIAL_OFFSET),
    isFirst,
    isIntactStart: isFirst && hasChecksum(page, page.length),
    isLast: (flags & FLAG_LAST) !== 0,
    isNil: contentStart === HEADER_BYTES,
    isContinued: (flags & FLAG_CONTINUED) !== 0,
    granulePosition: Number(page.readBigInt64LE(GRANULE_OFFSET)),
    // A copy: otherwise it would keep the whole chunk in memory.
    content: Uint8Array.prototype.slice.call(page.subarray(contentStart, contentStart + CONTENT_BYTES)),
  };
}
