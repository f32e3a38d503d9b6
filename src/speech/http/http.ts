import type { Dispatcher, FormData } from 'undici';
import type { z } from 'zod';
import { type LinkedSignal, linkSignals } from '../../concurrency/async.ts';
import { dispatcherTo } from '../../proxy/dispatcher.ts';
import type { ProxyRoutes } from '../../proxy/proxy-routes.ts';
import type { RequestScope } from '../../telemetry/request-scope.ts';
import type { Span } from '../../telemetry/spans.ts';
import type { CallContext } from '../call-context.ts';
import { type Permit, type PermitSource, PreemptedError, type Preemption } from '../limiter/concurrency-limiter.ts';
import {
  kindOfPath,
  type ObserveRequest,
  observeRequest,
  type RequestKind,
  type RequestObservation,
} from '../request-observer.ts';
import { malformedAnswer, type SpeechError } from '../speech-error.ts';
import type { SpeechTimings } from '../speech-timings.ts';
import { faultOf } from '../wire-fault.ts';
import { concurrencyOf } from './answer-headers.ts';
import { connectionError } from './connection-error.ts';
import { type FirstSoundDeadline, firstSoundDeadline } from './first-sound.ts';
import { createOutage } from './outage.ts';
import { refusalError } from './refused-answer.ts';
import { type RetryPolicy, withRetry } from './retry.ts';

/** Maximum size of a JSON response. The transcript of an hour, a segment a word, has about 1 MiB. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** Maximum size of any other response that is read as a whole: twelve minutes of the largest format, PCM. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024;

/** One request. `path` starts with `/` and includes the query; `body` can be sent again in another attempt. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | FormData;
  /** Longest wait for the first sound, once somebody waits for it; default: none but the next two. */
  readonly firstSoundMs?: number;
  readonly headersTimeoutMs: number;
  /** Longest silence in the middle of the response; default `bodyTimeoutMs` of the timings. */
  readonly bodyTimeoutMs?: number;
  readonly retryDeadlineMs: number;
  /**
   * Maximum attempts while the service answers that it can't serve now, and has done so for a short time only; default
   * and otherwise `retryAttempts` of the timings.
   */
  readonly attemptsInShortOutage?: number;
  /** Failures that are not retried because the caller decides what follows them. Default: none. */
  readonly isForCaller?: (error: SpeechError) => boolean;
  /**
   * False if the service must not act on the request twice: it is retried only when it certainly did not act on it, and
   * never ended for live speech.
   */
  readonly repeatable: boolean;
}

/** A successful response whose body is still arriving. It holds a permit of the limiter until it is closed. */
export interface OpenAnswer {
  readonly contentType: string;
  /** Non-empty chunks. Rejects with SPEECH_TIMEOUT, SPEECH_CONNECTION or the signal's reason. */
  readonly body: AsyncIterable<Uint8Array>;
  close(): void;
}

