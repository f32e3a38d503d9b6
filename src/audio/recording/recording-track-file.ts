import { OPUS_SAMPLE_RATE_HZ, packetSamples } from '@mynah/opus/opus-packet';
import { opusSilence } from '@mynah/opus/opus-silence';
import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
} from 'mediabunny';
import type { PlacedPacket } from './recording-clock.ts';
import { toMono16 } from './recording-pcm.ts';
import type { RecordedTrack } from './recording-track.ts';

/** A file with one audio track, written packet by packet. */
export interface TrackFile {
  /** Adds the next packet, ignoring its own time. Copies its bytes. */
  add(placed: PlacedPacket): Promise<void>;
  /** Adds silence if the codec can encode it in a few bytes: in Opus, rounded down to 2.5 ms. */
  addSilence(durationS: number): Promise<void>;
  /** Finishes the file. `hidesRunUp`: players skip the run-up by themselves. */
  end(): Promise<{ audio: Uint8Array; extension: string; hidesRunUp: boolean }>;
}

interface Making {
  readonly extension: string;
  readonly format: OutputFormat;
  /** True if the file itself marks how much of its start to skip. */
  readonly hidesRunUp: boolean;
}

/** Opus' identification header (RFC 7845 §5.1) for one or two channels. */
const OPUS_HEAD_BYTES = 19;
const PRE_SKIP_OFFSET = 10;
const MAX_PRE_SKIP = 0xffff;

/** Short enough for several pages: a stream of one page cannot mark whether its start or its end is truncated. */
const MAX_PAGE_S = 0.5;

const PIECE_PCM: AudioCodec = 'pcm-s16';

/**
 * Creates the file for a track's packets, the first `runUpS` of which only prepare the decoder. Opus and Vorbis become Ogg,
 * AAC becomes m4a, mp3 and FLAC keep their format, and all PCM becomes 16-bit mono WAV.
 */
export async function createTrackFile(track: RecordedTrack, runUpS: number): Promise<TrackFile> {
  const making = makingOf(track);
  const target = new BufferTarget();
  const output = new Output({ format: making.format, target });
  const source = new EncodedAudioPacketSource(track.pcm === undefined ? track.codec : PIECE_PCM);
  output.addAudioTrack(source);
  await output.start();
  let nextS = track.codec === 'aac' ? -runUpS : 0;
  const meta = { decoderConfig: decoderConfig(track, runUpS) };
  const write = async (data: Uint8Array, durationS: number): Promise<void> => {
    // Ogg counts samples itself; from other sources, times rounded to milliseconds must not shorten its end.
    const saidS = track.codec === 'vorbis' && !track.isOgg ? 0 : durationS;
    await source.add(new EncodedPacket(data, 'key', nextS, saidS), meta);
    nextS += durationS;
  };
  return {
    async add({ packet, durationS }) {
      if (track.pcm === undefined) return await write(packet.data.slice(), durationS);
      const samples = toMono16(packet.data, track.codec, track.channels);
      return await write(littleEndianBytes(samples), durationS);
    },
    async addSilence(durationS) {
      if (track.codec !== 'opus') return;
      for (const packet of opusSilence(Math.round(durationS * OPUS_SAMPLE_RATE_HZ))) {
        await write(packet, packetSamples(packet) / OPUS_SAMPLE_RATE_HZ);
      }
    },
    async end() {
      await output.finalize();
      const { extension, hidesRunUp } = making;
      return { audio: new Uint8Array(target.buffer ?? new ArrayBuffer(0)), extension, hidesRunUp };
    },
  };
}

function makingOf(track: RecordedTrack): Making {
  switch (track.codec) {
    case 'opus':
    case 'vorbis':
      return { extension: 'ogg', format: new OggOutputFormat({ maximumPageDuration: MAX_PAGE_S }), hidesRunUp: true };
    case 'aac':
      return { extension: 'm4a', format: new Mp4OutputFormat({ fastStart: 'in-memory' }), hidesRunUp: true };
    case 'mp3':
      return { extension: 'mp3', format: new Mp3OutputFormat(), hidesRunUp: false };
    case 'flac':
      return { extension: 'flac', format: new FlacOutputFormat(), hidesRunUp: true };
    default:
      return { extension: 'wav', format: new WavOutputFormat(), hidesRunUp: true };
  }
}

function decoderConfig(track: RecordedTrack, runUpS: number) {
  if (track.pcm !== undefined) return { codec: PIECE_PCM, numberOfChannels: 1, sampleRate: track.sampleRateHz };
  const description = track.codec === 'opus' ? opusHead(track, runUpS) : track.description;
  return {
    codec: track.codecString,
    numberOfChannels: track.channels,
    sampleRate: track.sampleRateHz,
    ...(description === undefined ? {} : { description }),
  };
}

/** The track's own header, with its channels and gain, and the run-up as the pre-skip. */
function opusHead({ description, channels }: RecordedTrack, runUpS: number): Uint8Array {
  const isHead = description !== undefined && description.length >= OPUS_HEAD_BYTES;
  const head = Buffer.from(isHead ? description : plainOpusHead(channels));
  const preSkip = Math.round(runUpS * OPUS_SAMPLE_RATE_HZ);
  head.writeUInt16LE(Math.max(0, Math.min(MAX_PRE_SKIP, preSkip)), PRE_SKIP_OFFSET);
  return new Uint8Array(head);
}

function plainOpusHead(channels: number): Buffer {
  const head = Buffer.alloc(OPUS_HEAD_BYTES);
  head.write('OpusHead', 0, 'latin1');
  head.writeUInt8(1, 8);
  head.writeUInt8(channels, 9);
  head.writeUInt32LE(OPUS_SAMPLE_RATE_HZ, 12);
  return head;
}

function littleEndianBytes(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.byteLength);
  for (let index = 0; index < samples.length; index += 1) bytes.writeInt16LE(samples[index] ?? 0, index * 2);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
