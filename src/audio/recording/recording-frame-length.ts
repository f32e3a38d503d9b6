import { AAC_SHORTEST_SAMPLES } from './recording-frames.ts';
import type { RecordedTrack } from './recording-track.ts';

/** How long the sound of a packet is, in seconds, by what decoders read in it, whatever the container claims. */
export type FrameLength = (packet: Uint8Array) => number;

/** Samples of a FLAC frame by the code in its header; codes 6 and 7 refer to the header's end (RFC 9639 §9.1.1). */
const FLAC_BLOCK_IN_8_BITS = 6;
const FLAC_BLOCK_IN_16_BITS = 7;
/** Rates by code; 0 is the stream's, and the three after these are at the header's end (§9.1.2). */
const FLAC_RATES_HZ = [
  88_200, 176_400, 192_000, 8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
] as const;
const FLAC_LONGEST_BLOCK = 65_535;
/** Where a FLAC header has its coded number, which is as long as its first byte says in the manner of UTF-8 (§9.1.5). */
const FLAC_NUMBER_OFFSET = 4;
/** MPEG-1's sampling rates by index; MPEG-2's are half of them, and 2.5's a quarter (ISO 11172-3 §2.4.2.3, 13818-3). */
const MPEG_RATES_HZ = [44_100, 48_000, 32_000];
/** Samples of an mp3's frame, of MPEG-1 and of the others. */
const MP3_SAMPLES = { mpeg1: 1152, mpeg2: 576 } as const;
const MP3_LONGEST_FRAME_S = 576 / 8_000;
/** Where Vorbis' identification header has the rate, and the exponents of the block sizes (Vorbis I, 4.2.2). */
const VORBIS_HEADER = '\x01vorbis';
const VORBIS_RATE_OFFSET = 12;
const VORBIS_SIZES_OFFSET = 28;
/** A mode in Vorbis' setup header: mapping, transform and window, then whether its block is the long one (4.2.4). */
const MODE_BITS = { mapping: 8, zeros: 32, count: 6 } as const;
const MAX_MODES = 64;

/**
 * Makes what reads the lengths of a track's packets: of FLAC, mp3 and Vorbis in each packet, of AAC in the description. It
 * counts what is no frame of the codec as the longest one, because decoders may find one in it, and a packet of several
 * frames as one. It returns 0 for Opus and PCM, whose positions are counted from their sound anyway.
 */
export function createFrameLength(
  track: Pick<RecordedTrack, 'codec' | 'sampleRateHz' | 'description' | 'packetS'>,
): FrameLength {
  const { codec, sampleRateHz, description, packetS } = track;
  switch (codec) {
    case 'flac':
      return (packet) => flacFrameS(packet, sampleRateHz);
    case 'mp3':
      return (packet) => mp3FrameS(packet) ?? MP3_LONGEST_FRAME_S;
    case 'aac': {
      const frameS = packetS ?? AAC_SHORTEST_SAMPLES / sampleRateHz;
      return () => frameS;
    }
    case 'vorbis':
      return vorbisLength(description);
    default:
      return () => 0;
  }
}

function flacFrameS(frame: Uint8Array, streamRateHz: number): number {
  const [first = 0, second = 0, third = 0] = frame;
  const code = third >> 4;
  if (first !== 0xff || (second & 0xfc) !== 0xf8 || code === 0) return FLAC_LONGEST_BLOCK / streamRateHz;
  const at = FLAC_NUMBER_OFFSET + Math.max(1, Math.clz32(~((frame[FLAC_NUMBER_OFFSET] ?? 0) << 24)));
  const byteAt = (index: number): number => frame[index] ?? 0;
  const sizeBytes = code === FLAC_BLOCK_IN_8_BITS ? 1 : code === FLAC_BLOCK_IN_16_BITS ? 2 : 0;
  const uncommon = sizeBytes === 1 ? byteAt(at) + 1 : byteAt(at) * 256 + byteAt(at + 1) + 1;
  const samples = sizeBytes === 0 ? commonBlock(code) : uncommon;
  const rateAt = at + sizeBytes;
  const rate16 = byteAt(rateAt) * 256 + byteAt(rateAt + 1);
  const rates = [streamRateHz, ...FLAC_RATES_HZ, byteAt(rateAt) * 1_000, rate16, rate16 * 10];
  return samples / (rates[third & 15] || streamRateHz);
}

function commonBlock(code: number): number {
  if (code === 1) return 192;
  return code < FLAC_BLOCK_IN_8_BITS ? 576 << (code - 2) : 256 << (code - 8);
}

/** `undefined` if it is no frame of layer III. */
function mp3FrameS(frame: Uint8Array): number | undefined {
  const [first = 0, second = 0, third = 0] = frame;
  const version = (second >> 3) & 3;
  const rateHz = MPEG_RATES_HZ[(third >> 2) & 3];
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || version === 1 || rateHz === undefined) return undefined;
  if (version === 3) return MP3_SAMPLES.mpeg1 / rateHz;
  return MP3_SAMPLES.mpeg2 / (rateHz / (version === 2 ? 2 : 4));
}

/** A packet adds a quarter of its block and a quarter of the one before it: half of its block, on average. */
function vorbisLength(description: Uint8Array | undefined): FrameLength {
  const headers = Buffer.from(description ?? []);
  const at = headers.indexOf(VORBIS_HEADER);
  if (at < 0 || headers.length <= at + VORBIS_SIZES_OFFSET) return () => 0;
  const rateHz = headers.readUInt32LE(at + VORBIS_RATE_OFFSET);
  const sizes = headers.readUInt8(at + VORBIS_SIZES_OFFSET);
  if (rateHz === 0) return () => 0;
  const shortS = 2 ** ((sizes & 15) - 1) / rateHz;
  const longS = 2 ** ((sizes >> 4) - 1) / rateHz;
  const modes = vorbisModes(headers);
  const modeBits = 32 - Math.clz32(Math.max(0, modes.length - 1));
  return ([first = 0]) => (modes[(first >> 1) & ((1 << modeBits) - 1)] === true ? longS : shortS);
}

/**
 * Which modes have the long block; empty if they are not found. They end the last header, and nothing says where they
 * begin: so they are read backwards, as ffmpeg does (libavcodec/vorbis_parser.c), up to the number that counts them.
 */
function vorbisModes(headers: Uint8Array): readonly boolean[] {
  let position = 0;
  const left = (): number => headers.length * 8 - position;
  const read = (count: number): number => {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, position += 1) {
      value = value * 2 + (((headers[headers.length - 1 - (position >> 3)] ?? 0) >> (7 - (position & 7))) & 1);
    }
    return value;
  };
  while (left() > 0 && read(1) === 0);
  const backwards: boolean[] = [];
  let found: readonly boolean[] = [];
  while (left() > MODE_BITS.mapping + MODE_BITS.zeros + MODE_BITS.count && backwards.length < MAX_MODES) {
    if (read(MODE_BITS.mapping) >= MAX_MODES || read(MODE_BITS.zeros) !== 0) break;
    backwards.push(read(1) === 1);
    const before = position;
    if (read(MODE_BITS.count) + 1 === backwards.length) found = backwards.toReversed();
    position = before;
  }
  return found;
}
