import type { RandomAccess } from './recording-api.ts';

/** Brands of Audible and Apple files that only their own players open. */
const PROTECTED_BRANDS = ['aax ', 'aaxc', 'M4P '];
/** Sample entry types of encrypted sound in mp4: common encryption (ISO 14496-12 §8.12), FairPlay and Audible. */
const PROTECTED_ENTRIES = ['enca', 'drms', 'aavd'];
/** The path to the table that describes the tracks. */
const PATH = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'];
/** Types of the first box of an mp4 or mov. */
const FIRST_BOXES = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide'];
const HEADER_BYTES = 8;
const LARGE_HEADER_BYTES = 16;
/** Version, flags and count precede the entries of `stsd`. */
const TABLE_HEAD_BYTES = 8;
/** Maximum boxes to read: a valid file has a few dozen on the path. */
const MAX_BOXES = 4_096;

/** True if a file is an mp4 (or m4a, mov) with encrypted sound. Reads only the headers of its boxes. */
export async function isProtectedMp4(file: RandomAccess): Promise<boolean> {
  let boxesLeft = MAX_BOXES;
  const search = async (from: number, to: number, depth: number): Promise<boolean> => {
    for (let at = from; at + HEADER_BYTES <= to && boxesLeft > 0; boxesLeft -= 1) {
      const box = await readBox(file, at, to);
      if (box === undefined) return false;
      if (depth === 0 && at === 0 && !FIRST_BOXES.includes(box.type)) return false;
      if (box.type === 'ftyp' && box.end > box.start && (await hasProtectedBrand(file, box))) return true;
      if (depth === PATH.length && PROTECTED_ENTRIES.includes(box.type)) return true;
      if (box.type === PATH[depth]) {
        const start = box.type === 'stsd' ? box.start + TABLE_HEAD_BYTES : box.start;
        if (await search(start, box.end, depth + 1)) return true;
      }
      at = box.end;
    }
    return false;
  };
  return await search(0, file.sizeBytes, 0);
}

interface Box {
  readonly type: string;
  /** Of its content. */
  readonly start: number;
  readonly end: number;
}

async function readBox(file: RandomAccess, at: number, to: number): Promise<Box | undefined> {
  const head = Buffer.from(await file.read(at, Math.min(at + LARGE_HEADER_BYTES, to)));
  const type = head.toString('latin1', 4, HEADER_BYTES);
  const said = head.readUInt32BE(0);
  const isLarge = said === 1 && head.length >= LARGE_HEADER_BYTES;
  const headerBytes = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES;
  // A size of 0 means up to the end of the file.
  const size = said === 0 ? to - at : isLarge ? Number(head.readBigUInt64BE(HEADER_BYTES)) : said;
  return size < headerBytes ? undefined : { type, start: at + headerBytes, end: Math.min(at + size, to) };
}

async function hasProtectedBrand(file: RandomAccess, { start, end }: Box): Promise<boolean> {
  const brand = Buffer.from(await file.read(start, Math.min(start + 4, end))).toString('latin1');
  return PROTECTED_BRANDS.includes(brand);
}
