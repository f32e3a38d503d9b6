/** Most values that a live message may hold, keys included. An event has four keys at most. */
export const MAX_LIVE_VALUES = 256;

/** Type bytes with a length after them, from the MessagePack specification. `width`: bytes of the length. */
const SIZED: Readonly<Record<number, { readonly width: 1 | 2 | 4; readonly kind: 'bytes' | 'ext' | 'array' | 'map' }>> =
  {
    196: { width: 1, kind: 'bytes' },
    197: { width: 2, kind: 'bytes' },
    198: { width: 4, kind: 'bytes' },
    199: { width: 1, kind: 'ext' },
    200: { width: 2, kind: 'ext' },
    201: { width: 4, kind: 'ext' },
    217: { width: 1, kind: 'bytes' },
    218: { width: 2, kind: 'bytes' },
    219: { width: 4, kind: 'bytes' },
    220: { width: 2, kind: 'array' },
    221: { width: 4, kind: 'array' },
    222: { width: 2, kind: 'map' },
    223: { width: 4, kind: 'map' },
  };

/** Bytes after a type byte of fixed size, from the MessagePack specification; type bytes that are missing have none. */
const FIXED: Readonly<Record<number, number>> = {
  ...{ 202: 4, 203: 8, 204: 1, 205: 2, 206: 4, 207: 8 },
  ...{ 208: 1, 209: 2, 210: 4, 211: 8 },
  // fixext: the extension's type, then 1, 2, 4, 8 or 16 bytes.
  ...{ 212: 2, 213: 3, 214: 5, 215: 9, 216: 17 },
};

/** A value's header: where the next value begins, and how many values this one contains. */
interface ValueHeader {
  readonly nextOffset: number;
  readonly children: number;
}

/**
 * Whether a MessagePack message holds at most 256 values, so that decoding it is cheap: a decoder creates an object for
 * every array and map, and a byte can be one. Reads at most as many headers and allocates nothing that grows with the
 * message. A message that ends early or is malformed otherwise may pass: the decoder refuses it.
 */
export function hasFewValues(message: Uint8Array): boolean {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  let offset = 0;
  let due = 1;
  for (let seen = 0; due > 0 && offset < message.length; seen += 1) {
    if (seen + due > MAX_LIVE_VALUES) return false;
    const header = readHeader(view, offset);
    if (header === undefined) return true;
    offset = header.nextOffset;
    due += header.children - 1;
  }
  return true;
}

/** `undefined` when the message ends within the header. */
function readHeader(view: DataView, offset: number): ValueHeader | undefined {
  const type = view.getUint8(offset);
  const contentOffset = offset + 1;
  if (type < 0x80 || type >= 0xe0) return { nextOffset: contentOffset, children: 0 };
  if (type < 0x90) return { nextOffset: contentOffset, children: 2 * (type - 0x80) };
  if (type < 0xa0) return { nextOffset: contentOffset, children: type - 0x90 };
  if (type < 0xc0) return { nextOffset: contentOffset + (type - 0xa0), children: 0 };
  const sized = SIZED[type];
  if (sized === undefined) return { nextOffset: contentOffset + (FIXED[type] ?? 0), children: 0 };
  const { width, kind } = sized;
  if (contentOffset + width > view.byteLength) return undefined;
  const length = readLength(view, contentOffset, width);
  const end = contentOffset + width;
  switch (kind) {
    case 'bytes':
      return { nextOffset: end + length, children: 0 };
    case 'ext':
      // The extension's type is one more byte.
      return { nextOffset: end + 1 + length, children: 0 };
    case 'array':
      return { nextOffset: end, children: length };
    case 'map':
      return { nextOffset: end, children: 2 * length };
  }
}

function readLength(view: DataView, offset: number, width: 1 | 2 | 4): number {
  if (width === 1) return view.getUint8(offset);
  return width === 2 ? view.getUint16(offset) : view.getUint32(offset);
}
