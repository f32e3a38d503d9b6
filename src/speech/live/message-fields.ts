import { decode } from '@msgpack/msgpack';

/**
 * Most values of a message that are passed over, keys included. Sound of a minute with every character aligned has some
 * 10,000; so many take a millisecond or two.
 */
export const MAX_MESSAGE_VALUES = 100_000;

/** Longest value that is decoded unless it is binary, in bytes. A longer text is cut; people read 300 characters of it. */
const MAX_DECODED_BYTES = 16 * 1024;

/** The type byte that MessagePack never uses. */
const NEVER_USED = 0xc1;

/** Type bytes with a length after them, from the MessagePack specification. `width`: bytes of the length. */
const SIZED: Readonly<
  Record<number, { readonly width: 1 | 2 | 4; readonly kind: 'bin' | 'str' | 'ext' | 'array' | 'map' }>
> = {
  196: { width: 1, kind: 'bin' },
  197: { width: 2, kind: 'bin' },
  198: { width: 4, kind: 'bin' },
  199: { width: 1, kind: 'ext' },
  200: { width: 2, kind: 'ext' },
  201: { width: 4, kind: 'ext' },
  217: { width: 1, kind: 'str' },
  218: { width: 2, kind: 'str' },
  219: { width: 4, kind: 'str' },
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

/** A value's header: what the value is, where its own bytes begin and end, and how many values follow that it contains. */
interface ValueHeader {
  readonly kind: 'bin' | 'str' | 'map' | 'other';
  readonly contentOffset: number;
  readonly nextOffset: number;
  readonly children: number;
}

/** The outermost fields of a message. */
export type MessageFields =
  /** `isCut`: more than 100,000 values; fields after those are missing. */
  | { readonly kind: 'map'; readonly fields: ReadonlyMap<string, unknown>; readonly isCut: boolean }
  /** A value of MessagePack, but no map. */
  | { readonly kind: 'not-a-map' }
  /** Not MessagePack, or not all of it, or more than one value. */
  | { readonly kind: 'broken' };

/**
 * Reads the `wanted` fields of a MessagePack map, and passes over all others without decoding them: the decoder creates an
 * object for every array and map, and a byte can be one. Binary values are views of the message. A value that cannot be
 * read is `undefined`, as is one that is neither binary nor text and has more than 16 KiB; a text is cut there.
 */
export function readFields(message: Uint8Array, wanted: ReadonlySet<string>): MessageFields {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const walk = new ValueWalk(view);
  const top = readHeader(view, 0);
  if (top === undefined) return { kind: 'broken' };
  if (top.kind !== 'map') return walk.endOf(0) === message.length ? { kind: 'not-a-map' } : { kind: 'broken' };
  const fields = new Map<string, unknown>();
  let offset = top.contentOffset;
  for (let left = top.children; left > 0; left -= 2) {
    const keyEnd = walk.endOf(offset);
    const valueEnd = keyEnd && walk.endOf(keyEnd);
    if (keyEnd === undefined || valueEnd === undefined) {
      return walk.isExhausted ? { kind: 'map', fields, isCut: true } : { kind: 'broken' };
    }
    const key = readValue(message.subarray(offset, keyEnd));
    if (typeof key === 'string' && wanted.has(key)) fields.set(key, readValue(message.subarray(keyEnd, valueEnd)));
    offset = valueEnd;
  }
  return offset === message.length ? { kind: 'map', fields, isCut: false } : { kind: 'broken' };
}

/** Finds the ends of values, of so many in all as a message may have. */
class ValueWalk {
  readonly #view: DataView;
  #left = MAX_MESSAGE_VALUES;

  constructor(view: DataView) {
    this.#view = view;
  }

  /** There were more values than are passed over. */
  get isExhausted(): boolean {
    return this.#left < 0;
  }

  /** Where the value at `offset` ends, with all that it contains; `undefined` if the message ends before, or it is broken. */
  endOf(offset: number): number | undefined {
    let next = offset;
    for (let due = 1; due > 0; ) {
      // Every value has a byte.
      if (due > this.#view.byteLength - next) return undefined;
      this.#left -= 1;
      if (this.#left < 0) return undefined;
      const header = readHeader(this.#view, next);
      if (header === undefined) return undefined;
      next = header.nextOffset;
      due += header.children - 1;
    }
    return next;
  }
}

/** Decodes a value that is whole. */
function readValue(value: Uint8Array): unknown {
  const header = readHeader(new DataView(value.buffer, value.byteOffset, value.byteLength), 0);
  if (header === undefined) return undefined;
  const { kind, contentOffset, nextOffset } = header;
  if (kind === 'bin') return new Uint8Array(value.buffer, value.byteOffset + contentOffset, nextOffset - contentOffset);
  if (kind === 'str') {
    const end = Math.min(nextOffset, contentOffset + MAX_DECODED_BYTES);
    return Buffer.from(value.buffer, value.byteOffset + contentOffset, end - contentOffset).toString('utf8');
  }
  if (value.length > MAX_DECODED_BYTES) return undefined;
  try {
    return decode(value);
  } catch {
    return undefined;
  }
}

/** `undefined` when the message ends within the header or the value's own bytes, or the type does not exist. */
function readHeader(view: DataView, offset: number): ValueHeader | undefined {
  const header = offset < view.byteLength ? headerAt(view, offset) : undefined;
  return header === undefined || header.nextOffset > view.byteLength ? undefined : header;
}

function headerAt(view: DataView, offset: number): ValueHeader | undefined {
  const type = view.getUint8(offset);
  const at = offset + 1;
  if (type === NEVER_USED) return undefined;
  if (type < 0x80 || type >= 0xe0) return { kind: 'other', contentOffset: at, nextOffset: at, children: 0 };
  if (type < 0x90) return { kind: 'map', contentOffset: at, nextOffset: at, children: 2 * (type - 0x80) };
  if (type < 0xa0) return { kind: 'other', contentOffset: at, nextOffset: at, children: type - 0x90 };
  if (type < 0xc0) return { kind: 'str', contentOffset: at, nextOffset: at + (type - 0xa0), children: 0 };
  const sized = SIZED[type];
  if (sized === undefined) {
    return { kind: 'other', contentOffset: at, nextOffset: at + (FIXED[type] ?? 0), children: 0 };
  }
  const { width, kind } = sized;
  if (at + width > view.byteLength) return undefined;
  const length = readLength(view, at, width);
  const contentOffset = at + width;
  switch (kind) {
    case 'bin':
    case 'str':
      return { kind, contentOffset, nextOffset: contentOffset + length, children: 0 };
    case 'ext':
      // The extension's type is one more byte.
      return { kind: 'other', contentOffset, nextOffset: contentOffset + 1 + length, children: 0 };
    case 'array':
      return { kind: 'other', contentOffset, nextOffset: contentOffset, children: length };
    case 'map':
      return { kind, contentOffset, nextOffset: contentOffset, children: 2 * length };
  }
}

function readLength(view: DataView, offset: number, width: 1 | 2 | 4): number {
  if (width === 1) return view.getUint8(offset);
  return width === 2 ? view.getUint16(offset) : view.getUint32(offset);
}
