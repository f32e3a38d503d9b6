/**
 * The TLS presentation language as used by MLS (RFC 9420 §2.1): big-endian integers and vectors whose length is
 * prefixed as a variable-size integer.
 */

/** Reads values in sequence; every method throws a RangeError if the bytes end too early. */
export class PresentationReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Number of bytes read. */
  get offset(): number {
    return this.#offset;
  }

  get ended(): boolean {
    return this.#offset === this.#bytes.length;
  }

  u8(): number {
    return this.bytes(1).readUInt8();
  }

  u16(): number {
    return this.bytes(2).readUInt16BE();
  }

  u32(): number {
    return this.bytes(4).readUInt32BE();
  }

  u64(): bigint {
    return this.bytes(8).readBigUInt64BE();
  }

  /** The next `length` bytes, not copied. */
  bytes(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError('An MLS structure ends too early.');
    const part = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return part;
  }

  /** An `opaque<V>`: the two highest bits of the first byte select a length of 1, 2 or 4 bytes (§2.1.2). */
  vector(): Buffer {
    const first = this.u8();
    const value = first & 0x3f;
    switch (first >> 6) {
      case 0:
        return this.bytes(value);
      case 1:
        return this.bytes(value * 2 ** 8 + this.u8());
      case 2:
        return this.bytes(value * 2 ** 24 + this.u8() * 2 ** 16 + this.u16());
      default:
        throw new RangeError('An MLS vector has an invalid length prefix.');
    }
  }

  /** The bytes read since `start`, an earlier `offset`. */
  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.#offset);
  }
}

export function u8(value: number): Buffer {
  return Buffer.from([value]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** An `opaque<V>` of the concatenated parts; lengths up to 2^30 - 1 can be written. */
export function vector(...parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([lengthPrefix(length), ...parts]);
}

function lengthPrefix(length: number): Buffer {
  if (length < 2 ** 6) return u8(length);
  if (length < 2 ** 14) return u16(length | 0x4000);
  if (length < 2 ** 30) return u32(length + 2 ** 31);
  throw new RangeError('An MLS vector is too long.');
}
