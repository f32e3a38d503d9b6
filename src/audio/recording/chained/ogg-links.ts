import type { RandomAccess } from '../recording-api.ts';
import type { Yielder } from '../recording-source.ts';
import { type OggPage, type OggTail, oggPages, readOggTail, startsAsOgg } from './ogg-pages.ts';

/** Bytes of a file; `end` is exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * A link of a chained Ogg file (RFC 3533 §4): one or more logical streams that start together. The part of a link after
 * damage or after its end flag is a link of its own, with the same headers.
 */
export interface OggLink {
  /** Together they are a file that starts with the link's headers, without nil pages: mediabunny fails at them. */
  readonly ranges: readonly ByteRange[];
  /** True if it is the rest of the link before it. */
  readonly isRest: boolean;
  /** True if its first page has the right checksum: an unknown codec in it is one, not damage. */
  readonly isIntact: boolean;
  /** True if the recording may have had a part before it, or after it, whose pages are missing. */
  readonly isDamagedBefore: boolean;
  readonly isDamagedAfter: boolean;
  /** True if all its streams have their end. */
  readonly isEnded: boolean;
  /** Length by its own claim, in seconds; 0 if unknown. Do not trust it. */
  readonly claimedS: number;
}

/** The links of a file, and whether it has more of them than were read. */
export interface OggLinks {
  readonly links: readonly OggLink[];
  readonly hasMore: boolean;
}

/** Maximum links to read. Recorders that pause, and stream recorders, start one each time. */
const MAX_LINKS = 1_000;
/** Maximum nil pages to leave out of a link; encoders write one at its end. */
const MAX_SKIPPED = 1_000;
/** A link that claims more sound than this per byte is not believed: Opus of silence takes 3 bytes for 60 ms. */
const MAX_CLAIMED_S_PER_BYTE = 0.02;
/**
 * Fewer bytes between two whole links hide no sound worth a word, such as tags of another format: headers take some 120
 * bytes, and speech at Opus' lowest rate 750 a second.
 */
const MIN_HIDING_BYTES = 256;

/**
 * Finds the links of an Ogg file by the headers of its pages. Damage never joins or hides links: pages whose stream has no
 * start are a link too, which cannot be read.
 * @throws errors of `file`; the reason of an abort.
 */
export async function findOggLinks(file: RandomAccess, yielder: Yielder): Promise<OggLinks> {
  const finder = new LinkFinder(await startsAsOgg(file));
  for await (const page of oggPages(file, yielder)) {
    if (!finder.add(page)) return { links: finder.links(), hasMore: true };
  }
  finder.end(file.sizeBytes, await readOggTail(file, finder.endOfPages));
  return { links: finder.links(), hasMore: false };
}

/** A view of the ranges of a file as one file. */
export function viewOf(file: RandomAccess, ranges: readonly ByteRange[]): RandomAccess {
  return {
    sizeBytes: ranges.reduce((sum, { start, end }) => sum + end - start, 0),
    read: async (start, end) => {
      const parts: Uint8Array[] = [];
      let at = 0;
      for (const range of ranges) {
        const from = range.start + Math.max(0, start - at);
        const to = range.start + Math.min(range.end - range.start, end - at);
        if (from < to) parts.push(await file.read(from, to));
        at += range.end - range.start;
      }
      return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
    },
  };
}

/** A link under construction. */
interface OpenLink {
  readonly isRest: boolean;
  /** The link's headers, if they come from an earlier place of the file. */
  readonly headers: readonly ByteRange[] | undefined;
  readonly start: number;
  end: number;
  /** Where its pages besides the headers start; `undefined` before the first of them. */
  dataStart: number | undefined;
  /** Bytes to leave out. */
  readonly skipped: ByteRange[];
  /** Its streams, those of which only the first page was seen, and those that have ended. */
  readonly serials: Set<number>;
  readonly lone: Set<number>;
  readonly ended: Set<number>;
  hasPages: boolean;
  readonly isIntact: boolean;
  isDamagedBefore: boolean;
  isDamagedAfter: boolean;
  readonly rateHz: number;
  readonly firstSerial: number;
  granulePosition: number;
}

class LinkFinder {
  readonly #links: OpenLink[] = [];
  /** True if bytes were skipped since the last page that was taken. */
  #isAfterGap = false;
  readonly #startsAsOgg: boolean;

