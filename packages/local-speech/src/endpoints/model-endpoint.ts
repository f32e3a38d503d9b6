import { LIMITS, VISIBILITIES } from '@mynah/speech-wire/wire';
import { z } from 'zod';
import { type Exchange, replyJson } from '../http/exchange.ts';
import { Refusal } from '../http/refused-request.ts';
import { readBody, type Upload } from '../http/request-body.ts';
import { formBoolean, listOf, uploadSchema } from '../http/upload.ts';
import { validate } from '../http/validate.ts';
import type { Fault } from '../local-speech-api.ts';
import type { ModelChanges, ModelRepository } from '../models/model-repository.ts';
import type { StoredModel } from '../models/voice-files.ts';
import type { AudioDecoder } from '../recognition/audio-decoder.ts';
import { RECOGNIZER_RATE_HZ } from '../recognition/recognizer.ts';

/** Not documented for the real service: room for 20 recordings of a few minutes. */
const MAX_CREATE_BYTES = 100_000_000;
const MAX_UPDATE_BYTES = 20_000_000;
const MAX_TAGS = 50;
const DEFAULT_PAGE_SIZE = 10;
const SAMPLE_TEXT = 'This is a sample of my new voice.';
/** Longest part of a recording that is measured. */
const MAX_MEASURED_S = 3_700;
const FULL_SCALE = 32_768;
/** Default reason of a failed training. */
const FAILURE_REASON = 'The speech is not clear enough';

const createSchema = z
  .object({
    type: z.literal('tts'),
    title: z.string().min(1),
    train_mode: z.literal('fast'),
    voices: listOf(uploadSchema, { min: 1, max: LIMITS.modelMaxVoices }),
    visibility: z.enum(VISIBILITIES).optional(),
    description: z.string().nullish(),
    cover_image: uploadSchema.nullish(),
    texts: listOf(z.string(), { min: 0, max: LIMITS.modelMaxTexts }).optional(),
    tags: listOf(z.string(), { min: 0, max: MAX_TAGS }).optional(),
    enhance_audio_quality: formBoolean.default(true),
    generate_sample: formBoolean.default(false),
  })
  .refine(({ visibility, cover_image }) => visibility !== 'public' || cover_image != null, {
    path: ['cover_image'],
    message: 'A public voice needs a cover image',
  });

const updateSchema = z.object({
  title: z.string().min(1).optional(),
  description: z.string().nullish(),
  visibility: z.enum(VISIBILITIES).optional(),
  tags: listOf(z.string(), { min: 0, max: MAX_TAGS }).optional(),
  cover_image: uploadSchema.nullish(),
});

const filterSchema = z.object({
  page_size: z.coerce.number().int().min(1).max(LIMITS.modelMaxPageSize).default(DEFAULT_PAGE_SIZE),
  page_number: z.coerce.number().int().min(1).default(1),
  title: z.string().optional(),
  author_id: z.string().optional(),
  self: z.stringbool().default(false),
  licensed: z.stringbool().default(false),
  sort_by: z.enum(['score', 'task_count', 'created_at']).default('score'),
});

/** What creating a voice needs. */
interface ModelParts {
  readonly models: ModelRepository;
  readonly decoder: AudioDecoder;
}

/** GET and POST /model. */
export async function answerModels(exchange: Exchange, parts: ModelParts): Promise<void> {
  if (exchange.request.method === 'GET') await listModels(exchange, parts.models);
  else if (exchange.request.method === 'POST') await createModel(exchange, parts);
  else throw new Refusal(405, 'Method not allowed');
}

/** GET, PATCH and DELETE /model/{id}. */
export async function answerModel(exchange: Exchange, models: ModelRepository, id: string): Promise<void> {
  const found = models.find(id);
  if (found.kind === 'none') throw new Refusal(404);
  if (found.kind === 'hidden') throw new Refusal(403);
  const { method } = exchange.request;
  if (method === 'GET') {
    await replyJson(exchange, 200, models.asSent(found.document));
    return;
  }
  if (method !== 'PATCH' && method !== 'DELETE') throw new Refusal(405, 'Method not allowed');
  if (found.kind === 'others') throw new Refusal(403);
  if (method === 'PATCH') {
    await models.update(id, await readChanges(exchange, found.document.cover_image !== ''));
    await replyJson(exchange, 200, {});
  } else {
    await models.delete(id);
    await replyJson(exchange, 200, {});
  }
}

