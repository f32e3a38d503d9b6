import { PcmError } from './pcm-error.ts';

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FORMAT_PCM = 1;
/** WAVE_FORMAT_EXTENSIBLE: the real format is in the first two bytes of the sub-format, at 24. */
const FORMAT_EXTENSIBLE = 0xfffe;
const SUB_FORMAT_OFFSET = 24;
const MIN_FORMAT_BYTES = 16;
/** Maximum size of a format chunk: the extensible one has 40 bytes. */
const MAX_FORMAT_BYTES = 1024;
const MIN_SAMPLE_RATE_HZ = 1_000;
const MAX_SAMPLE_RATE_HZ = 192_000;
/** Chunks that writers put after the samples. */
const TRAILERS = ['LIST', 'id3 ', 'ID3 ', 'bext', 'cue ', 'smpl', 'inst', 'fact', 'JUNK', 'PAD ', 'iXML', '_PMX'];

/** The content of the format chunk; samples are always 16-bit little-endian. */
interface WavFormat {
  readonly sampleRateHz: number;
  readonly channels: 1 | 2;
}

/** Extracts the samples of a WAV as its bytes arrive. */
export interface WavReader {
  /** `undefined` until the header is read; set before the first samples are returned. */
  readonly format: WavFormat | undefined;
  /**
   * Reads the next bytes, cut anywhere, and returns those that belong to samples. The result can end in mid-sample and can
   * be a view of `bytes`.
   * @throws {PcmError} AUDIO_MALFORMED if this is not a WAV, AUDIO_UNSUPPORTED if it is not 16-bit PCM with one or two
   * channels.
   */
  push(bytes: Uint8Array): Uint8Array;
  /**
   * Call at the end of the bytes.
   * @throws {PcmError} AUDIO_MALFORMED if they ended before the samples started.
   */
  end(): void;
}

/**
 * Creates a WAV reader. In streams, the declared sizes of the file and of the samples are placeholders: samples continue to
 * the end of the bytes, unless a well-known chunk starts at their declared end.
 */
export function createWavReader(): WavReader {
  return new Reader();
}

type Phase =
  | { readonly kind: 'riff' }
  | { readonly kind: 'chunk' }
  | { readonly kind: 'skip'; bytes: number }
  | { readonly kind: 'format'; readonly bytes: number }
  | { readonly kind: 'samples'; bytesToDeclaredEnd: number }
  | { readonly kind: 'declared-end' }
  | { readonly kind: 'more-samples' }
  | { readonly kind: 'trailer' };

class Reader implements WavReader {
  #format: WavFormat | undefined;
  #phase: Phase = { kind: 'riff' };
  #pending: Uint8Array = new Uint8Array();

  get format(): WavFormat | undefined {
    return this.#format;
  }

  push(bytes: Uint8Array): Uint8Array {
    let rest: Uint8Array = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const samples: Uint8Array[] = [];
    for (let used = this.#step(rest, samples); used !== undefined; used = this.#step(rest, samples)) {
      rest = rest.subarray(used);
    }
    this.#pending = new Uint8Array(rest);
    const [first] = samples;
    return first !== undefined && samples.length === 1 ? first : Buffer.concat(samples);
  }

  end(): void {
    if (this.#format === undefined || ['riff', 'chunk', 'skip', 'format'].includes(this.#phase.kind)) {
      throw malformed('The WAV ends before its samples begin.');
    }
  }

