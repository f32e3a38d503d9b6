/**
 * The speech service's messages and documents as they are on the wire, from its interface description and published SDKs.
 * Schemas ignore unknown fields and fill in documented defaults.
 */
import { z } from 'zod';

/** Paths of the service's endpoints, without the base address. */
export const PATHS = {
  tts: '/v1/tts',
  live: '/v1/tts/live',
  asr: '/v1/asr',
  model: '/model',
  credit: '/wallet/self/api-credit',
} as const;

/** The audio formats the service synthesizes. `opus` is Ogg Opus at 48 kHz mono, `pcm` is 16-bit little-endian mono. */
export const TTS_FORMATS = ['opus', 'mp3', 'wav', 'pcm'] as const;
export type TtsFormat = (typeof TTS_FORMATS)[number];

/** From the widest to the narrowest. */
export const VISIBILITIES = ['public', 'unlist', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MODEL_STATES = ['created', 'training', 'trained', 'failed'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** Body of POST /v1/tts and of the live `start` event's `request`. */
export interface TtsRequestBody {
  text: string;
  format?: TtsFormat;
  sample_rate?: number;
  mp3_bitrate?: 64 | 128 | 192;
  reference_id?: string;
  latency?: 'low' | 'normal' | 'balanced';
  /** Characters the service buffers before it synthesizes: 100–300. */
  chunk_length?: number;
  normalize?: boolean;
  temperature?: number;
  top_p?: number;
  /** `speed` 0.5–2.0, `volume` −20…20 dB. */
  prosody?: { speed?: number; volume?: number };
}

/** Client messages on the live socket, one MessagePack map per binary frame. */
export type LiveClientEvent =
  | { event: 'start'; request: TtsRequestBody }
  | { event: 'text'; text: string }
  | { event: 'flush' }
  | { event: 'stop' };

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');

/** Names of the live socket's events. Events with other names must be ignored. */
export const LIVE_SERVER_EVENTS: ReadonlySet<string> = new Set(['audio', 'finish', 'error', 'log']);

/** Service messages on the live socket. */
export const liveServerEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('audio'), audio: bytes, time: z.number().nullish() }),
  z.object({
    event: z.literal('finish'),
    reason: z.enum(['stop', 'error']).default('stop'),
    message: z.string().nullish(),
  }),
  z.object({ event: z.literal('error'), error: z.string(), max_concurrency: z.number().nullish() }),
  z.object({ event: z.literal('log'), message: z.string() }),
]);
export type LiveServerEvent = z.output<typeof liveServerEventSchema>;

const segmentSchema = z.object({ text: z.string(), start: z.number(), end: z.number() });

/**
 * Response of POST /v1/asr; `duration`, `start` and `end` in seconds. Text without segments is valid. Only newer responses
 * have `language` and `language_code`; an invalid value there does not invalidate the text.
 */
export const transcriptSchema = z.object({
  text: z.string(),
  duration: z.number(),
  language: z.string().optional().catch(undefined),
  language_code: z.string().optional().catch(undefined),
  segments: z
    .array(segmentSchema)
    .nullish()
    .transform((segments) => segments ?? []),
});
export type Transcript = z.output<typeof transcriptSchema>;

const authorSchema = z.object({ _id: z.string(), nickname: z.string(), avatar: z.string() });

const sampleSchema = z.object({ title: z.string(), text: z.string(), task_id: z.string(), audio: z.string() });

const qualityAudioSchema = z.object({
  filename: z.string(),
  duration_ms: z.int(),
  language: z.string().default('unknown'),
  quality: z.record(z.string(), z.number()).nullish(),
  quality_passed: z.boolean().default(false),
  quality_reason: z.string().default(''),
});

const qualitySchema = z.object({
  created_at: z.iso.datetime({ offset: true, local: true }),
  updated_at: z.iso.datetime({ offset: true, local: true }),
  audios: z.array(qualityAudioSchema),
});

/** A voice model document. `state` changes from `created` to `training` to `trained` or `failed`; times are ISO 8601. */
export const voiceModelSchema = z.object({
  _id: z.string(),
  type: z.enum(['svc', 'tts']),
  title: z.string(),
  state: z.enum(MODEL_STATES),
  tags: z.array(z.string()),
  created_at: z.iso.datetime({ offset: true, local: true }),
  updated_at: z.iso.datetime({ offset: true, local: true }),
  visibility: z.enum(VISIBILITIES),
  like_count: z.int(),
  mark_count: z.int(),
  shared_count: z.int(),
  task_count: z.int(),
  author: authorSchema,
  description: z.string().default(''),
  cover_image: z.string().default(''),
  train_mode: z.enum(['fast', 'full']).default('full'),
  samples: z.array(sampleSchema).default([]),
  languages: z.array(z.string()).default([]),
  lock_visibility: z.boolean().default(false),
  dmca_taken_down: z.boolean().nullable().default(false),
  default_text: z.string().default(''),
  quality: qualitySchema.nullish(),
  unliked: z.boolean().default(false),
  liked: z.boolean().default(false),
  marked: z.boolean().default(false),
});
export type VoiceModel = z.output<typeof voiceModelSchema>;

/** Response of GET /model; `total` may be inexact. */
export const voiceModelPageSchema = z.object({
  total: z.int(),
  items: z.array(voiceModelSchema),
  has_more: z.boolean().nullish(),
});
export type VoiceModelPage = z.output<typeof voiceModelPageSchema>;

/** Response of GET /wallet/self/api-credit; `credit` is a decimal string. */
export const creditSchema = z.object({ credit: z.string() });

/** Error body of most refusals. Others are plain text, and 422 is an array of `validationErrorSchema`. */
export const errorBodySchema = z.object({
  status: z.int().optional(),
  message: z.string(),
  reason: z.string().nullish(),
});
export const validationErrorSchema = z.array(
  z.object({ loc: z.array(z.union([z.string(), z.number()])), type: z.string(), msg: z.string() }),
);

/** The service's limits, from its interface description. */
export const LIMITS = {
  asrMaxBytes: 20 * 1_000_000,
  asrMinDurationMs: 1_000,
  asrMaxDurationMs: 60 * 60_000,
  modelMaxVoices: 20,
  modelMaxTexts: 20,
  modelMaxPageSize: 100,
} as const;