  constructor(startsAsOgg: boolean) {
    this.#startsAsOgg = startsAsOgg;
  }

  get endOfPages(): number {
    return this.#links.at(-1)?.end ?? 0;
  }

  /** Adds the next page; returns false if it starts one link too many. */
  add(page: OggPage): boolean {
    this.#isAfterGap ||= page.isAfterGap;
    if (page.isNil) return this.#skip(page);
    const link = this.#linkFor(page);
    if (link === 'too-many') return false;
    if (link === undefined) return true;
    if (this.#isAfterGap && link.end < page.start) link.skipped.push({ start: link.end, end: page.start });
    this.#isAfterGap = false;
    link.end = page.end;
    if (page.isFirst) {
      link.serials.add(page.serial);
      link.lone.add(page.serial);
    } else {
      link.hasPages = true;
      link.lone.delete(page.serial);
    }
    if (page.isLast) end(link, page.serial);
    if (page.granulePosition > 0) {
      link.dataStart ??= page.start;
      if (page.serial === link.firstSerial) link.granulePosition = page.granulePosition;
    }
    return true;
  }

  #skip(page: OggPage): true {
    const link = this.#links.at(-1);
    // A gap before it is one before the next page.
    if (link === undefined || this.#isAfterGap || !link.serials.has(page.serial)) return true;
    link.end = page.end;
    if (page.isLast) end(link, page.serial);
    if (link.skipped.length < MAX_SKIPPED) link.skipped.push({ start: page.start, end: page.end });
    return true;
  }

  /** The last link gets a page that is cut off, so that its reader finds out how it ends. */
  end(sizeBytes: number, tail: OggTail): void {
    const last = this.#links.at(-1);
    if (last === undefined || tail.kind === 'none') return;
    const isEnded = isWholeEnd(last);
    if (tail.kind === 'cut-off' && !isEnded && last.serials.has(tail.serial)) last.end = sizeBytes;
    else if (tail.kind !== 'stray') last.isDamagedAfter = true;
    else last.isDamagedAfter = !isEnded && sizeBytes - last.end >= MIN_HIDING_BYTES;
  }

  links(): readonly OggLink[] {
    return this.#links.map(({ headers, start, end, isRest, isDamagedBefore, isDamagedAfter, skipped, ...link }) => ({
      ranges: [...(headers ?? []), ...without(skipped, { start, end })],
      isRest,
      isIntact: link.isIntact,
      // Streams that start together all go on.
      isDamagedBefore: isDamagedBefore || (link.hasPages && !isRest && link.lone.size > 0),
      isDamagedAfter,
      isEnded: isWholeEnd(link),
      claimedS: claimedS(link.granulePosition, link.rateHz, end - start),
    }));
  }

  /** The link that a page belongs to, possibly a new one; `undefined` for a page that is of no use. */
  #linkFor(page: OggPage): OpenLink | 'too-many' | undefined {
    const link = this.#links.at(-1);
    const before = this.#links.at(-2);
    if (link === undefined) return this.#open(page, undefined);
    const isApart = link.hasPages || link.serials.has(page.serial) || this.#isAfterGap;
    if (page.isFirst && isApart) return this.#open(page, undefined);
    if (page.isFirst) return link;
    if (link.serials.has(page.serial)) return this.#restOf(link, page);
    // The streams of a multiplexed file do not all start at its start: what looked like a link was one of them.
    if (before?.serials.has(page.serial) === true && !before.ended.has(page.serial)) {
      return this.#restOf(this.#merge(before, link), page);
    }
    return this.#open(page, undefined);
  }

  #restOf(link: OpenLink, page: OggPage): OpenLink | 'too-many' | undefined {
    const isRest = this.#isAfterGap || link.ended.has(page.serial);
    // Headers are left whole, if they can be.
    if (!isRest || (link.dataStart === undefined && page.granulePosition <= 0)) return link;
    // Positions that start again are those of a stream whose start is missing. Many files have the same serial number.
    const startsAgain = page.serial === link.firstSerial && page.granulePosition < link.granulePosition;
    if (startsAgain && page.granulePosition >= 0) return this.#open(page, undefined);
    // The start of its first packet is missing.
    if (page.isContinued) {
      this.#isAfterGap = true;
      return undefined;
    }
    const headers = { start: link.start, end: link.dataStart ?? link.end };
    return this.#open(page, link.headers ?? without(link.skipped, headers));
  }

  #merge(before: OpenLink, link: OpenLink): OpenLink {
    for (const serial of link.serials) before.serials.add(serial);
    for (const serial of link.lone) before.lone.add(serial);
    for (const serial of link.ended) before.ended.add(serial);
    this.#links.pop();
    if (before.dataStart === undefined && before.end < link.start) {
      before.skipped.push({ start: before.end, end: link.start });
    }
    this.#isAfterGap ||= before.isDamagedAfter;
    before.isDamagedAfter = false;
    before.end = link.end;
    before.skipped.push(...link.skipped);
    return before;
  }

  #open(page: OggPage, headers: readonly ByteRange[] | undefined): OpenLink | 'too-many' {
    if (this.#links.length >= MAX_LINKS) return 'too-many';
    const before = this.#links.at(-1);
    if (before !== undefined && this.#isAfterGap) before.isDamagedAfter = hidesSound(before, page);
    const rest = headers === undefined ? undefined : before;
    const link: OpenLink = {
      isRest: rest !== undefined,
      headers,
      start: page.start,
      end: page.end,
      dataStart: rest === undefined ? undefined : page.start,
      skipped: [],
      serials: new Set(rest === undefined ? [page.serial] : rest.serials),
      lone: new Set(),
      ended: new Set(),
      hasPages: false,
      isDamagedBefore: before === undefined && page.start > 0 && this.#startsAsOgg,
      isDamagedAfter: false,
      isIntact: rest === undefined ? page.isFirst && page.isIntact : rest.isIntact,
      // Links of one file are alike, mostly.
      rateHz: page.isFirst && page.isIntact ? rateOf(page) : (before?.rateHz ?? 0),
      firstSerial: page.serial,
      granulePosition: 0,
    };
    this.#links.push(link);
    return link;
  }
}

