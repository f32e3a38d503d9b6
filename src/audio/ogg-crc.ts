/** Ogg's own checksum: CRC-32 with this polynomial, not reflected, starting from zero (RFC 3533 §6). */
const POLYNOMIAL = 0x04c11db7;

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? POLYNOMIAL : 0);
  return crc;
});

/** Where the checksum stands in a page's header: four bytes that count as zero while it is made. */
export const CRC_OFFSET = 22;

/** Checksum (unsigned 32-bit) of the whole page `page`, whatever its checksum field holds. */
export function oggPageCrc(page: Uint8Array): number {
  let crc = updateCrc(0, page, 0, CRC_OFFSET);
  for (let index = 0; index < 4; index += 1) crc = (crc << 8) ^ (TABLE[crc >>> 24] ?? 0);
  return updateCrc(crc, page, CRC_OFFSET + 4, page.length) >>> 0;
}

function updateCrc(start: number, bytes: Uint8Array, from: number, to: number): number {
  let crc = start;
  for (let index = from; index < to; index += 1) {
    crc = (crc << 8) ^ (TABLE[(crc >>> 24) ^ (bytes[index] ?? 0)] ?? 0);
  }
  return crc;
}
