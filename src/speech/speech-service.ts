import { isLiveModel, type TtsFormat } from '@mynah/speech-wire/wire';
import { linkSignals } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import { createProxyRoutes, type ProxyVariables } from '../proxy/proxy-routes.ts';
import { RequestScope } from '../telemetry/request-scope.ts';
import { createTranscriber, type Transcribe, type Transcriber } from './asr/asr.ts';
import type { CallContext } from './call-context.ts';
import { createHttpClient } from './http/http.ts';
import { ConcurrencyLimiter, type LimiterFigures, type PermitSource } from './limiter/concurrency-limiter.ts';
import type { SharedSlots } from './limiter/shared-slots.ts';
import { createLiveClient } from './live/live.ts';
import { LiveCircuitBreaker } from './live/live-circuit-breaker.ts';
import { LivePool } from './live/live-pool.ts';
import type { ObserveRequest } from './request-observer.ts';
import { SpeechError } from './speech-error.ts';
import { DEFAULT_TIMINGS, type SpeechTimings } from './speech-timings.ts';
import { withSpellingFallback } from './spelling-fallback.ts';
import { createSynthesize, type SpeechChunk, type Synthesize } from './synthesis.ts';
import {
  createTtsClient,
  PCM_SAMPLE_RATE_HZ,
  readAudio,
  type SpeechRequest,
  type TtsClient,
  ttsRequestBody,
} from './tts.ts';
import { VoiceModelReader } from './voice-model-reader.ts';
import { createVoiceModelsClient, type VoiceModelsClient } from './voice-models.ts';
import { createReadCredit, type ReadCredit } from './wallet.ts';

/** The configuration and dependencies of the speech service client. */
export interface SpeechServiceOptions {
  readonly baseUrl: string;
  readonly wsUrl: string;
  readonly apiKey: string;
  /** Value of the `model` header of texts to speak. */
  readonly model: string;
  /** That of recordings to transcribe. Default: none is sent. */
  readonly asrModel?: string | undefined;
  readonly format: TtsFormat;
  /** The proxy routes; default: everything is reached directly. */
  readonly proxy?: ProxyVariables | undefined;
  /** Maximum requests in flight, of all kinds together. */
  readonly concurrency: number;
  /** Requests to the service are spans of what they are for. Default: none is known. */
  readonly scope?: RequestScope | undefined;
  readonly log: Logger;
  /** Overrides of `DEFAULT_TIMINGS`. */
  readonly timings?: Partial<SpeechTimings>;
  /** Receives every request when it is over, for statistics. */
  readonly observe?: ObserveRequest;
}

/** A snapshot of a client, for metrics. */
interface ClientFigures {
  /** Live sockets that are open and wait for a session. */
  readonly warmSockets: number;
  /** False while texts go through POST because live failed. */
  readonly liveUsable: boolean;
  /** Documents of voices that could not be read, since the start. */
  readonly oddVoices: number;
}

/**
 * One thread's client of the speech service. Every call waits for a permit, retries retryable errors, and rejects with a
 * SpeechError or, when aborted, with the reason of `context.signal`.
 */
export interface SpeechClient {
  /**
   * Speaks a text to a listener: over the live socket and, after any live failure, with POST /v1/tts. After an interruption
   * in mid-text it yields `restart` and the text from its beginning. Chunks are yielded as soon as the service sends them;
   * a consumer that stops early ends the request.
   */
  synthesize(request: SpeechRequest, context: CallContext): AsyncGenerator<SpeechChunk, void, undefined>;
  /**
   * The audio of POST /v1/tts, in `format` or the configured one: as it arrives with the priority `speech`, else as a
   * whole, because the request may be repeated for live speech.
   */
  tts(
    request: SpeechRequest & { readonly format?: TtsFormat },
    context: CallContext,
  ): AsyncGenerator<Uint8Array, void, undefined>;
  readonly transcribe: Transcribe;
  /**
   * The longest recording that the service certainly processes as a whole, in milliseconds: the interface's bound with
   * `transcribe-1-pro`, about a minute with other models, and where the service refused that one's fields.
   */
  safeRecordingMs(): number;
  readonly voices: VoiceModelsClient;
  readonly credit: ReadCredit;
  /** Keeps a live socket warm until every hold is disposed of. */
  holdWarm(): Disposable;
  /** Sample rate of `pcm` and `wav`; `undefined` for formats with a container of their own. */
  readonly pcmSampleRateHz: number | undefined;
  figures(): ClientFigures;
  /** Rejects calls in flight and waiting calls with SPEECH_CLOSED, and closes every socket. */
  close(): Promise<void>;
}

/** The speech service with the limiter that grants permits to all threads of the process. */
export interface SpeechService extends SpeechClient {
  readonly permits: PermitSource;
  figures(): ClientFigures & { readonly limiter: LimiterFigures };
}

interface Parts {
  readonly tts: TtsClient;
  readonly synthesize: Synthesize;
  readonly transcriber: Transcriber;
  readonly voices: VoiceModelsClient;
  readonly credit: ReadCredit;
  readonly log: Logger;
}