async function listModels(exchange: Exchange, models: ModelRepository): Promise<void> {
  const query = exchange.url.searchParams;
  const filter = validate(filterSchema, Object.fromEntries(query), { where: 'query', wrongIs422: true });
  const page = models.list({
    pageSize: filter.page_size,
    pageNumber: filter.page_number,
    title: filter.title,
    tags: query.getAll('tag'),
    languages: [...query.getAll('language'), ...query.getAll('title_language')],
    authorId: filter.author_id,
    self: filter.self,
    licensed: filter.licensed,
    sortBy: filter.sort_by,
  });
  await replyJson(exchange, 200, page);
}

async function createModel(exchange: Exchange, { models, decoder }: ModelParts): Promise<void> {
  const body = await readBody(exchange.request, { maxBytes: MAX_CREATE_BYTES, accept: ['multipart', 'msgpack'] });
  exchange.record.setBody(body.value);
  const request = validate(createSchema, body.value, { where: 'body', wrongIs422: true });
  const recordings = [];
  for (const voice of request.voices) recordings.push(await measure(voice, decoder, exchange.signal));
  const document = await models.create({
    title: request.title,
    description: request.description ?? '',
    visibility: request.visibility,
    tags: request.tags ?? [],
    defaultText: request.generate_sample ? (request.texts?.[0] ?? SAMPLE_TEXT) : '',
    hasSample: request.generate_sample,
    recordings,
    ...(request.cover_image == null ? {} : { cover: toCover(request.cover_image) }),
    training: trainingWith(exchange.fault),
  });
  await replyJson(exchange, 201, { ...document, ...exchange.fault?.document });
}

function trainingWith(fault: Fault | undefined): StoredModel['training'] {
  const reason = fault?.trainingReason ?? FAILURE_REASON;
  return { durationMs: fault?.trainingMs ?? 0, ...(fault?.trainingFails ? { failsBecause: reason } : {}) };
}

async function measure(
  voice: Upload,
  decoder: AudioDecoder,
  signal: AbortSignal,
): Promise<StoredModel['recordings'][number]> {
  const pcm = await decoder.decode(voice.bytes, MAX_MEASURED_S, signal);
  const energy = pcm.reduce((sum, sample) => sum + (sample / FULL_SCALE) ** 2, 0) / Math.max(pcm.length, 1);
  return {
    filename: voice.filename,
    durationMs: Math.round((pcm.length / RECOGNIZER_RATE_HZ) * 1000),
    loudnessDb: Math.round(10 * Math.log10(energy + 1e-10)),
  };
}

async function readChanges(exchange: Exchange, hasCover: boolean): Promise<ModelChanges> {
  const body = await readBody(exchange.request, {
    maxBytes: MAX_UPDATE_BYTES,
    accept: ['json', 'urlencoded', 'multipart', 'msgpack'],
  });
  exchange.record.setBody(body.value);
  const request = validate(updateSchema, body.value, { where: 'body', wrongIs422: true });
  if (request.visibility === 'public' && !hasCover && request.cover_image == null) {
    throw new Refusal(400, 'cover_image: a public voice needs a cover image');
  }
  return {
    ...(request.title === undefined ? {} : { title: request.title }),
    ...(request.description === undefined ? {} : { description: request.description ?? '' }),
    ...(request.visibility === undefined ? {} : { visibility: request.visibility }),
    ...(request.tags === undefined ? {} : { tags: request.tags }),
    ...(request.cover_image == null ? {} : { cover: toCover(request.cover_image) }),
  };
}

function toCover(upload: Upload): { contentType: string; base64: string } {
  return { contentType: upload.contentType, base64: Buffer.from(upload.bytes).toString('base64') };
}
