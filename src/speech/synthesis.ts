import type { TtsFormat, TtsRequestBody } from '@mynah/speech-wire/wire';
import { linkSignals, sleep } from '../concurrency/async.ts';
import type { Logger } from '../log/log.ts';
import type { CallContext } from './call-context.ts';
import { Retries, type RetryPolicy } from './http/retry.ts';
import type { LiveClient, OpenedSession } from './live/live.ts';
import type { LiveCircuitBreaker } from './live/live-circuit-breaker.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';
import { withSpellingFallback } from './spelling-fallback.ts';
import { noAudioError, type SpeechRequest, type TtsClient, ttsRequestBody } from './tts.ts';

/**
 * A part of a synthesis. Audio arrives in order. After `restart` the same text starts again in a new container: the reader
 * skips as much time as it received before.
 */
export type SpeechChunk = { readonly kind: 'audio'; readonly bytes: Uint8Array } | { readonly kind: 'restart' };

/** The dependencies of a synthesis. */
export interface SynthesisOptions {
  /** `undefined` for a model that the live socket does not serve. */
  readonly live: LiveClient | undefined;
  readonly tts: TtsClient;
  readonly breaker: LiveCircuitBreaker;
  /** How often a text is tried live while the service has too many concurrent requests. Then POST has attempts of its own. */
  readonly retries: RetryPolicy;
  readonly format: TtsFormat;
  /** Aborts every synthesis with its reason. */
  readonly closing: AbortSignal;
  readonly log: Logger;
}

/** Speaks a text; an abort rejects with the signal's reason. */
export type Synthesize = (request: SpeechRequest, context: CallContext) => AsyncGenerator<SpeechChunk, void, undefined>;

/** Failures that POST cannot avoid either: this process has too many calls or is closing. */
const OWN_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>(['SPEECH_BUSY', 'SPEECH_CLOSED']);

/** Failures in the middle of a session. The pool reports connections to the breaker; stalls are reported separately. */
const SESSION_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>([
  'SPEECH_LIVE_CLOSED',
  'SPEECH_LIVE_FINISH_ERROR',
  'SPEECH_LIVE_ERROR_EVENT',
  'SPEECH_LIVE_GARBAGE',
]);

/** Routes to the audio, in the order they are tried; `fresh-live` only after a stale socket. */
type Route = 'live' | 'fresh-live' | 'post' | 'last-post';

/** The audio of one route. */
interface AudioSource {
  readonly audio: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Creates a function that synthesizes a text over the live socket and, after any live failure, with POST /v1/tts, whose
 * errors are the ones reported. A warm socket that proves dead before its first event is replaced once. Where the service
 * has too many concurrent requests, the text is tried live again a few times before. A POST that is interrupted in its body is
 * retried once. A text whose phonemes the service refuses is spoken as it is spelled.
 */
export function createSynthesize(options: SynthesisOptions): Synthesize {
  const speak: Synthesize = async function* speak(request, context) {
    // A listener waits for the first word: `balanced` starts about 200 ms earlier than `normal`.
    const body = ttsRequestBody(request, options.format, 'balanced');
    using linked = linkSignals([options.closing, context.signal]);
    const synthesis = new Synthesis(options, body, { ...context, signal: linked.signal });
    for (let route = synthesis.firstRoute(); ; ) {
      let source: AudioSource | undefined;
      try {
        source = await synthesis.open(route);
        if (synthesis.hasAudio) yield { kind: 'restart' };
        for await (const bytes of source.audio) {
          synthesis.onAudio(route);
          yield { kind: 'audio', bytes };
        }
        synthesis.onEnd(route);
        return;
      } catch (error) {
        route = await synthesis.routeAfter(route, error, source !== undefined);
      } finally {
        source?.close();
      }
    }
  };
  return (request, context) =>
    withSpellingFallback(request, (wanted) => speak(wanted, context), {
      restart: { kind: 'restart' },
      log: options.log,
    });
}

/** The state of one synthesis: chooses the next route and reports results to the breaker. */
class Synthesis {
  readonly #options: SynthesisOptions;
  readonly #body: TtsRequestBody;
  readonly #context: CallContext;
  /** Aborts with the first bytes, where the reader doesn't say when sound has begun: it stays so for every restart. */
  readonly #hasBytes = new AbortController();
  /** Since the first refusal. */
  #retries: Retries | undefined;
  #opened: OpenedSession | undefined;
  #liveFailure: SpeechError | undefined;
  /** True once any route, and once the current route, has produced audio. */
  #hasAudio = false;
  #routeHasAudio = false;

