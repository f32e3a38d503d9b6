/**
 * The speech service's messages and documents as they are on the wire, from its interface description and published SDKs.
 * Schemas ignore unknown fields and fill in documented defaults. The service grows: of a voice, only what nothing can be done
 * without must be right.
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

/** Whether a speech model is spoken by the live socket. It serves those of dramas as another one: a text would have two voices. */
export function isLiveModel(model: string): boolean {
  return !/^drama-/i.test(model);
}
/** Speaks without a price, also for an account whose API credit is 0; every other model answers 402 then. */
export const FREE_TTS_MODEL = 's2.1-pro-free';
/** The model that serves, and is billed for, a name that the service does not know, and a retired model. */
export const TTS_FALLBACK_MODEL = 's2.1-pro';
/** The speech models that the service documents and will keep, the recommended one first; `drama-3` is its SDK's name. */
export const TTS_MODELS: readonly string[] = [
  TTS_FALLBACK_MODEL,
  FREE_TTS_MODEL,
  's2-pro',
  'drama-3-preview',
  'drama-3',
];
/** A model that the service retires, and when: in milliseconds since 1970. */
export interface RetiringModel {
  readonly name: string;
  readonly retiresAtMs: number;
}
/** From then on, `TTS_FALLBACK_MODEL` serves it and reads marks in parentheses out. */
export const RETIRING_TTS_MODEL: RetiringModel = { name: 's1', retiresAtMs: Date.UTC(2026, 11, 31) };

/** The model of POST /v1/asr that takes recordings of an hour, tells speakers apart and names sounds. */
export const PRO_MODEL = 'transcribe-1-pro';
/** Serves names that the service does not know; from then on, `PRO_MODEL` serves those and this one. */
export const RETIRING_ASR_MODEL: RetiringModel = { name: 'transcribe-1', retiresAtMs: Date.UTC(2026, 11, 31) };
/** The names of the transcription models that the service documents. */
export const ASR_MODELS: readonly string[] = [RETIRING_ASR_MODEL.name, PRO_MODEL];

/** From the widest to the narrowest. */
export const VISIBILITIES = ['public', 'unlist', 'private'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MODEL_STATES = ['created', 'training', 'trained', 'failed'] as const;
export type ModelState = (typeof MODEL_STATES)[number];

/** What an id of a voice may be: known ones are 32 hexadecimal digits, and any that is safe in a path is accepted. */
export const VOICE_ID = /^(?!\.{1,2}$)[\w.~-]{1,128}$/;

/** Longest names and prose that are kept of a voice model, and its longest links, times and enum members, in UTF-16 units. */
const MAX_NAME_LENGTH = 1_000;
const MAX_PROSE_LENGTH = 10_000;
const MAX_LINK_LENGTH = 16_384;
const MAX_WORD_LENGTH = 100;
/** Longest recording, in milliseconds: some days. */
const MAX_DURATION_MS = 1_000_000_000;
/** Most entries that are kept of a list in a voice model. */
const MAX_ENTRIES = 100;

/** A text of the service, cut where it is longer than anything that people would read. */
const text = (maxLength: number) => z.string().transform((value) => value.slice(0, maxLength).toWellFormed());
const name = text(MAX_NAME_LENGTH);
const prose = text(MAX_PROSE_LENGTH);
/** A link or id that was cut would be another one. */
const link = z.string().max(MAX_LINK_LENGTH);
const time = z.iso.datetime({ offset: true, local: true }).max(MAX_WORD_LENGTH);
const word = z.string().min(1).max(MAX_WORD_LENGTH);
const count = z.int().min(0);

/** The entries that are what they must be, of the first `most`; none of what is no list. The others say nothing about them. */
const entries = <T extends z.ZodType>(entry: T, most = MAX_ENTRIES) =>
  z
    .unknown()
    .optional()
    .transform((value): z.output<T>[] => {
      const read = Array.isArray(value) ? value.slice(0, most).map((each) => entry.safeParse(each)) : [];
      return read.flatMap((each) => (each.success ? [each.data] : []));
    });

/** A name that the service may add to: one that this version does not know is read as another one. */
const growing = <T extends z.ZodEnum>(known: T, unknownAs: z.output<T>) =>
  known.or(z.string().transform(() => unknownAs));

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

/** What the service says with each part of the sound that it sends with timestamps; a client may ignore it. */
export interface LiveAlignment {
  /** The text that is spoken. */
  content: string;
  /** In seconds, from the beginning of the chunk. */
  alignment: { audio_duration: number; segments: { text: string; start: number; end: number }[] } | null;
  chunk_seq: number;
  chunk_audio_offset_sec: number;
}

/** Service messages on the live socket, as they are documented. `time` is in milliseconds. */
export type LiveServerEvent =
  | ({ event: 'audio'; audio: Uint8Array; time?: number } & Partial<LiveAlignment>)
  | { event: 'finish'; reason: string; message?: string; time?: number }
  | { event: 'error'; error: string; max_concurrency?: number }
  | { event: 'log'; message: string };

/** The fields of live events that are read. */
export const LIVE_EVENT_FIELDS: ReadonlySet<string> = new Set([
  ...['event', 'audio', 'reason', 'message', 'error', 'max_concurrency'],
]);

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');
/** What the service says to people, as text or as a body of its errors. */
const words = z
  .union([
    z.string(),
    z.number().transform(String),
    z
      .looseObject({ message: z.string().optional().catch(undefined), detail: z.string().optional().catch(undefined) })
      .transform(({ message, detail }) => message ?? detail ?? ''),
  ])
  .catch('');
const limit = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1))
  .optional()
  .catch(undefined);

