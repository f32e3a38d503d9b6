import { z } from 'zod';
import { TTS_FORMATS, type TtsFormat } from '../../../src/speech/wire.ts';
import { Refusal } from '../http/refused-request.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import type { SpeechSpec } from '../synthesis/synthesizer.ts';

/** Sample rates of each format; the first is the default. */
const SAMPLE_RATES_HZ: Readonly<Record<TtsFormat, readonly number[]>> = {
  wav: [44_100, 8_000, 16_000, 24_000, 32_000],
  pcm: [44_100, 8_000, 16_000, 24_000, 32_000],
  mp3: [44_100, 32_000],
  opus: [48_000],
};

/** Content types, as measured of the real service; raw PCM has no registered one. */
export const CONTENT_TYPES: Readonly<Record<TtsFormat, string>> = {
  wav: 'audio/wav',
  pcm: 'application/octet-stream',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
};

/** Body of POST /v1/tts and of a live `start`; unknown fields are ignored. */
export const ttsRequestSchema = z.object({
  text: z.string(),
  format: z.enum(TTS_FORMATS).default('mp3'),
  sample_rate: z.int().nullish(),
  mp3_bitrate: z.union([z.literal(64), z.literal(128), z.literal(192)]).default(128),
  opus_bitrate: z.int().nullish(),
  reference_id: z.string().nullish(),
  latency: z.enum(['low', 'normal', 'balanced']).default('normal'),
  chunk_length: z.int().min(100).max(300).default(200),
  normalize: z.boolean().default(true),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  prosody: z
    .object({ speed: z.number().min(0.5).max(2).default(1), volume: z.number().min(-20).max(20).default(0) })
    .nullish(),
});
type TtsRequest = z.output<typeof ttsRequestSchema>;

/**
 * Converts a request to what flite needs. Speed, volume, format, rate and mp3 bitrate take effect; the rest is only
 * validated.
 * @throws {Refusal} 400 for a sample rate that the format does not have, or for a voice that cannot be used.
 */
export function toSpeechSpec(request: TtsRequest, models: ModelRepository): SpeechSpec {
  const rates = SAMPLE_RATES_HZ[request.format];
  const sampleRateHz = request.sample_rate ?? rates[0] ?? 0;
  if (!rates.includes(sampleRateHz)) {
    throw new Refusal(400, `sample_rate: ${request.format} comes in ${rates.join(', ')} Hz, not ${sampleRateHz}`);
  }
  const voice = models.voice(request.reference_id ?? undefined);
  if (voice === undefined) throw new Refusal(400, 'Reference not found');
  return {
    voice: { ...voice, stretch: voice.stretch / (request.prosody?.speed ?? 1) },
    format: request.format,
    sampleRateHz,
    mp3BitrateKbps: request.mp3_bitrate,
    volumeDb: request.prosody?.volume ?? 0,
  };
}
