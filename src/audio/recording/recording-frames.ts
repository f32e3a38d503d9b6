import type { AudioCodec } from 'mediabunny';

/** Samples of an mp3 frame from 32 kHz (MPEG-1) and below (MPEG-2 and 2.5). */
const MPEG1_SAMPLES = 1152;
const MPEG2_SAMPLES = 576;
const MPEG1_MIN_RATE_HZ = 32_000;
const AAC_SAMPLES = 1024;
const SHORT_AAC_SAMPLES = 960;
/** Sampling rates by index (ISO 14496-3 §1.6.3.4). */
const AAC_RATES_HZ = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
] as const;
/** AAC object types with frames of 1,024 or 960 samples: main, LC, SSR, LTP; and with extension bands, SBR and PS. */
const PLAIN_AAC_TYPES = [1, 2, 3, 4];
const EXTENDED_AAC_TYPES = [5, 29];
/** FLAC's description: the marker, the block header, then the minimum and maximum block size (RFC 9639 §8.2). */
const FLAC_BLOCKS_OFFSET = 8;
/** Samples of the shortest AAC frame, of low delay (ISO 14496-3, ER AAC LD). */
export const AAC_SHORTEST_SAMPLES = 480;

/** Duration of each packet of a track in seconds, if the codec or its description fixes it. */
export function packetLengthS(
  codec: AudioCodec,
  sampleRateHz: number,
  description: Uint8Array | undefined,
): number | undefined {
  if (codec === 'mp3') return (sampleRateHz >= MPEG1_MIN_RATE_HZ ? MPEG1_SAMPLES : MPEG2_SAMPLES) / sampleRateHz;
  if (codec === 'aac') return description === undefined ? AAC_SAMPLES / sampleRateHz : aacPacketS(description);
  if (codec === 'flac' && description !== undefined && description.length >= FLAC_BLOCKS_OFFSET + 4) {
    const view = new DataView(description.buffer, description.byteOffset);
    const shortest = view.getUint16(FLAC_BLOCKS_OFFSET);
    return shortest > 0 && shortest === view.getUint16(FLAC_BLOCKS_OFFSET + 2) ? shortest / sampleRateHz : undefined;
  }
  return undefined;
}

/** AAC's configuration: five bits of object type, four of rate, four of channels, one for short frames. */
function aacPacketS(config: Uint8Array): number | undefined {
  const [first = 0, second = 0] = config;
  const type = first >> 3;
  const rateHz = AAC_RATES_HZ[((first & 7) << 1) | (second >> 7)];
  if (rateHz === undefined) return undefined;
  if (EXTENDED_AAC_TYPES.includes(type)) return AAC_SAMPLES / rateHz;
  if (!PLAIN_AAC_TYPES.includes(type)) return undefined;
  return ((second & 4) === 0 ? AAC_SAMPLES : SHORT_AAC_SAMPLES) / rateHz;
}