  constructor(options: SynthesisOptions, body: TtsRequestBody, context: CallContext) {
    this.#options = options;
    this.#body = body;
    this.#context = { begun: this.#hasBytes.signal, ...context };
  }

  /** True once any route has produced audio, so that the next one restarts the text. */
  get hasAudio(): boolean {
    return this.#hasAudio;
  }

  firstRoute(): Route {
    return this.#options.live !== undefined && this.#options.breaker.allows() ? 'live' : 'post';
  }

  async open(route: Route): Promise<AudioSource> {
    this.#routeHasAudio = false;
    const { live, tts } = this.#options;
    const context = this.#context;
    if (live === undefined || !isLive(route)) {
      const answer = await tts.open(this.#body, context);
      return { audio: answer.body, close: () => answer.close() };
    }
    this.#opened = undefined;
    const opened = await live.open(this.#body, context, { fresh: route === 'fresh-live' });
    this.#opened = opened;
    opened.session.write(this.#body.text);
    opened.session.stop();
    return { audio: opened.session.audio, close: () => opened.session.close() };
  }

  onAudio(route: Route): void {
    this.#hasAudio = true;
    this.#hasBytes.abort();
    this.#routeHasAudio = true;
    if (!isLive(route)) this.#onSpokenByPost();
  }

  /** @throws {SpeechError} if there was no audio at all. */
  onEnd(route: Route): void {
    if (!this.#routeHasAudio) throw noAudioError();
    if (isLive(route)) this.#options.breaker.succeeded();
  }

  /** The route to try after a failure, once it is time to. @throws the failure if there is none. */
  async routeAfter(route: Route, error: unknown, isOpen: boolean): Promise<Route> {
    if (isLive(route)) return await this.#routeAfterLive(route, error);
    if (!isOpen) throw error;
    const { signal } = this.#context;
    if (signal.aborted) throw signal.reason;
    if (route === 'last-post' || !(error instanceof SpeechError) || !error.retryable) throw error;
    this.#options.log.warn({ err: error }, 'speech was interrupted, restarting it');
    return 'last-post';
  }

  async #routeAfterLive(route: Route, error: unknown): Promise<Route> {
    const { signal } = this.#context;
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof SpeechError) || OWN_FAILURES.has(error.code)) throw error;
    if (error.code === 'SPEECH_RATE_LIMITED' && (await this.#isRetriedAfter(error))) return this.firstRoute();
    const isStale = this.#opened?.reused === true && !this.#opened.session.hasReceived;
    if (route === 'live' && isStale && error.code === 'SPEECH_LIVE_CLOSED') return 'fresh-live';
    this.#liveFailure = error;
    if (error.code === 'SPEECH_LIVE_STALLED') this.#options.breaker.stalled();
    this.#options.log.warn({ err: error, hasAudio: this.#hasAudio }, 'live synthesis failed, falling back to POST');
    return 'post';
  }

  /**
   * Waits after a refusal for too much at once, by which nothing is broken: the next attempt is live again. False after the
   * last of these.
   */
  async #isRetriedAfter(error: SpeechError): Promise<boolean> {
    this.#retries ??= new Retries(this.#options.retries);
    const delayMs = this.#context.retries === false ? undefined : this.#retries.delayAfter(error);
    if (delayMs === undefined) return false;
    this.#options.log.warn({ err: error }, 'the speech service has too many concurrent requests, trying again');
    await sleep(delayMs, this.#context.signal);
    return true;
  }

  /** Counts a live failure once POST has spoken the text, which shows that the text was not at fault. */
  #onSpokenByPost(): void {
    const failure = this.#liveFailure;
    this.#liveFailure = undefined;
    if (failure !== undefined && SESSION_FAILURES.has(failure.code)) this.#options.breaker.sessionFailed();
  }
}

function isLive(route: Route): boolean {
  return route === 'live' || route === 'fresh-live';
}