/**
 * Creates the process's client of the speech service and its limiter, which shares permits with other processes through
 * `slots`. The caller must close it.
 */
export function createSpeechService(
  options: SpeechServiceOptions & { readonly slots?: SharedSlots | undefined },
): SpeechService {
  const { concurrency, slots, log } = options;
  const timings: SpeechTimings = { ...DEFAULT_TIMINGS, ...options.timings };
  const limiter = new ConcurrencyLimiter({ concurrency, raiseMs: timings.limitRaiseMs, slots, log, ...timings });
  const client = createSpeechClient(options, limiter);
  return {
    ...client,
    permits: limiter,
    figures: () => ({ ...client.figures(), limiter: limiter.figures() }),
  };
}

/**
 * Creates a client that gets its permits from `permits`. It sends nothing before the first call or hold. The caller must
 * close it, which closes `permits` too.
 */
export function createSpeechClient(options: SpeechServiceOptions, permits: PermitSource): SpeechClient {
  const { wsUrl, apiKey, model, asrModel, concurrency, observe, scope = new RequestScope(), log } = options;
  const timings: SpeechTimings = { ...DEFAULT_TIMINGS, ...options.timings };
  const routes = options.proxy && createProxyRoutes(options.proxy);
  const http = createHttpClient({ baseUrl: options.baseUrl, apiKey, routes, permits, scope, timings, observe });
  const breaker = new LiveCircuitBreaker(timings.liveBreakMs);
  const pool = new LivePool({
    endpoint: { wsUrl, apiKey, model, routes, handshakeMs: timings.liveHandshakeMs, probeMs: timings.probeMs },
    breaker,
    maxIdle: concurrency,
    restMs: timings.liveRestMs,
    pingMs: timings.warmPingMs,
    surplusIdleMs: timings.surplusIdleMs,
    log,
  });
  const live = isLiveModel(model)
    ? createLiveClient({ pool, permits, apiKey, scope, timings, log, observe })
    : undefined;
  const tts = createTtsClient(http, model, timings);
  const reader = new VoiceModelReader(log);
  const closing = new AbortController();
  const methods = createMethods(options.format, closing.signal, {
    tts,
    synthesize: createSynthesize({
      ...{ live, tts, breaker, format: options.format, closing: closing.signal, log },
      retries: {
        attempts: timings.retryAttempts,
        baseMs: timings.retryBaseMs,
        maxMs: timings.retryMaxMs,
        deadlineMs: timings.ttsRetryDeadlineMs,
      },
    }),
    transcriber: createTranscriber({ http, model: asrModel, timings, log }),
    voices: createVoiceModelsClient(http, timings, reader),
    credit: createReadCredit(http, timings),
    log,
  });
  return {
    ...methods,
    holdWarm: () => (live === undefined ? { [Symbol.dispose]: () => undefined } : pool.hold()),
    pcmSampleRateHz: options.format === 'wav' || options.format === 'pcm' ? PCM_SAMPLE_RATE_HZ : undefined,
    figures: () => ({ warmSockets: pool.idleCount, liveUsable: breaker.allows(), oddVoices: reader.oddCount }),
    async close() {
      const reason = new SpeechError('SPEECH_CLOSED', 'the speech service client was closed');
      closing.abort(reason);
      permits.close(reason);
      await Promise.all([pool.close(reason), http.close(reason)]);
    },
  };
}

/** The calls of the service. Each ends when its caller aborts or the service closes. */
function createMethods(
  format: TtsFormat,
  closing: AbortSignal,
  parts: Parts,
): Pick<SpeechClient, 'synthesize' | 'tts' | 'transcribe' | 'safeRecordingMs' | 'voices' | 'credit'> {
  const { tts, synthesize, transcriber, voices, credit, log } = parts;
  async function* speakOnce(
    request: SpeechRequest & { readonly format?: TtsFormat },
    call: CallContext,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const body = ttsRequestBody(request, request.format ?? format, 'normal');
    if (call.priority === 'speech') yield* readAudio(await tts.open(body, call));
    else yield await tts.read(body, call);
  }
  const linked = async <T>(context: CallContext, call: (context: CallContext) => Promise<T>): Promise<T> => {
    using link = linkSignals([closing, context.signal]);
    return await call({ ...context, signal: link.signal });
  };
  return {
    synthesize,
    async *tts(request, context) {
      using link = linkSignals([closing, context.signal]);
      const call = { ...context, signal: link.signal };
      yield* withSpellingFallback(request, (wanted) => speakOnce(wanted, call), { log });
    },
    transcribe: (request, context) => linked(context, (own) => transcriber.transcribe(request, own)),
    safeRecordingMs: () => transcriber.safeRecordingMs(),
    voices: {
      create: (voice, context) => linked(context, (own) => voices.create(voice, own)),
      get: (id, context) => linked(context, (own) => voices.get(id, own)),
      list: (filter, context) => linked(context, (own) => voices.list(filter, own)),
      update: (id, changes, context) => linked(context, (own) => voices.update(id, changes, own)),
      delete: (id, context) => linked(context, (own) => voices.delete(id, own)),
    },
    credit: (context) => linked(context, credit),
  };
}