  /** Reads the next part of `bytes`. Returns its length, or `undefined` if it is still incomplete. */
  #step(bytes: Uint8Array, samples: Uint8Array[]): number | undefined {
    const phase = this.#phase;
    switch (phase.kind) {
      case 'riff':
        return this.#readRiff(bytes);
      case 'chunk':
        return this.#readChunkHeader(bytes);
      case 'format':
        return this.#readFormat(bytes, phase.bytes);
      case 'declared-end':
        return this.#readSaidEnd(bytes);
      case 'skip':
        return this.#take(bytes, phase.bytes, (left) => {
          this.#phase = left === 0 ? { kind: 'chunk' } : { kind: 'skip', bytes: left };
        });
      case 'samples':
        return this.#take(bytes, phase.bytesToDeclaredEnd, (left, taken) => {
          samples.push(taken);
          this.#phase = left === 0 ? { kind: 'declared-end' } : { kind: 'samples', bytesToDeclaredEnd: left };
        });
      case 'more-samples':
        return this.#take(bytes, bytes.length, (_left, taken) => samples.push(taken));
      case 'trailer':
        return this.#take(bytes, bytes.length, () => undefined);
    }
  }

  #take(bytes: Uint8Array, wanted: number, then: (left: number, taken: Uint8Array) => void): number | undefined {
    const taken = Math.min(wanted, bytes.length);
    if (taken === 0) return undefined;
    then(wanted - taken, bytes.subarray(0, taken));
    return taken;
  }

  #readRiff(bytes: Uint8Array): number | undefined {
    if (bytes.length < RIFF_HEADER_BYTES) return undefined;
    if (text(bytes, 0) !== 'RIFF' || text(bytes, 8) !== 'WAVE') throw malformed('The bytes are no WAV.');
    this.#phase = { kind: 'chunk' };
    return RIFF_HEADER_BYTES;
  }

  #readChunkHeader(bytes: Uint8Array): number | undefined {
    if (bytes.length < CHUNK_HEADER_BYTES) return undefined;
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
    const name = text(bytes, 0);
    if (name === 'data') {
      if (this.#format === undefined) throw malformed('The WAV has samples before their format.');
      this.#phase = size === 0 ? { kind: 'more-samples' } : { kind: 'samples', bytesToDeclaredEnd: size };
    } else if (name === 'fmt ') {
      if (size < MIN_FORMAT_BYTES || size > MAX_FORMAT_BYTES)
        throw malformed('The format chunk of the WAV is malformed.');
      this.#phase = { kind: 'format', bytes: size + (size & 1) };
    } else if (size > 0) {
      // Chunks start at even offsets; their size excludes the padding byte.
      this.#phase = { kind: 'skip', bytes: size + (size & 1) };
    }
    return CHUNK_HEADER_BYTES;
  }

  #readFormat(bytes: Uint8Array, size: number): number | undefined {
    if (bytes.length < size) return undefined;
    this.#format = parseFormat(new DataView(bytes.buffer, bytes.byteOffset, size));
    this.#phase = { kind: 'chunk' };
    return size;
  }

  #readSaidEnd(bytes: Uint8Array): number | undefined {
    if (bytes.length < 4) return undefined;
    this.#phase = { kind: TRAILERS.includes(text(bytes, 0)) ? 'trailer' : 'more-samples' };
    return 0;
  }
}

function parseFormat(view: DataView): WavFormat {
  const tag = view.getUint16(0, true);
  const isExtensible = tag === FORMAT_EXTENSIBLE && view.byteLength >= SUB_FORMAT_OFFSET + 2;
  const format = isExtensible ? view.getUint16(SUB_FORMAT_OFFSET, true) : tag;
  const channels = view.getUint16(2, true);
  const sampleRateHz = view.getUint32(4, true);
  const bits = view.getUint16(14, true);
  if (format !== FORMAT_PCM || bits !== 16) {
    throw unsupported(`The WAV holds ${bits}-bit samples of format ${format}; 16-bit PCM is needed.`);
  }
  if (channels !== 1 && channels !== 2) throw unsupported(`The WAV has ${channels} channels; one or two can be read.`);
  if (sampleRateHz < MIN_SAMPLE_RATE_HZ || sampleRateHz > MAX_SAMPLE_RATE_HZ) {
    throw unsupported(`The WAV has a sample rate of ${sampleRateHz} Hz; 1,000 to 192,000 can be read.`);
  }
  return { sampleRateHz, channels };
}

/** Writes a complete WAV of 16-bit samples, interleaved for two channels. */
export function writeWav(pcm: Int16Array, sampleRateHz: number, channels: 1 | 2): Uint8Array {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + pcm.byteLength, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(MIN_FORMAT_BYTES, 16);
  header.writeUInt16LE(FORMAT_PCM, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(pcm.byteLength, 40);
  const samples = Buffer.alloc(pcm.byteLength);
  for (let index = 0; index < pcm.length; index += 1) samples.writeInt16LE(pcm[index] ?? 0, index * 2);
  return Buffer.concat([header, samples]);
}

function text(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function malformed(message: string): PcmError {
  return new PcmError('AUDIO_MALFORMED', message);
}

function unsupported(message: string): PcmError {
  return new PcmError('AUDIO_UNSUPPORTED', message);
}
