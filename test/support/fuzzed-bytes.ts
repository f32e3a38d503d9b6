import fc from 'fast-check';

/** Any bytes, now and then after one of the `starts` that a parser looks for. */
export function bytesAfter(starts: readonly Uint8Array[], maxLength = 400): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.constantFrom(new Uint8Array(), ...starts), fc.uint8Array({ maxLength }))
    .map(([start, rest]) => new Uint8Array([...start, ...rest]));
}

/** A well-formed file with a few bytes changed, and now and then cut off or with some bytes repeated. */
export function damaged(file: Uint8Array): fc.Arbitrary<Uint8Array> {
  const place = fc.nat(Math.max(0, file.length - 1));
  const changes = fc.array(fc.tuple(place, fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 0x7f, 0x80, 0xff))), {
    minLength: 1,
    maxLength: 8,
  });
  return fc.tuple(changes, fc.option(place), fc.option(fc.tuple(place, fc.nat(64)))).map(([changed, end, repeated]) => {
    const copy = file.slice();
    for (const [at, byte] of changed) copy[at] = byte;
    const whole = repeated === null ? copy : twice(copy, ...repeated);
    return end === null ? whole : whole.subarray(0, end);
  });
}

/** Cuts bytes into chunks, as networks do; `sizes` are used again and again. */
export function inChunks(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const size = Math.max(1, sizes[chunks.length % sizes.length] ?? bytes.length);
    chunks.push(bytes.subarray(start, start + size));
    start += size;
  }
  return chunks;
}

function twice(bytes: Uint8Array, at: number, length: number): Uint8Array {
  return new Uint8Array([...bytes.subarray(0, at + length), ...bytes.subarray(at)]);
}