/**
 * What is read of the live socket's events. Events of other names must be ignored, and odd values are. `audio` without
 * bytes has none; `finish` is an end unless its reason is `error`.
 */
export const liveEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('audio'), audio: bytes.optional().catch(undefined) }),
  z.object({ event: z.literal('finish'), reason: z.string().catch('stop'), message: words }),
  z.object({ event: z.literal('error'), error: words, message: words, max_concurrency: limit }),
  z.object({ event: z.literal('log') }),
]);
export type LiveEvent = z.output<typeof liveEventSchema>;

const segmentSchema = z.object({ text: z.string(), start: z.number(), end: z.number() });

/** The documents write `speaker:1`. */
const speakerTurnSchema = z.object({
  speaker: z
    .union([z.int(), z.string()])
    .transform((name) => Number(String(name).replace(/^speaker:(?=\d)/, '')))
    .refine((speaker) => Number.isSafeInteger(speaker) && speaker >= 0),
  text: z.string(),
  start: z.number().optional().catch(undefined),
  end: z.number().optional().catch(undefined),
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
  segments: entries(segmentSchema, Number.POSITIVE_INFINITY),
  speaker_turns: entries(speakerTurnSchema, Number.POSITIVE_INFINITY).optional(),
});
export type TranscriptionAnswer = z.output<typeof transcriptSchema>;

const authorSchema = z.object({ _id: link.catch(''), nickname: name.catch('') });

const sampleSchema = z.object({ title: name.catch(''), text: prose });

const qualityAudioSchema = z.object({
  filename: name.catch(''),
  /** A number of any kind, also 1234.5. */
  duration_ms: z.number().min(0).max(MAX_DURATION_MS).optional().catch(undefined),
  language: name.catch('unknown'),
  quality_passed: z.boolean().catch(false),
  quality_reason: name.catch(''),
});

const types = z.enum(['svc', 'tts']);
const states = z.enum(MODEL_STATES);
const visibilities = z.enum(VISIBILITIES);

/**
 * A voice model document, as far as it is used. Only `_id`, `type`, `title`, `state` and `visibility` must be right; any
 * other field that is missing or odd takes its default by itself. `state` changes from `created` to `training` to `trained`
 * or `failed`; times are ISO 8601.
 */
