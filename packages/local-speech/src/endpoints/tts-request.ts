import { TTS_FORMATS, type TtsFormat } from '@mynah/speech-wire/wire';
import { z } from 'zod';
import { plainRefusal, Refusal } from '../http/refused-request.ts';
import { validate } from '../http/validate.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { DEFAULT_VOICE, type FliteVoice } from '../synthesis/flite-voices.ts';
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
const ttsRequestSchema = z.object({
  text: z.string(),
  format: z.enum(TTS_FORMATS).default('mp3'),
  sample_rate: z.int().nullish(),
  mp3_bitrate: z.literal([64, 128, 192]).default(128),
  opus_bitrate: z.literal([-1_000, 24_000, 32_000, 48_000, 64_000]).default(-1_000),
  reference_id: z.union([z.string(), z.array(z.string()).min(1)]).nullish(),
  latency: z.enum(['low', 'normal', 'balanced']).default('normal'),
  chunk_length: z.int().min(100).max(300).default(300),
  min_chunk_length: z.int().min(0).max(100).default(50),
  normalize: z.boolean().default(true),
  temperature: z.number().min(0).max(1).default(0.7),
  top_p: z.number().min(0).max(1).default(0.7),
  repetition_penalty: z.number().default(1.2),
  max_new_tokens: z.int().default(1024),
  condition_on_previous_chunks: z.boolean().default(true),
  early_stop_threshold: z.number().min(0).max(1).default(1),
  prosody: z
    .object({
      speed: z.number().default(1),
      volume: z.number().default(0),
      normalize_loudness: z.boolean().default(true),
    })
    .nullish(),
  features: z.array(z.string()).optional(),
});
type TtsRequest = z.output<typeof ttsRequestSchema>;

/**
 * Reads a request. Refusals are what was measured of the real service where that is known: plain text for a missing text
 * and an unknown format, and its own words for speed; all else is the documented 422.
 * @throws {Refusal}
 */
export function readTtsRequest(value: unknown): TtsRequest {
  const { text, format } = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  if (text === undefined) throw plainRefusal(400, 'text: missing field `text` at line 1');
  if (typeof format === 'string' && !(TTS_FORMATS as readonly string[]).includes(format)) {
    const known = ['wav', 'pcm', 'mp3', 'opus'].map((name) => `\`${name}\``).join(', ');
    throw plainRefusal(400, `text: unknown variant \`${format}\`, expected one of ${known}`);
  }
  const request = validate(ttsRequestSchema, value, { where: 'body', wrongIs422: true });
  const { speed = 1, volume = 0 } = request.prosody ?? {};
  if (speed < 0.5 || speed > 2) throw new Refusal(400, 'speed must be in [0.5, 2.0]');
  if (volume < -20 || volume > 20) throw new Refusal(400, 'volume must be in [-20, 20]');
  return request;
}

/** How a request is spoken; the voices are those of its speakers, in order. */
interface Speaking {
  readonly spec: SpeechSpec;
  readonly voices: readonly FliteVoice[];
}

/**
 * Converts a request to what flite needs. Speed, volume, format, rate and mp3 bitrate take effect; the rest is only
 * validated.
 * @throws {Refusal} 400 for a sample rate that the format does not have, or for a voice that cannot be used.
 */
export function toSpeaking(request: TtsRequest, models: ModelRepository): Speaking {
  const { format, reference_id: references, prosody } = request;
  const rates = SAMPLE_RATES_HZ[format];
  const sampleRateHz = request.sample_rate ?? rates[0] ?? 0;
  if (!rates.includes(sampleRateHz)) {
    const supported = rates.toSorted((a, b) => a - b).join(', ');
    const type = CONTENT_TYPES[format];
    throw new Refusal(
      400,
      `Invalid sample rate ${sampleRateHz} for format ${type}. Supported sample rates: ${supported}`,
    );
  }
  const voices = [references ?? undefined].flat().map((reference) => {
    const voice = models.voice(reference);
    if (voice === undefined) throw new Refusal(400, 'Reference not found');
    return { ...voice, stretch: voice.stretch / (prosody?.speed ?? 1) };
  });
  const [voice = DEFAULT_VOICE] = voices;
  const { mp3_bitrate: mp3BitrateKbps } = request;
  return { spec: { voice, format, sampleRateHz, mp3BitrateKbps, volumeDb: prosody?.volume ?? 0 }, voices };
}
