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

/** The names of the speech models that the service documents. It accepts any other name as `TTS_FALLBACK_MODEL`. */
export const TTS_MODELS: readonly string[] = ['s1', 's2-pro', 's2.1-pro', 's2.1-pro-free'];
/** The model that serves, and is billed for, a name that the service does not know. */
export const TTS_FALLBACK_MODEL = 's2.1-pro';

/**
 * The model of POST /v1/asr that takes recordings of an hour, tells speakers apart and names sounds. The other one,
 * `transcribe-1`, retires on 31 December 2026.
 */
export const PRO_MODEL = 'transcribe-1-pro';
/** The names of the transcription models that the service documents. */
export const ASR_MODELS: readonly string[] = ['transcribe-1', PRO_MODEL];

/** From the widest to the narrowest. */
export const VISIBILITIES = ['public', 'unlist', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MODEL_STATES = ['created', 'training', 'trained', 'failed'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** Longest names and prose that are kept of a voice model, and its longest ids and links, in UTF-16 units. */
const MAX_NAME_LENGTH = 1_000;
const MAX_PROSE_LENGTH = 10_000;
const MAX_ID_LENGTH = 2_048;
/** Most entries that are kept of a list in a voice model. */
const MAX_ENTRIES = 100;

/** A text of the service, cut where it is longer than anything that people would read. */
const text = (maxLength: number) => z.string().transform((value) => value.slice(0, maxLength).toWellFormed());
const name = text(MAX_NAME_LENGTH);
const prose = text(MAX_PROSE_LENGTH);
/** A cut id or link would be another one. */
const id = z.string().max(MAX_ID_LENGTH);
const list = <T extends z.ZodType>(entry: T) =>
  z.preprocess((value) => (Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value), z.array(entry));

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

/** Items that are of another shape are left out: they say nothing about the others. */
const listOfReadable = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((items) =>
      items.flatMap((each) => {
        const read = item.safeParse(each);
        return read.success ? [read.data] : [];
      }),
    );

const segmentSchema = z.object({ text: z.string(), start: z.number(), end: z.number() });

/** The documents write `speaker:1`. */
const speakerTurnSchema = z.object({
  speaker: z
    .union([z.int(), z.string()])
    .transform((name) => Number(String(name).replace(/^speaker:(?=\d)/, '')))
    .refine((speaker) => Number.isSafeInteger(speaker) && speaker >= 0),
  text: z.string(),
});

/**
 * Response of POST /v1/asr; `duration`, `start` and `end` in seconds. `text` is what counts: `null` is nothing said, and text
 * without segments is valid. Every other field may be missing or odd. With `transcribe-1-pro`, and with every model from
 * 31 December 2026, `text` has markers such as `<|speaker:1|>` and sounds such as `[laughter]`.
 */
export const transcriptSchema = z.object({
  text: z
    .string()
    .nullable()
    .transform((said) => said ?? ''),
  duration: z.number().optional().catch(undefined),
  language: z.string().max(100).optional().catch(undefined),
  language_code: z.string().max(100).optional().catch(undefined),
  segments: listOfReadable(segmentSchema),
  speaker_turns: listOfReadable(speakerTurnSchema).optional(),
});
export type TranscriptionAnswer = z.output<typeof transcriptSchema>;

const authorSchema = z.object({ _id: id, nickname: name, avatar: id });

const sampleSchema = z.object({ title: name, text: prose, task_id: id, audio: id });

/** Not `z.record`: the service chooses the names, and a fault of the schema must not quote one. */
const numbersByName = z
  .custom<Readonly<Record<string, number>>>(
    (value) => z.record(z.string(), z.number()).safeParse(value).success,
    'expected numbers by name',
  )
  .transform((numbers) => {
    const kept = Object.entries(numbers).slice(0, MAX_ENTRIES);
    return Object.fromEntries(kept.map(([key, value]) => [key.slice(0, MAX_NAME_LENGTH).toWellFormed(), value]));
  });

const qualityAudioSchema = z.object({
  filename: name,
  duration_ms: z.int(),
  language: name.default('unknown'),
  quality: numbersByName.nullish(),
  quality_passed: z.boolean().default(false),
  quality_reason: name.default(''),
});

const qualitySchema = z.object({
  created_at: z.iso.datetime({ offset: true, local: true }),
  updated_at: z.iso.datetime({ offset: true, local: true }),
  audios: list(qualityAudioSchema),
});

/** A voice model document. `state` changes from `created` to `training` to `trained` or `failed`; times are ISO 8601. */
export const voiceModelSchema = z.object({
  _id: id,
  type: z.enum(['svc', 'tts']),
  title: name,
  state: z.enum(MODEL_STATES),
  tags: list(name),
  created_at: z.iso.datetime({ offset: true, local: true }),
  updated_at: z.iso.datetime({ offset: true, local: true }),
  visibility: z.enum(VISIBILITIES),
  like_count: z.int(),
  mark_count: z.int(),
  shared_count: z.int(),
  task_count: z.int(),
  author: authorSchema,
  description: prose.default(''),
  cover_image: id.default(''),
  train_mode: z.enum(['fast', 'full']).default('full'),
  samples: list(sampleSchema).default([]),
  languages: list(name).default([]),
  lock_visibility: z.boolean().default(false),
  dmca_taken_down: z.boolean().nullable().default(false),
  default_text: prose.default(''),
  quality: qualitySchema.nullish(),
  unliked: z.boolean().default(false),
  liked: z.boolean().default(false),
  marked: z.boolean().default(false),
});
export type VoiceModel = z.output<typeof voiceModelSchema>;

/** Response of GET /model; `total` may be inexact. */
export const voiceModelPageSchema = z.object({
  total: z.int(),
  items: list(voiceModelSchema),
  has_more: z.boolean().nullish(),
});
export type VoiceModelPage = z.output<typeof voiceModelPageSchema>;

/** Response of GET /wallet/self/api-credit; `credit` is a decimal string. It is logged, so that it must be no other text. */
export const creditSchema = z.object({
  credit: z.string().regex(/^-?\d{1,30}(\.\d{1,30})?$/, 'expected a number as text'),
});

/**
 * Error body of most refusals. Others are plain text, an HTML page of the network edge or empty, and 422 is an array of
 * `validationErrorSchema`. `detail` is what common web frameworks name a message.
 */
export const errorBodySchema = z.object({
  message: z.string().optional().catch(undefined),
  reason: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  request_id: z.string().optional().catch(undefined),
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