export const voiceModelSchema = z.object({
  _id: z.string().regex(VOICE_ID, 'expected an id that is safe in a path'),
  type: types,
  title: name,
  state: states,
  visibility: visibilities,
  tags: entries(name),
  created_at: time.optional().catch(undefined),
  updated_at: time.optional().catch(undefined),
  like_count: count.catch(0),
  task_count: count.catch(0),
  author: authorSchema.catch({ _id: '', nickname: '' }),
  description: prose.catch(''),
  cover_image: link.catch(''),
  samples: entries(sampleSchema),
  languages: entries(name),
  lock_visibility: z.boolean().catch(false),
  dmca_taken_down: z.boolean().catch(false),
  /** Why it was taken down: `dmca`, `policy`, or what the service adds; `undefined` while it was not. */
  takedown_category: word.optional().catch(undefined),
  default_text: prose.catch(''),
  /** Whether the service has secured the rights from the voice's owner. */
  licensed: z.boolean().catch(false),
  /** `released`, `retiring` (it will vanish), or what the service adds; `undefined` for a voice that is not released so. */
  pvc_release_state: word.optional().catch(undefined),
  /** When it vanishes. */
  pvc_retire_effective_at: time.optional().catch(undefined),
  quality: z
    .object({ audios: entries(qualityAudioSchema) })
    .optional()
    .catch(undefined),
});
export type VoiceModel = z.output<typeof voiceModelSchema> & { readonly visibility_assumed?: true | undefined };

/**
 * The document of one voice that was asked for, or created: it exists, so that a name that the service has added must not
 * make it look lost. An unknown `visibility` is read as `private`, the narrowest; an unknown `type` as `tts`, because the
 * service itself refuses a voice that can't speak. `unknownState`: what an unknown `state` is read as.
 */
export const oneVoiceModelSchema = (unknownState: ModelState) =>
  voiceModelSchema.extend({
    type: growing(types, 'tts'),
    state: growing(states, unknownState),
    visibility: growing(visibilities, 'private'),
    /** Not the service's: `visibility` was not read but assumed. */
    visibility_assumed: z.literal(true).optional().catch(undefined),
  });

/** Response of POST /model, as far as it says that there is a voice now. */
export const createdVoiceSchema = z.looseObject({ _id: voiceModelSchema.shape._id });

/**
 * Response of GET /model; its items are read one by one. `total` may be inexact: `total_is_exact` says so. Of the public
 * list, only the first `accessible_upper_bound` can be had (`window_limited`). Without items, it is a page only if there are
 * none: an empty page must not stand for voices that were not sent.
 */
export const voiceModelPageSchema = z
  .object({
    total: count.optional().catch(undefined),
    items: z.array(z.unknown()).nullish(),
    has_more: z.boolean().optional().catch(undefined),
    total_is_exact: z.boolean().optional().catch(undefined),
    accessible_upper_bound: count.optional().catch(undefined),
    window_limited: z.boolean().optional().catch(undefined),
  })
  .refine(({ items, total }) => items != null || total === 0, { path: ['items'], error: 'expected a list' })
  .transform((page) => ({ ...page, items: page.items ?? [] }));

/** As a serialized decimal is written, also `0E-10` and `1E+2`. */
const DECIMAL = /^[+-]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(E[+-]?\d{1,4})?$/i;
/** More than any credit; a larger number would not be written plainly. */
const MAX_CREDIT = 1e15;

/** Response of GET /wallet/self/api-credit; `credit` is read as a plain decimal. It is logged, so that it must be no other text. */
export const creditSchema = z.object({
  credit: z
    .string()
    .trim()
    .regex(DECIMAL, 'expected a number as text')
    .or(z.number())
    .refine((credit) => Math.abs(Number(credit)) <= MAX_CREDIT, 'expected a credit')
    .transform((credit) => plainDecimal(Number(credit))),
});

/** With at most six decimals, and no exponent: `12.5`, `0`. */
function plainDecimal(value: number): string {
  const plain = value.toFixed(6).replace(/\.?0+$/, '');
  return plain === '-0' ? '0' : plain;
}

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
