import prism from 'prism-media';
import { MynahError } from '../../errors.ts';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ } from './opus-packet.ts';
import { splitFrames } from './opus-reframe.ts';

/** Discord's own default for a voice channel. */
const DEFAULT_BITRATE_BPS = 64_000;

/** Encodes 48 kHz PCM into 20 ms packets. It carries the state of one stream. The caller must close it. */
export interface OpusEncoder {
  /**
   * Encodes exactly one frame: 960 samples per channel, interleaved. The packet is in new memory.
   * @throws {MynahError} OPUS_ENCODE_FAILED when the frame has another length, libopus refuses it, or after `close`.
   */
  encode(pcm: Int16Array): Uint8Array;
  /** Frees the codec; safe to call twice. */
  close(): void;
}

/** Decodes the packets of one stream to interleaved 48 kHz PCM. The caller must close it. */
export interface OpusDecoder {
  /**
   * Decodes one packet of up to 120 ms. The samples are in new memory.
   * @throws {MynahError} OPUS_MALFORMED when the packet is empty, libopus cannot read it, or after `close`.
   */
  decode(packet: Uint8Array): Int16Array;
  /** Frees the codec; safe to call twice. */
  close(): void;
}

/** The common interface of the codecs of @discordjs/opus and opusscript, which prism-media does not type. */
interface Codec {
  encode(pcm: Buffer, samples: number): Buffer;
  decode(packet: Buffer): Buffer;
}

/** The name of the Opus library in use: `@discordjs/opus` if installed, otherwise `opusscript`. */
export function opusImplementation(): string {
  openCodec(1).destroy();
  return prism.opus.Encoder.type;
}

/**
 * Creates an encoder for `channels` (default 1) at `bitrateBps` (default 64,000; 16,000 to 128,000).
 * @throws {MynahError} OPUS_EXHAUSTED when too many codecs are open in this thread.
 */
export function createOpusEncoder(options: { bitrateBps?: number; channels?: 1 | 2 } = {}): OpusEncoder {
  const channels = options.channels ?? 1;
  const stream = openCodec(channels);
  stream.setBitrate(options.bitrateBps ?? DEFAULT_BITRATE_BPS);
  return {
    encode(pcm) {
      // Neither codec checks lengths: with a wrong one @discordjs/opus ends the process.
      if (pcm.length !== FRAME_SAMPLES * channels) {
        throw new MynahError('OPUS_ENCODE_FAILED', `A frame of ${pcm.length} samples is not 20 ms long.`);
      }
      try {
        const frame = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
        return new Uint8Array(codecOf(stream).encode(frame, FRAME_SAMPLES));
      } catch (cause) {
        throw new MynahError('OPUS_ENCODE_FAILED', 'libopus refused a frame.', { cause });
      }
    },
    close: () => void stream.destroy(),
  };
}

/**
 * Creates a decoder with `channels` (default 1) of output, whatever the channels of the packets.
 * @throws {MynahError} OPUS_EXHAUSTED when too many codecs are open in this thread.
 */
export function createOpusDecoder(channels: 1 | 2 = 1): OpusDecoder {
  const stream = openCodec(channels);
  return {
    decode(packet) {
      // opusscript drops sound beyond 60 ms of a packet; a single frame lasts at most 60 ms.
      const frames = splitFrames(packet);
      try {
        return samplesOf(frames.map((frame) => codecOf(stream).decode(Buffer.from(frame))));
      } catch (cause) {
        throw new MynahError('OPUS_MALFORMED', 'libopus cannot read a packet.', { cause });
      }
    },
    close: () => void stream.destroy(),
  };
}

/**
 * Opens the codec that prism-media chooses. Uses the codec inside its stream, not the stream itself: a packet must be sent
 * in the tick in which its 20 ms are complete.
 */
function openCodec(channels: 1 | 2): prism.opus.Encoder {
  const stream = new prism.opus.Encoder({ rate: OPUS_SAMPLE_RATE_HZ, channels, frameSize: FRAME_SAMPLES });
  if (hasRoomForSamples(stream.encoder as object)) return stream;
  stream.destroy();
  throw new MynahError('OPUS_EXHAUSTED', 'Too many Opus codecs are open in this thread.', { retryable: true });
}

/**
 * False if opusscript has no memory for another codec's samples. Version 0.0.8 keeps them at twice the address it allocates
 * for them, so that 28 codecs fit into its 16 MB (measured), which all codecs of a thread share.
 */
function hasRoomForSamples(codec: { readonly outPCM?: Uint16Array; readonly outPCMLength?: number }): boolean {
  return codec.outPCM === undefined || codec.outPCM.length === codec.outPCMLength;
}

function codecOf(stream: prism.opus.Encoder): Codec {
  return stream.encoder as Codec;
}

function samplesOf(frames: readonly Buffer[]): Int16Array {
  const [first] = frames;
  const pcm = first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
  return new Int16Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.byteLength));
}