function end(link: OpenLink, serial: number): void {
  link.ended.add(serial);
  link.lone.delete(serial);
}

/** True if all streams of a link have their end. */
function isWholeEnd({ serials, ended }: Pick<OpenLink, 'serials' | 'ended'>): boolean {
  return [...serials].every((serial) => ended.has(serial));
}

/** Whether the bytes that are no page between a link and the first page of the next one may hold sound. */
function hidesSound(link: OpenLink, next: OggPage): boolean {
  return !next.isFirst || !isWholeEnd(link) || next.start - link.end >= MIN_HIDING_BYTES;
}

/** A range without `skipped`, which are in order; those outside it change nothing. */
function without(skipped: readonly ByteRange[], range: ByteRange): readonly ByteRange[] {
  const { start, end } = range;
  const inside = skipped.filter((other) => other.start >= start && other.end <= end);
  const starts = [start, ...inside.map((other) => other.end)];
  const ends = [...inside.map((other) => other.start), end];
  return starts
    .map((from, index) => ({ start: from, end: ends[index] ?? end }))
    .filter((part) => part.start < part.end);
}

function claimedS(granulePosition: number, rateHz: number, bytes: number): number {
  const seconds = rateHz > 0 ? granulePosition / rateHz : 0;
  return seconds <= bytes * MAX_CLAIMED_S_PER_BYTE ? seconds : 0;
}

/** Identification headers, and where they have the sample rate: in four bytes, or in FLAC's case in 20 bits. */
const OPUS_RATE_HZ = 48_000;
const VORBIS_RATE_OFFSET = 12;
const FLAC_RATE_OFFSET = 27;

/** Granule positions per second of the stream that starts on a page; 0 if unknown. */
function rateOf({ content }: OggPage): number {
  const head = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const startsWith = (magic: string): boolean => head.toString('latin1', 0, magic.length) === magic;
  if (startsWith('OpusHead')) return OPUS_RATE_HZ;
  if (startsWith('\x01vorbis') && head.length >= VORBIS_RATE_OFFSET + 4) return head.readUInt32LE(VORBIS_RATE_OFFSET);
  if (startsWith('\x7fFLAC') && head.length >= FLAC_RATE_OFFSET + 3) return head.readUIntBE(FLAC_RATE_OFFSET, 3) >> 4;
  return 0;
}
