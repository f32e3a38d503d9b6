import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { openOpusCodec } from '@mynah/opus/opus-codec';
import { createOpusDecoder } from '@mynah/opus/opus-encoder';
import { OPUS_RATES_HZ, OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { floatFromInt16, int16FromFloat } from '@mynah/pcm/pcm';
import { createMp3Decoder, createWavDecoder, type PcmBlock, type PcmDecoder } from '@mynah/pcm/pcm-decoder';
import { createResampler, type Resampler } from '@mynah/pcm/resampler';
import { detectContainer } from '@mynah/pcm/stream-container';

/**
 * Decodes a whole WAV, mp3 or Ogg Opus file to 16-bit mono samples at `sampleRateHz`. Stops soon after `maxDurationS`, or
 * once `givesUp` returns true, with the samples decoded so far. Blocks its thread.
 * @throws when the bytes are in none of these containers, or damaged.
 */
export async function decodeAudio(
  bytes: Uint8Array,
  sampleRateHz: number,
  maxDurationS: number,
  givesUp: () => boolean = () => false,
): Promise<Int16Array> {
  const blocks: Int16Array[] = [];
  let samples = 0;
  let resampler: Resampler | undefined;
  const add = (resampled: Float32Array): void => {
    const pcm = int16FromFloat(resampled);
    blocks.push(pcm);
    samples += pcm.length;
  };
  try {
    for await (const block of decodeBlocks(bytes, sampleRateHz)) {
      resampler ??= await createResampler(block.sampleRateHz, sampleRateHz);
      add(resampler.push(block.samples));
      if (givesUp() || samples > maxDurationS * sampleRateHz) break;
    }
    if (resampler !== undefined) add(resampler.end());
  } finally {
    resampler?.close();
  }
  return concat(blocks, samples);
}

async function* decodeBlocks(bytes: Uint8Array, wantedRateHz: number): AsyncGenerator<PcmBlock> {
  switch (detectContainer(bytes)) {
    case 'ogg':
      yield* decodeOggOpus(bytes, wantedRateHz);
      return;
    case 'wav':
      yield* decodePieces(createWavDecoder(), bytes);
      return;
    case 'mp3':
      yield* decodePieces(await createMp3Decoder(), bytes);
      return;
    default:
      throw new Error('The audio is neither WAV nor mp3 nor Ogg Opus.');
  }
}

function* decodeOggOpus(bytes: Uint8Array, wantedRateHz: number): Generator<PcmBlock> {
  // libopus decodes at the wanted rate in less time than a resampler takes to load.
  const sampleRateHz = OPUS_RATES_HZ.find((rateHz) => rateHz === wantedRateHz) ?? OPUS_SAMPLE_RATE_HZ;
  const decoder = createOpusDecoder(1, (channels) => openOpusCodec(channels, { sampleRateHz }));
  try {
    for (const packet of createOggOpusReader().push(bytes)) {
      yield { samples: floatFromInt16(decoder.decode(packet)), sampleRateHz };
    }
  } finally {
    decoder.close();
  }
}

function* decodePieces(decoder: PcmDecoder, bytes: Uint8Array): Generator<PcmBlock> {
  try {
    for (let start = 0; start < bytes.length; start += decoder.pieceBytes) {
      const block = decoder.decode(bytes.subarray(start, start + decoder.pieceBytes));
      if (block !== undefined) yield block;
    }
    decoder.end();
  } finally {
    decoder.close();
  }
}

function concat(blocks: readonly Int16Array[], length: number): Int16Array {
  const whole = new Int16Array(length);
  let offset = 0;
  for (const block of blocks) {
    whole.set(block, offset);
    offset += block.length;
  }
  return whole;
}
