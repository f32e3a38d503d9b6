import { RecordingError } from './recording-error.ts';

/** Number of bytes at the start of a file that identify its kind. */
export const KIND_BYTES = 64;

/** Known kinds that cannot be read, by text at an offset of their first bytes (latin1). */
const PICTURES: readonly (readonly [offset: number, text: string, kind: string])[] = [
  [0, '\x89PNG', 'png-picture'],
  [0, '\xff\xd8\xff', 'jpeg-picture'],
  [0, 'GIF8', 'gif-picture'],
  [8, 'WEBP', 'webp-picture'],
  [0, 'BM', 'bmp-picture'],
];
const OTHER_SOUND: readonly (readonly [offset: number, text: string, kind: string])[] = [
  [8, 'AIFF', 'AIFF'],
  [8, 'AIFC', 'AIFF'],
  [8, 'AVI ', 'AVI'],
  [0, 'caff', 'CAF'],
  [0, '#!AMR', 'AMR'],
  [0, 'FLV\x01', 'FLV'],
  [0, 'MAC ', 'APE'],
  [0, 'wvpk', 'WavPack'],
  [0, 'MThd', 'MIDI'],
  [0, '.snd', 'AU'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'wma-or-wmv'],
];
/** Signatures of files mediabunny reads. If it rejects such a file, the file is broken; any other is not audio. */
const READABLE: readonly (readonly [offset: number, text: string])[] = [
  [0, 'RIFF'],
  [0, 'RF64'],
  [0, 'OggS'],
  [0, 'fLaC'],
  [0, 'ID3'],
  [4, 'ftyp'],
  [4, 'moov'],
  [4, 'moof'],
  [0, '\x1a\x45\xdf\xa3'],
  [0, '\xff\xfb'],
  [0, '\xff\xf3'],
  [0, '\xff\xf1'],
];

/** Offset of the first packet of Ogg, and its first bytes for known codecs. */
const FIRST_PACKET_OFFSET = 28;
const OGG_CODECS = ['OpusHead', '\x01vorbis'];

/** Offset of the codec in a WAV whose format chunk is first, as in nearly all; PCM, float, A-law, µ-law, extensible. */
const WAV_TAG_OFFSET = 20;
const READABLE_WAV_TAGS: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xff_fe]);
/** What dictation machines and telephones record. */
const WAV_CODECS: Readonly<Record<number, string>> = {
  2: 'wav-adpcm',
  17: 'wav-ima-adpcm',
  49: 'wav-gsm',
  85: 'wav-mp3',
};

const CONTAINER_NAMES: Readonly<Record<string, string>> = {
  'QuickTime File Format': 'MOV',
  WAVE: 'WAV',
  ADTS: 'AAC',
  'MPEG Transport Stream': 'MPEG-TS',
};

const CODEC_NAMES: Readonly<Record<string, string>> = {
  aac: 'AAC',
  opus: 'Opus',
  mp3: 'MP3',
  vorbis: 'Vorbis',
  flac: 'FLAC',
  ac3: 'AC-3',
  eac3: 'E-AC-3',
  dts: 'DTS',
  ulaw: 'µ-law',
  alaw: 'A-law',
  '.mp3': 'MP3',
  samr: 'AMR',
  sawb: 'AMR',
};

/** The error for a file that no reader accepts. `head` is its first bytes, at most `KIND_BYTES`. */
export function unreadable(head: Uint8Array, cause?: unknown): RecordingError {
  const picture = PICTURES.find(([offset, text]) => hasTextAt(head, offset, text));
  if (picture !== undefined) return withoutSound(picture[2]);
  const other = OTHER_SOUND.find(([offset, text]) => hasTextAt(head, offset, text));
  if (other !== undefined) return uncopyable(other[2]);
  if (READABLE.some(([offset, text]) => hasTextAt(head, offset, text))) {
    return new RecordingError('AUDIO_BROKEN', 'The file begins like audio, and its parts do not hold together.', {
      cause,
    });
  }
  return new RecordingError('AUDIO_NOT_AUDIO', 'The bytes are of no kind of audio or video that can be read.', {
    cause,
  });
}

/** The unsupported codec of a WAV file, from its first bytes; `undefined` for all other files. */
export function unreadableWavCodec(head: Uint8Array): string | undefined {
  const isWav = hasTextAt(head, 8, 'WAVE') && hasTextAt(head, 12, 'fmt ') && head.length >= WAV_TAG_OFFSET + 2;
  if (!isWav) return undefined;
  const tag = new DataView(head.buffer, head.byteOffset).getUint16(WAV_TAG_OFFSET, true);
  return READABLE_WAV_TAGS.has(tag) ? undefined : (WAV_CODECS[tag] ?? codecName(null, tag));
}

/** True if an Ogg file starts with a readable codec. If it still has no track, it is broken. */
export function isReadableOgg(head: Uint8Array): boolean {
  return OGG_CODECS.some((text) => hasTextAt(head, FIRST_PACKET_OFFSET, text)) || head.length < FIRST_PACKET_OFFSET + 8;
}

/** The error of a file without sound. `kind` is a code of the catalogue, such as `gif-picture`. */
export function withoutSound(kind: string): RecordingError {
  return new RecordingError('AUDIO_NO_TRACK', `The file has no audio track: it is ${kind}.`, { kind });
}

/** The error of sound of a kind that cannot be copied. `kind` is a code of the catalogue, or a format's own name. */
export function uncopyable(kind: string): RecordingError {
  return new RecordingError('AUDIO_CODEC', `Sound of this kind cannot be passed on: ${kind}.`, { kind });
}

/** A container's own name, from mediabunny's. */
export function containerName(formatName: string): string {
  return CONTAINER_NAMES[formatName] ?? formatName;
}

/** A codec's own name, from mediabunny's or else from the container's; `unknown-codec` and `wav-format-N` are codes of the catalogue. */
export function codecName(codec: string | null, codecId?: unknown): string {
  if (codec !== null) return CODEC_NAMES[codec] ?? (codec.startsWith('pcm') ? 'PCM' : codec.toUpperCase());
  if (typeof codecId === 'number') return `wav-format-${codecId}`;
  if (typeof codecId !== 'string' || !/^[\w ./-]{1,32}$/.test(codecId)) return 'unknown-codec';
  return CODEC_NAMES[codecId] ?? codecId.trim().toUpperCase();
}

function hasTextAt(bytes: Uint8Array, offset: number, text: string): boolean {
  if (bytes.length < offset + text.length) return false;
  return Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;
}
