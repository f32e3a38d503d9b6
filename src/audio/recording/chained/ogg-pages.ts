import { CRC_OFFSET, oggPageCrc } from '@mynah/opus/ogg-crc';
import type { RandomAccess } from '../recording-api.ts';
import type { Yielder } from '../recording-source.ts';
import { isHarmlesslyDamaged } from './ogg-harmless.ts';

/** A whole page of an Ogg file (RFC 3533 §6). */
export interface OggPage {
  /** Its bytes in the file; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly serial: number;
  /** It starts a logical stream, or ends one. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Its number in its stream, counted from 0. */
  readonly sequenceNumber: number;
  /** True if it has the right checksum. */
  readonly isIntact: boolean;
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
const SEQUENCE_OFFSET = 18;
const SEGMENTS_OFFSET = 26;
/** Enough for the identification headers of all codecs. */
const CONTENT_BYTES = 48;
const MAX_HEADER_BYTES = HEADER_BYTES + 255;
const MAX_PAGE_BYTES = MAX_HEADER_BYTES + 255 * 255;
const CHUNK_BYTES = 2 ** 20;
/** What checksums of false starts may cost beyond the file's size: a file can consist of nothing else. */
const FREE_CRC_BYTES = 2 ** 20;

/** True if a file starts as Ogg does. */
export async function startsAsOgg(file: RandomAccess): Promise<boolean> {
  const head = await file.read(0, Math.min(CAPTURE_PATTERN.length, file.sizeBytes));
  return Buffer.from(head).toString('latin1') === CAPTURE_PATTERN;
}

/** True if an intact page starts within the first `withinBytes` of a file, of which little more is read. */
export async function hasOggPage(file: RandomAccess, withinBytes: number, yielder: Yielder): Promise<boolean> {
  const sizeBytes = Math.min(file.sizeBytes, withinBytes + MAX_PAGE_BYTES);
  const head = { sizeBytes, read: (start: number, end: number) => file.read(start, end) };
  for await (const page of oggPages(head, yielder)) {
    if (page.isIntact) return page.start <= withinBytes;
  }
  return false;
}

/** What follows the last whole page of a file: the start of a page that is cut off, a damaged page, or other bytes. */
export type OggTail =
  | { readonly kind: 'none' | 'damaged' | 'stray' }
  | { readonly kind: 'cut-off'; readonly serial: number };

/** Finds out what follows the last whole page, which ends at `start`. */
export async function readOggTail(file: RandomAccess, start: number): Promise<OggTail> {
  if (start >= file.sizeBytes) return { kind: 'none' };
  const bytes = Buffer.from(await file.read(start, Math.min(start + MAX_PAGE_BYTES, file.sizeBytes)));
  if (bytes.toString('latin1', 0, CAPTURE_PATTERN.length) !== CAPTURE_PATTERN) return { kind: 'stray' };
  // Readers do not notice a page whose header is cut off.
  const isCutOff = pageBytes(bytes) === 0 && bytes.length >= MAX_HEADER_BYTES;
  return isCutOff ? { kind: 'cut-off', serial: bytes.readUInt32LE(SERIAL_OFFSET) } : { kind: 'damaged' };
}

/**
 * Reads the headers of all whole pages in order, and skips everything else. A page is what has the right checksum. Pages
 * that others follow are taken without it if they hold headers, whose damage often does not matter, if their damage does
 * no harm, and as long as no page had the right one: some writers know nothing of checksums. Reads each byte about once, and holds a chunk of 1 MB.
 * @throws errors of `file`; the reason of an abort.
 */
export async function* oggPages(file: RandomAccess, yielder: Yielder): AsyncGenerator<OggPage, void> {
  const window = new Window(file);
  let crcBytesLeft = file.sizeBytes + FREE_CRC_BYTES;
  let hasChecksums = false;
  let before: PageHeader | undefined;
  let isAfterGap = false;
  for (let at = 0; at + HEADER_BYTES <= file.sizeBytes; ) {
    const bytes = await window.at(at);
    const sizeBytes = pageBytes(bytes);
    const isChecked = crcBytesLeft >= sizeBytes;
    const isIntact = isChecked && hasChecksum(bytes, sizeBytes);
    hasChecksums ||= isIntact;
    const isNeedless = !(isChecked && hasChecksums);
    if (isIntact || (isFollowed(bytes, sizeBytes) && (isNeedless || isUsable(bytes.subarray(0, sizeBytes), before)))) {
      const header = readHeader(bytes.subarray(0, sizeBytes));
      yield { ...header, start: at, end: at + sizeBytes, isIntact, isAfterGap };
      before = header;
      isAfterGap = false;
      at += sizeBytes;
    } else {
      if (isChecked) crcBytesLeft -= sizeBytes;
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

/** Whether a page can be read although its checksum is wrong; `before` is the page before it. */
function isUsable(page: Buffer, before: PageHeader | undefined): boolean {
  const { granulePosition, serial, sequenceNumber, isLast, isContinued } = readHeader(page);
  if (granulePosition === 0) return true;
  const isNext = serial === before?.serial && sequenceNumber === before.sequenceNumber + 1;
  if (!isNext || isContinued || before.granulePosition < 0) return false;
  const contentStart = HEADER_BYTES + page.readUInt8(SEGMENTS_OFFSET);
  const segments = page.subarray(HEADER_BYTES, contentStart);
  const samples = granulePosition - before.granulePosition;
  return isHarmlesslyDamaged({ segments, content: page.subarray(contentStart), samples, isLast });
}

type PageHeader = Omit<OggPage, 'start' | 'end' | 'isIntact' | 'isAfterGap'>;

function readHeader(page: Buffer): PageHeader {
  const flags = page.readUInt8(FLAGS_OFFSET);
  const contentStart = HEADER_BYTES + page.readUInt8(SEGMENTS_OFFSET);
  return {
    serial: page.readUInt32LE(SERIAL_OFFSET),
    sequenceNumber: page.readUInt32LE(SEQUENCE_OFFSET),
    isFirst: (flags & FLAG_FIRST) !== 0,
    isLast: (flags & FLAG_LAST) !== 0,
    isNil: contentStart === HEADER_BYTES,
    isContinued: (flags & FLAG_CONTINUED) !== 0,
    granulePosition: Number(page.readBigInt64LE(GRANULE_OFFSET)),
    // A copy: otherwise it would keep the whole chunk in memory.
    content: Uint8Array.prototype.slice.call(page.subarray(contentStart, contentStart + CONTENT_BYTES)),
  };
}
