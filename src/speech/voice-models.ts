import type { CallContext } from './call-context.ts';
import type { HttpClient, HttpRequest } from './http/http.ts';
import { limitError } from './speech-error.ts';
import type { SpeechTimings } from './speech-timings.ts';
import { createVoiceForm, type NewVoice, updateVoiceBody, type VoiceChanges } from './voice-model-form.ts';
import { LIMITS, PATHS, type VoiceModel, type VoiceModelPage, voiceModelPageSchema, voiceModelSchema } from './wire.ts';

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
  readonly sortBy?: 'score' | 'task_count' | 'created_at';
}

/** The /model endpoints. All check the interface's limits before sending and reject with SPEECH_LIMIT. */
export interface VoiceModelsClient {
  /** Retried only when the service certainly did not act on the request. */
  create(voice: NewVoice, context: CallContext): Promise<VoiceModel>;
  get(id: string, context: CallContext): Promise<VoiceModel>;
  /** One page. */
  list(filter: VoiceFilter, context: CallContext): Promise<VoiceModelPage>;
  /** Changes only the fields in `changes`. */
  update(id: string, changes: VoiceChanges, context: CallContext): Promise<void>;
  delete(id: string, context: CallContext): Promise<void>;
}

/** Creates the client of the /model endpoints. */
export function createVoiceModelsClient(http: HttpClient, timings: SpeechTimings): VoiceModelsClient {
  const request = (method: HttpRequest['method'], path: string, rest: Partial<HttpRequest> = {}): HttpRequest => ({
    method,
    path,
    headersTimeoutMs: timings.modelHeadersTimeoutMs,
    retryDeadlineMs: timings.modelRetryDeadlineMs,
    repeatable: true,
    ...rest,
  });
  return {
    create: async (voice, context) =>
      http.json(
        request('POST', PATHS.model, { body: createVoiceForm(voice), repeatable: false }),
        voiceModelSchema,
        context,
      ),
    get: async (id, context) => http.json(request('GET', modelPath(id)), voiceModelSchema, context),
    list: async (filter, context) =>
      http.json(request('GET', `${PATHS.model}${queryOf(filter)}`), voiceModelPageSchema, context),
    update: async (id, changes, context) =>
      http.done(request('PATCH', modelPath(id), updateVoiceBody(changes)), context),
    delete: async (id, context) => http.done(request('DELETE', modelPath(id)), context),
  };
}

/** Known ids are 32 hexadecimal digits; any id that is safe in a path is accepted. */
function modelPath(id: string): string {
  if (!/^[\w.~-]{1,128}$/.test(id) || id === '.' || id === '..') throw limitError('voice-id');
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
  set('sort_by', [filter.sortBy]);
  return query.size === 0 ? '' : `?${query.toString()}`;
}
