import type { RandomAccess } from './recording-api.ts';

/** How far to search for the header of the samples; in valid files it is much closer. */
const HEADER_BYTES = 4096;
const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SIZE_OFFSET = 4;
const SIZE_BYTES = 4;
const MAX_SIZE = 0xff_ff_ff_ff;

/**
 * Returns the file with the length of its samples filled in, which a recorder that streams or was interrupted leaves at 0.
 * Returns every other file unchanged.
 */
export async function withSampleLength(file: RandomAccess): Promise<RandomAccess> {
  const head = new Uint8Array(await file.read(0, Math.min(HEADER_BYTES, file.sizeBytes)));
  const sizeAt = emptySizeAt(head);
  if (sizeAt === undefined || sizeAt + SIZE_BYTES === file.sizeBytes) return file;
  const view = new DataView(head.buffer);
  for (const at of [SIZE_OFFSET, sizeAt])
    view.setUint32(at, Math.min(file.sizeBytes - at - SIZE_BYTES, MAX_SIZE), true);
  return {
    sizeBytes: file.sizeBytes,
    read: async (start, end) => {
      const bytes = await file.read(start, end);
      if (start >= head.length) return bytes;
      const mended = new Uint8Array(bytes);
      mended.set(head.subarray(start, Math.min(end, head.length)));
      return mended;
    },
  };
}

/** Offset where a WAV declares a length of 0 for its samples; `undefined` for all other files. */
function emptySizeAt(head: Uint8Array): number | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const name = (at: number): string => bytes.toString('latin1', at, at + 4);
  if (name(0) !== 'RIFF' || name(8) !== 'WAVE') return undefined;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + SIZE_OFFSET);
    if (name(at) === 'data') return size === 0 ? at + SIZE_OFFSET : undefined;
    // Chunks start at even offsets.
    at += CHUNK_HEADER_BYTES + size + (size & 1);
  }
  return undefined;
}
