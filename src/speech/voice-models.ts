import {
  createdVoiceSchema,
  LIMITS,
  type ModelState,
  oneVoiceModelSchema,
  PATHS,
  VOICE_ID,
  type VoiceModel,
} from '@mynah/speech-wire/wire';
import { z } from 'zod';
import type { CallContext } from './call-context.ts';
import type { HttpClient, HttpRequest } from './http/http.ts';
import { limitError } from './speech-error.ts';
import type { SpeechTimings } from './speech-timings.ts';
import { createVoiceForm, type NewVoice, updateVoiceBody, type VoiceChanges } from './voice-model-form.ts';
import type { VoiceModelPage, VoiceModelReader } from './voice-model-reader.ts';

/** Which voice models to list. The service chooses what is omitted. */
export interface VoiceFilter {
  /** 1–100; the service's default is 10. */
  readonly pageSize?: number;
  /** From 1. */
  readonly pageNumber?: number;
  /** Matched fuzzily. */
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly languages?: readonly string[];
  /** Only the account's own. */
  readonly self?: boolean;
  /** Only those whose rights the service has secured from the voice's owner. */
  readonly licensed?: boolean;
  readonly sortBy?: 'score' | 'task_count' | 'created_at';
}

/** The /model endpoints. All check the interface's limits before sending and reject with SPEECH_LIMIT. */
export interface VoiceModelsClient {
  /**
   * Retried only when the service certainly did not act on the request. Of an answer with nothing but a valid id, the rest is
   * read again, else assumed: the voice exists.
   */
  create(voice: NewVoice, context: CallContext): Promise<VoiceModel>;
  /** `unknownState`: what a state that this version does not know is read as; default `trained`, because the voice exists. */
  get(id: string, context: CallContext, unknownState?: ModelState): Promise<VoiceModel>;
  /** One page. */
  list(filter: VoiceFilter, context: CallContext): Promise<VoiceModelPage>;
  /** Changes only the fields in `changes`. */
  update(id: string, changes: VoiceChanges, context: CallContext): Promise<void>;
  delete(id: string, context: CallContext): Promise<void>;
}

/** Creates the client of the /model endpoints. */
export function createVoiceModelsClient(
  http: HttpClient,
  timings: SpeechTimings,
  reader: VoiceModelReader,
): VoiceModelsClient {
  const request = (method: HttpRequest['method'], path: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
    method,
    path,
    headersTimeoutMs: timings.modelHeadersTimeoutMs,
    retryDeadlineMs: timings.modelRetryDeadlineMs,
    repeatable: true,
    ...rest,
  });
  const get: VoiceModelsClient['get'] = async (id, context, unknownState = 'trained') =>
    reader.one(await http.json(request('GET', modelPath(id)), z.unknown(), context), unknownState);
  return {
    create: async (voice, context) => {
      const creation = request('POST', PATHS.model, { body: createVoiceForm(voice), repeatable: false });
      const document = await http.json(creation, createdVoiceSchema, context);
      try {
        return reader.one(document, 'training');
      } catch {
        return await get(document._id, context, 'training').catch(() => assumedOf(document._id, voice));
      }
    },
    get,
    list: async (filter, context) =>
      reader.page(await http.json(request('GET', `${PATHS.model}${queryOf(filter)}`), z.unknown(), context)),
    update: async (id, changes, context) =>
      http.done(request('PATCH', modelPath(id), updateVoiceBody(changes)), context),
    delete: async (id, context) => http.done(request('DELETE', modelPath(id)), context),
  };
}

/** A new voice of which only the id is known: `training`, so that it is read again, and as private as a voice can be. */
function assumedOf(id: string, { title }: NewVoice): VoiceModel {
  const assumed = { _id: id, type: 'tts', title, state: 'training', visibility: 'private', visibility_assumed: true };
  return oneVoiceModelSchema('training').parse(assumed);
}

function modelPath(id: string): string {
  if (!VOICE_ID.test(id)) throw limitError('voice-id');
  return `${PATHS.model}/${encodeURIComponent(id)}`;
}

function queryOf(filter: VoiceFilter): string {
  const { pageSize, pageNumber } = filter;
  if (pageSize !== undefined && !(Number.isInteger(pageSize) && pageSize >= 1 && pageSize <= LIMITS.modelMaxPageSize)) {
    throw limitError('page-size');
  }
  if (pageNumber !== undefined && !(Number.isInteger(pageNumber) && pageNumber >= 1)) {
    throw limitError('page-number');
  }
  const query = new URLSearchParams();
  const set = (name: string, values: readonly (string | number | boolean | undefined)[]): void => {
    for (const value of values) if (value !== undefined) query.append(name, String(value));
  };
  set('page_size', [pageSize]);
  set('page_number', [pageNumber]);
  set('title', [filter.title]);
  set('tag', filter.tags ?? []);
  set('language', filter.languages ?? []);
  set('self', [filter.self]);
  set('licensed', [filter.licensed]);
  set('sort_by', [filter.sortBy]);
  return query.size === 0 ? '' : `?${query.toString()}`;
}