/** A successful response that was read as a whole. */
interface WholeAnswer {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/**
 * Sends requests to the speech service with authorization, concurrency limits, timeouts and retries. A repeatable request
 * whose response is read as a whole, other than for live speech, may be ended for live speech; it is then sent again at
 * once, which counts as no failure.
 */
export interface HttpClient {
  /** Resolves when the response headers arrive; retries only before that. The caller must close the response. */
  open(request: HttpRequest, context: CallContext): Promise<OpenAnswer>;
  /** The whole response. @throws {SpeechError} SPEECH_MALFORMED_ANSWER if it is longer than 64 MiB. */
  whole(request: HttpRequest, context: CallContext): Promise<WholeAnswer>;
  /** The whole response, validated. @throws {SpeechError} SPEECH_MALFORMED_ANSWER with the problem. */
  json<T>(request: HttpRequest, schema: z.ZodType<T>, context: CallContext): Promise<T>;
  /** Accepts any 2xx status and ignores the response body. */
  done(request: HttpRequest, context: CallContext): Promise<void>;
  /** Ends requests in flight and closes the connections. */
  close(reason: SpeechError): Promise<void>;
}

/** The configuration and dependencies of the HTTP client. */
export interface HttpClientOptions {
  /** `{base_url}`, with or without a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The proxy routes; default: the way is direct. */
  readonly routes?: ProxyRoutes | undefined;
  readonly permits: PermitSource;
  readonly scope: RequestScope;
  readonly timings: SpeechTimings;
  /** Receives every attempt. */
  readonly observe?: ObserveRequest | undefined;
}

/** Creates the HTTP client with its own connection pool. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { baseUrl, apiKey, routes, permits, scope, timings, observe } = options;
  const { origin, pathname } = new URL(baseUrl);
  const basePath = pathname.replace(/\/+$/, '');
  const { connectTimeoutMs, keepAliveMs: keepAliveTimeout, probeMs } = timings;
  // One connection per request in flight, so that a broken one fails no other request.
  const pool = dispatcherTo(new URL(origin), routes, { connectTimeoutMs, keepAliveTimeout, probeMs });
  const authorization = `Bearer ${apiKey}`;
  const outage = createOutage();

  const attempt = async (request: HttpRequest, context: CallContext, preemption?: Preemption): Promise<OpenAnswer> => {
    const kind = kindOfPath(request.path);
    const askedAtMs = performance.now();
    const permit = await scope.trace('speech.permit', {}, () => permits.acquire(context, preemption));
    const observed = observeRequest(observe, kind, askedAtMs);
    const deadline = firstSoundDeadline(request.firstSoundMs, context);
    const link = linkSignals([context.signal, permit.preempted, deadline.signal]);
    const span = scope.start('speech.request', { attributes: { 'mynah.request': kind } });
    // The span ends with the observation, so that an answer that breaks off fails both.
    const failed = (reason?: unknown): void => {
      observed.failed(reason);
      span.end(reason);
    };
    const observation: RequestObservation = { ...observed, failed };
    try {
      const response = await pool.request({
        origin,
        path: `${basePath}${request.path}`,
        method: request.method,
        headers: { ...request.headers, ...traceHeaders(kind, span), authorization },
        body: request.body ?? null,
        headersTimeout: request.headersTimeoutMs,
        bodyTimeout: request.bodyTimeoutMs ?? timings.bodyTimeoutMs,
        signal: link.signal,
      });
      span.set({ 'http.response.status_code': response.statusCode });
      if (response.statusCode >= 500) outage.failed();
      else if (response.statusCode < 300) outage.succeeded();
      return await accept(response, { permit, deadline, link, observation, apiKey });
    } catch (error) {
      deadline[Symbol.dispose]();
      link[Symbol.dispose]();
      permit.release();
      const failure = link.signal.aborted ? link.signal.reason : connectionError(error);
      observation.failed(failure);
      throw failure;
    }
  };

  /** One attempt, however often it is ended for live speech. */
  const attemptWhole = async (request: HttpRequest, context: CallContext, maxBytes: number): Promise<WholeAnswer> => {
    const isPreemptible = request.repeatable && context.priority !== 'speech';
    for (let preemptions = 0; ; preemptions += 1) {
      try {
        return await readWhole(await attempt(request, context, { isPreemptible, preemptions }), maxBytes);
      } catch (error) {
        if (!(error instanceof PreemptedError)) throw error;
      }
    }
  };

  const retried = <T>(request: HttpRequest, context: CallContext, run: () => Promise<T>): Promise<T> =>
    withRetry(run, {
      policy: policyOf(timings, request),
      signal: context.signal,
      isWorthRetrying: (error, failures) => {
        if (context.retries === false || !isWorthRetrying(error, request)) return false;
        if (context.retries === 'except-5xx' && error.code === 'SPEECH_UNAVAILABLE') return false;
        const isShortOutage = error.status !== undefined && !outage.isLongerThan(timings.outageMs);
        return isShortOutage || failures < timings.retryAttempts;
      },
    });

  const whole = (request: HttpRequest, context: CallContext, maxBytes: number): Promise<WholeAnswer> =>
    retried(request, context, () => attemptWhole(request, context, maxBytes));

