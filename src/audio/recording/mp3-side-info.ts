/** Bit allocation of an mp3 frame, readable without decoding. */
export interface Mp3SideInfo {
  /** Bytes in earlier frames where this frame's sound starts: the bit reservoir. */
  readonly reservoirBytes: number;
  /** Bytes of this frame for its own or later frames' sound: all but header, checksum and side information. */
  readonly mainBytes: number;
  /** Bits of this frame's sound. */
  readonly usedBits: number;
}

const HEADER_BYTES = 4;
const CHECKSUM_BYTES = 2;
const PART_LENGTH_BITS = 12;

/** Layout of the side information of layer III (ISO 11172-3 §2.4.1.7, 13818-3 §2.4.1.7), in bits. */
const MPEG1 = { reservoirBits: 9, privateBits: { mono: 5, stereo: 3 }, shareBits: 4, granules: 2, partBits: 59 };
const MPEG2 = { reservoirBits: 8, privateBits: { mono: 1, stereo: 2 }, shareBits: 0, granules: 1, partBits: 63 };

/** Reads the side information of a whole layer III frame; `undefined` if the frame is too short. */
export function readMp3SideInfo(frame: Uint8Array): Mp3SideInfo | undefined {
  const second = frame[1] ?? 0;
  const layout = ((second >> 3) & 3) === 3 ? MPEG1 : MPEG2;
  const channels = (frame[3] ?? 0) >> 6 === 3 ? 1 : 2;
  const start = HEADER_BYTES + ((second & 1) === 0 ? CHECKSUM_BYTES : 0);
  const privateBits = channels === 1 ? layout.privateBits.mono : layout.privateBits.stereo;
  const firstPart = layout.reservoirBits + privateBits + layout.shareBits * channels;
  const parts = layout.granules * channels;
  const sideBytes = (firstPart + parts * layout.partBits) / 8;
  if (frame.length < start + sideBytes) return undefined;
  let usedBits = 0;
  for (let part = 0; part < parts; part += 1) {
    usedBits += readBits(frame, start * 8 + firstPart + part * layout.partBits, PART_LENGTH_BITS);
  }
  return {
    reservoirBytes: readBits(frame, start * 8, layout.reservoirBits),
    mainBytes: frame.length - start - sideBytes,
    usedBits,
  };
}

function readBits(bytes: Uint8Array, firstBit: number, count: number): number {
  let value = 0;
  for (let bit = firstBit; bit < firstBit + count; bit += 1) {
    value = value * 2 + (((bytes[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1);
  }
  return value;
}
