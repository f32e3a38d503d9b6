import { type AudioCodec, EncodedPacketSink, type Input, type InputAudioTrack, type InputTrack } from 'mediabunny';
import { RecordingError } from './recording-error.ts';
import { packetLengthS } from './recording-frames.ts';
import {
  codecName,
  containerName,
  isReadableOgg,
  uncopyable,
  unreadable,
  unreadableWavCodec,
  withoutSound,
} from './recording-kind.ts';
import { pcmSampleBytes } from './recording-pcm.ts';

/** Reads a track's packets. */
export type PacketSource = Pick<EncodedPacketSink, 'getFirstPacket' | 'getNextPacket' | 'getPacket'>;

/** The properties of the audio track needed for cutting. */
export interface RecordedTrack {
  readonly sink: PacketSource;
  /** Display name of the container. */
  readonly container: string;
  readonly codec: AudioCodec;
  readonly sampleRateHz: number;
  readonly channels: number;
  /** The codec's name for decoders (`mp4a.40.2`). */
  readonly codecString: string;
  /** Codec-specific data that decoders need besides the packets. */
  readonly description: Uint8Array | undefined;
  /** For PCM, the bytes of one sample of all channels. */
  readonly pcm: { readonly groupBytes: number } | undefined;
  /** Duration of each packet, if all but the last have the same. */
  readonly packetS: number | undefined;
  /** Timestamp of the file's start, in seconds. */
  readonly originS: number;
  /** For Opus, the pre-skip: how much of the start only prepares the decoder. */
  readonly preSkipS: number;
  /** The size of the whole file. */
  readonly fileBytes: number;
  readonly isOgg: boolean;
  readonly isMatroska: boolean;
  /** mp4 and mov: tables list packets even if the file no longer contains them. */
  readonly isIsobmff: boolean;
}

/** Codecs whose packets are copied. */
const COPIED_CODECS: readonly AudioCodec[] = ['opus', 'vorbis', 'mp3', 'aac', 'flac'];
/** Latest start of sound after the picture; with a later one, the file's times mean something else. */
const MAX_LATE_START_S = 3600;
const MIN_SAMPLE_RATE_HZ = 1_000;
const MAX_SAMPLE_RATE_HZ = 768_000;
const MAX_CHANNELS = 64;
/** Maximum tracks to read; ordinary files have a handful. */
const MAX_TRACKS = 16;
/** Offset of the pre-skip in Opus' header (RFC 7845 §5.1). */
const PRE_SKIP_OFFSET = 10;
const OPUS_RATE_HZ = 48_000;

/**
 * Finds the audio track that can be copied; `head` is the file's first bytes.
 * @throws {RecordingError} with the reason if there is none; the parser's errors.
 */
export async function openTrack(input: Input, head: Uint8Array, fileBytes: number): Promise<RecordedTrack> {
  const format = await input.getFormat().catch((error: unknown) => {
    throw unreadable(head, error);
  });
  const container = containerName(format.name);
  const wavCodec = unreadableWavCodec(head);
  if (wavCodec !== undefined) throw uncopyable(wavCodec);
  const all = (await input.getTracks()).slice(0, MAX_TRACKS);
  const audio = all.filter((track) => track.isAudioTrack());
  if (audio.length === 0) throw noTrack(container, all, head);
  for (const track of audio) {
    const codec = await track.getCodec();
    if (codec === null || !(COPIED_CODECS.includes(codec) || pcmSampleBytes(codec) !== undefined)) continue;
    return { ...(await describe(track, codec, container, await originOf(all, track))), fileBytes };
  }
  const [first] = audio;
  throw uncopyable(codecName((await first?.getCodec()) ?? null, await first?.getInternalCodecId()));
}

function noTrack(container: string, tracks: readonly InputTrack[], head: Uint8Array): RecordingError {
  if (tracks.length > 0) return withoutSound('silent-video');
  if (container === 'Ogg' && !isReadableOgg(head)) return uncopyable('ogg-other');
  return unreadable(head);
}

async function describe(
  track: InputAudioTrack,
  codec: AudioCodec,
  container: string,
  originS: number,
): Promise<Omit<RecordedTrack, 'fileBytes'>> {
  const config = await track.getDecoderConfig();
  const sampleRateHz = await track.getSampleRate();
  const channels = await track.getNumberOfChannels();
  if (!(sampleRateHz >= MIN_SAMPLE_RATE_HZ && sampleRateHz <= MAX_SAMPLE_RATE_HZ)) {
    throw new RecordingError('AUDIO_BROKEN', `The file claims a sample rate of ${sampleRateHz} Hz.`);
  }
  if (!(channels >= 1 && channels <= MAX_CHANNELS)) {
    throw new RecordingError('AUDIO_BROKEN', `The file claims to have ${channels} channels.`);
  }
  const sampleBytes = pcmSampleBytes(codec);
  const description = config?.description === undefined ? undefined : bytesOf(config.description);
  const isMatroska = container === 'Matroska' || container === 'WebM';
  return {
    sink: new EncodedPacketSink(track),
    ...{ container, codec, sampleRateHz, channels, description, isMatroska },
    codecString: config?.codec ?? codec,
    pcm: sampleBytes === undefined ? undefined : { groupBytes: sampleBytes * channels },
    packetS: packetLengthS(codec, sampleRateHz, description),
    // Matroska counts the pre-skip samples; all other containers start after them.
    originS: originS + (isMatroska ? preSkipS(codec, description) : 0),
    preSkipS: preSkipS(codec, description),
    isOgg: container === 'Ogg',
    isIsobmff: container === 'MP4' || container === 'MOV',
  };
}

function preSkipS(codec: AudioCodec, opusHead: Uint8Array | undefined): number {
  if (codec !== 'opus' || opusHead === undefined || opusHead.length < PRE_SKIP_OFFSET + 2) return 0;
  return new DataView(opusHead.buffer, opusHead.byteOffset).getUint16(PRE_SKIP_OFFSET, true) / OPUS_RATE_HZ;
}

/** The start of the file: that of its earliest track, if later than 0. */
async function originOf(all: readonly InputTrack[], track: InputAudioTrack): Promise<number> {
  const soundS = await track.getFirstTimestamp();
  let earliestS = soundS;
  for (const other of all) {
    if (other !== track && !other.isAudioTrack()) earliestS = Math.min(earliestS, await firstTimestamp(other, soundS));
  }
  return soundS - Math.max(0, earliestS) > MAX_LATE_START_S ? soundS : Math.max(0, earliestS);
}

/** Returns `otherwise` on errors, so that an unreadable video track does not prevent reading the sound. */
async function firstTimestamp(track: InputTrack, otherwise: number): Promise<number> {
  try {
    return await track.getFirstTimestamp();
  } catch {
    return otherwise;
  }
}

function bytesOf(source: ArrayBufferView | ArrayBufferLike): Uint8Array {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  return bytes.slice();
}