  return {
    open: (request, context) => retried(request, context, () => attempt(request, context)),
    whole: (request, context) => whole(request, context, MAX_WHOLE_BYTES),
    json: async (request, schema, context) => {
      const { bytes } = await whole(request, context, MAX_JSON_BYTES);
      return parseAnswer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'), schema);
    },
    done: async (request, context) => {
      await whole(request, context, MAX_JSON_BYTES);
    },
    close: (reason) => pool.destroy(reason),
  };
}

/** The requests that the service takes a trace of; the others are not about what somebody said. */
const TRACED: ReadonlySet<RequestKind> = new Set<RequestKind>(['tts', 'asr']);

/** W3C's `traceparent` of a request, where it has a span that is exported. */
function traceHeaders(kind: RequestKind, { context }: Span): Record<string, string> {
  return context?.parent === undefined || !TRACED.has(kind) ? {} : { traceparent: context.parent };
}

interface AttemptUnderWay {
  readonly permit: Permit;
  readonly deadline: FirstSoundDeadline;
  readonly link: LinkedSignal;
  readonly observation: RequestObservation;
  readonly apiKey: string;
}

async function accept(
  response: Dispatcher.ResponseData,
  { permit, deadline, link, observation, apiKey }: AttemptUnderWay,
): Promise<OpenAnswer> {
  const { statusCode: status, headers, body } = response;
  // A destroyed body emits an error event; readers get their error from the iterator.
  body.on('error', () => {});
  const report = concurrencyOf(headers);
  if (status === 429) permit.refused(report);
  else permit.report(report);
  if (status < 200 || status > 299) {
    const error = await refusalError({ status, headers, body }, apiKey);
    body.destroy();
    throw error;
  }
  const contentType = headers['content-type'];
  return {
    contentType: typeof contentType === 'string' ? contentType.toLowerCase() : '',
    body: readBody(body, { deadline, link, observation }),
    close: () => {
      observation.failed();
      body.destroy();
      deadline[Symbol.dispose]();
      link[Symbol.dispose]();
      permit.release();
    },
  };
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  { deadline, link: { signal }, observation }: Pick<AttemptUnderWay, 'deadline' | 'link' | 'observation'>,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      deadline.arrived();
      // Views of Buffers would be Buffers, whose slice() behaves differently.
      if (chunk.length > 0) yield new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
    observation.succeeded();
  } catch (error) {
    const failure = signal.aborted ? signal.reason : connectionError(error);
    observation.failed(failure);
    throw failure;
  }
}

async function readWhole(answer: OpenAnswer, maxBytes: number): Promise<WholeAnswer> {
  try {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body) {
      size += chunk.length;
      if (size > maxBytes) throw malformedAnswer(`it is longer than ${maxBytes / 1024 / 1024} MiB`);
      chunks.push(chunk);
    }
    const whole = Buffer.concat(chunks);
    return { contentType: answer.contentType, bytes: new Uint8Array(whole.buffer, whole.byteOffset, whole.length) };
  } finally {
    answer.close();
  }
}

function parseAnswer<T>(text: string, schema: z.ZodType<T>): T {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // The parser's error quotes its input, which may be somebody's speech.
    throw malformedAnswer('it is not JSON');
  }
  const answer = schema.safeParse(json);
  if (!answer.success) throw malformedAnswer(faultOf(answer.error));
  return answer.data;
}

function policyOf(timings: SpeechTimings, request: HttpRequest): RetryPolicy {
  return {
    attempts: request.attemptsInShortOutage ?? timings.retryAttempts,
    baseMs: timings.retryBaseMs,
    maxMs: timings.retryMaxMs,
    deadlineMs: request.retryDeadlineMs,
  };
}

function isWorthRetrying(error: SpeechError, { repeatable, isForCaller }: HttpRequest): boolean {
  if (!error.retryable || error.code === 'SPEECH_BUSY' || isForCaller?.(error) === true) return false;
  return repeatable || error.unsent || error.code === 'SPEECH_RATE_LIMITED';
}
