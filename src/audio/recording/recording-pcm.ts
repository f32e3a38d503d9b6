import type { AudioCodec } from 'mediabunny';

/** Reads one sample, −1…1, at a byte of a view. */
type ReadSample = (view: DataView, offset: number) => number;

interface PcmCodec {
  readonly bytes: number;
  readonly read: ReadSample;
}

const FULL_16 = 2 ** 15;
const FULL_24 = 2 ** 23;
const FULL_32 = 2 ** 31;

const PCM_CODECS: Readonly<Partial<Record<AudioCodec, PcmCodec>>> = {
  'pcm-u8': { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  'pcm-s8': { bytes: 1, read: (view, at) => view.getInt8(at) / 128 },
  'pcm-s16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / FULL_16 },
  'pcm-s16be': { bytes: 2, read: (view, at) => view.getInt16(at) / FULL_16 },
  'pcm-s24': { bytes: 3, read: (view, at) => (view.getInt8(at + 2) * 2 ** 16 + view.getUint16(at, true)) / FULL_24 },
  'pcm-s24be': { bytes: 3, read: (view, at) => (view.getInt16(at) * 256 + view.getUint8(at + 2)) / FULL_24 },
  'pcm-s32': { bytes: 4, read: (view, at) => view.getInt32(at, true) / FULL_32 },
  'pcm-s32be': { bytes: 4, read: (view, at) => view.getInt32(at) / FULL_32 },
  'pcm-f32': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  'pcm-f32be': { bytes: 4, read: (view, at) => view.getFloat32(at) },
  'pcm-f64': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  'pcm-f64be': { bytes: 8, read: (view, at) => view.getFloat64(at) },
  ulaw: { bytes: 1, read: (view, at) => fromMuLaw(view.getUint8(at)) / FULL_16 },
  alaw: { bytes: 1, read: (view, at) => fromALaw(view.getUint8(at)) / FULL_16 },
};

/** Bytes of one sample of one channel; `undefined` for codecs that are not PCM. */
export function pcmSampleBytes(codec: AudioCodec): number | undefined {
  return PCM_CODECS[codec]?.bytes;
}

/**
 * Converts any PCM to 16-bit mono, the mean of all channels. Ignores an incomplete last group, clamps samples beyond full
 * scale and replaces NaN with silence.
 */
export function toMono16(bytes: Uint8Array, codec: AudioCodec, channels: number): Int16Array {
  const pcm = PCM_CODECS[codec];
  if (pcm === undefined) throw new RangeError(`${codec} is no PCM.`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const groupBytes = pcm.bytes * channels;
  const mono = new Int16Array(Math.floor(bytes.length / groupBytes));
  for (let index = 0; index < mono.length; index += 1) {
    let sum = 0;
    for (let at = index * groupBytes; at < (index + 1) * groupBytes; at += pcm.bytes) sum += pcm.read(view, at);
    const scaled = Math.round((sum / channels) * FULL_16);
    mono[index] = Math.max(-FULL_16, Math.min(FULL_16 - 1, scaled));
  }
  return mono;
}

/** G.711 µ-law: sign, three bits of exponent, four of mantissa, all inverted; the bias is 33 in 14 bits. */
function fromMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const magnitude = ((((bits & 15) << 1) + 33) << ((bits >> 4) & 7)) - 33;
  return ((bits & 0x80) === 0 ? magnitude : -magnitude) * 4;
}

/** G.711 A-law: as µ-law, with every second bit inverted and no bias in the lowest segment. */
function fromALaw(byte: number): number {
  const bits = byte ^ 0x55;
  const exponent = (bits >> 4) & 7;
  const mantissa = ((bits & 15) << 1) + 1;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 32) << (exponent - 1);
  return ((bits & 0x80) === 0 ? -magnitude : magnitude) * 8;
}
