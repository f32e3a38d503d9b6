import opus from '@discordjs/opus';
import { MynahError } from '../../errors.ts';
import { FRAME_SAMPLES, OPUS_SAMPLE_RATE_HZ } from './opus-packet.ts';

/** Discord's own default for a voice channel. */
const DEFAULT_BITRATE_BPS = 64_000;

/** Encodes 48 kHz PCM into 20 ms packets, one after another: it carries the stream's state. Freed with its object. */
export interface OpusEncoder {
  /**
   * Encodes exactly one frame: 960 samples a channel, interleaved. The packet is in memory of its own.
   * @throws {MynahError} OPUS_ENCODE_FAILED when the frame has another length or libopus refuses it.
   */
  encode(pcm: Int16Array): Uint8Array;
}

/** Decodes the packets of one stream to interleaved 48 kHz PCM, one after another. Freed with its object. */
export interface OpusDecoder {
  /**
   * Decodes one packet of up to 120 ms; the samples are in memory of their own.
   * @throws {MynahError} OPUS_MALFORMED when the packet is empty or libopus cannot read it.
   */
  decode(packet: Uint8Array): Int16Array;
}

/** Makes an encoder for `channels` (1 unless told) at `bitrateBps` (64,000 unless told). */
export function createOpusEncoder(options: { bitrateBps?: number; channels?: 1 | 2 } = {}): OpusEncoder {
  const channels = options.channels ?? 1;
  const encoder = new opus.OpusEncoder(OPUS_SAMPLE_RATE_HZ, channels);
  encoder.setBitrate(options.bitrateBps ?? DEFAULT_BITRATE_BPS);
  return {
    encode(pcm) {
      // The native encoder does not check lengths: a wrong one ends the process.
      if (pcm.length !== FRAME_SAMPLES * channels) {
        throw new MynahError('OPUS_ENCODE_FAILED', `A frame of ${pcm.length} samples is not 20 ms long.`);
      }
      try {
        return encoder.encode(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength));
      } catch (cause) {
        throw new MynahError('OPUS_ENCODE_FAILED', 'libopus refused a frame.', { cause });
      }
    },
  };
}

/** Makes a decoder whose output has `channels` (1 unless told), whatever the packets are coded with. */
export function createOpusDecoder(channels: 1 | 2 = 1): OpusDecoder {
  const decoder = new opus.OpusEncoder(OPUS_SAMPLE_RATE_HZ, channels);
  return {
    decode(packet) {
      // libopus takes an empty packet for a lost one and would make up sound.
      if (packet.length === 0) throw new MynahError('OPUS_MALFORMED', 'An Opus packet is empty.');
      try {
        const pcm = decoder.decode(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength));
        return new Int16Array(pcm.buffer, pcm.byteOffset, pcm.byteLength / 2);
      } catch (cause) {
        throw new MynahError('OPUS_MALFORMED', 'libopus cannot read a packet.', { cause });
      }
    },
  };
}
