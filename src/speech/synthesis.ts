import { linkSignals } from '../async.ts';
import type { Logger } from '../log.ts';
import type { CallContext } from './call-context.ts';
import type { LiveClient, OpenedSession } from './live/live.ts';
import type { LiveCircuitBreaker } from './live/live-circuit-breaker.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';
import { noAudioError, type SpeechRequest, type TtsClient, ttsRequestBody } from './tts.ts';
import type { TtsFormat, TtsRequestBody } from './wire.ts';

/**
 * A part of a synthesis. Audio comes in order. After `restart` comes the same text from its beginning, in a container of
 * its own: the reader skips as much time as it received before.
 */
export type SpeechChunk = { readonly kind: 'audio'; readonly bytes: Uint8Array } | { readonly kind: 'restart' };

/** What a synthesis is made of. */
export interface SynthesisOptions {
  readonly live: LiveClient;
  readonly tts: TtsClient;
  readonly breaker: LiveCircuitBreaker;
  readonly format: TtsFormat;
  /** Ends every synthesis with its reason. */
  readonly closing: AbortSignal;
  readonly log: Logger;
}

/** Speaks a text; an abort rejects with the signal's reason. */
export type Synthesize = (request: SpeechRequest, context: CallContext) => AsyncGenerator<SpeechChunk, void, undefined>;

/** Failures that POST cannot avoid either: the process itself is full or closing. */
const OWN_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>(['SPEECH_BUSY', 'SPEECH_CLOSED']);

/** Failures in the middle of a session. The pool reports connections to the breaker, and stalls are reported at once. */
const SESSION_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>([
  'SPEECH_LIVE_CLOSED',
  'SPEECH_LIVE_FINISH_ERROR',
  'SPEECH_LIVE_ERROR_EVENT',
  'SPEECH_LIVE_GARBAGE',
]);

/** Ways to the audio, in the order in which they are tried; `fresh-live` only after a stale socket. */
type Route = 'live' | 'fresh-live' | 'post' | 'last-post';

/** The audio of one route. */
interface AudioSource {
  readonly audio: AsyncIterable<Uint8Array>;
  close(): void;
}

/**
 * Creates the way from a text to its audio: by the live socket while that works, and after any failure of it by POST
 * /v1/tts, whose errors are the ones that count. A warm socket that turns out to be dead before its first event is
 * replaced once. When POST breaks off in its body it is tried once more.
 */
export function createSynthesize(options: SynthesisOptions): Synthesize {
  return async function* synthesize(request, context) {
    // Somebody waits for the first word: `balanced` begins about 200 ms earlier than `normal`.
    const body = ttsRequestBody(request, options.format, 'balanced');
    using linked = linkSignals([options.closing, context.signal]);
    const synthesis = new Synthesis(options, body, { ...context, signal: linked.signal });
    for (let route = synthesis.firstRoute(); ; ) {
      let source: AudioSource | undefined;
      try {
        source = await synthesis.open(route);
        if (synthesis.mustRestart(route)) yield { kind: 'restart' };
        for await (const bytes of source.audio) {
          synthesis.onAudio(route);
          yield { kind: 'audio', bytes };
        }
        synthesis.onEnd(route);
        return;
      } catch (error) {
        route = synthesis.routeAfter(route, error, source !== undefined);
      } finally {
        source?.close();
      }
    }
  };
}

/** Where one synthesis stands: which route comes next, and what the breaker learns from it. */
class Synthesis {
  readonly #options: SynthesisOptions;
  readonly #body: TtsRequestBody;
  readonly #context: CallContext;
  #opened: OpenedSession | undefined;
  #liveFailure: SpeechError | undefined;
  /** Whether any route has given audio, and whether the present one has. */
  #hasAudio = false;
  #routeHasAudio = false;

  constructor(options: SynthesisOptions, body: TtsRequestBody, context: CallContext) {
    this.#options = options;
    this.#body = body;
    this.#context = context;
  }

  firstRoute(): Route {
    return this.#options.breaker.allows() ? 'live' : 'post';
  }

  async open(route: Route): Promise<AudioSource> {
    this.#routeHasAudio = false;
    if (!isLive(route)) {
      const answer = await this.#options.tts.open(this.#body, this.#context);
      return { audio: answer.body, close: () => answer.close() };
    }
    this.#opened = undefined;
    const opened = await this.#options.live.open(this.#body, this.#context, {
      fresh: route === 'fresh-live',
    });
    this.#opened = opened;
    opened.session.write(this.#body.text);
    opened.session.stop();
    return { audio: opened.session.audio, close: () => opened.session.close() };
  }

  /** Whether audio was given before: what POST sends now begins again. */
  mustRestart(route: Route): boolean {
    if (isLive(route) || !this.#hasAudio) return false;
    this.#onSpokenByPost();
    return true;
  }

  onAudio(route: Route): void {
    this.#hasAudio = true;
    this.#routeHasAudio = true;
    if (!isLive(route)) this.#onSpokenByPost();
  }

  /** @throws {SpeechError} when there was no audio at all. */
  onEnd(route: Route): void {
    if (!this.#routeHasAudio) throw isLive(route) ? noLiveAudioError() : noAudioError();
    if (isLive(route)) this.#options.breaker.succeeded();
  }

  /** The route to try after a failure. @throws the failure when there is none. */
  routeAfter(route: Route, error: unknown, isOpen: boolean): Route {
    if (isLive(route)) return this.#routeAfterLive(route, error);
    if (!isOpen) throw error;
    const { signal } = this.#context;
    if (signal.aborted) throw signal.reason;
    if (route === 'last-post' || !(error instanceof SpeechError) || !error.retryable) throw error;
    this.#options.log.warn({ err: error }, 'speech broke off, restarting it');
    return 'last-post';
  }

  #routeAfterLive(route: Route, error: unknown): Route {
    const { signal } = this.#context;
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof SpeechError) || OWN_FAILURES.has(error.code)) throw error;
    const isStale = this.#opened?.reused === true && !this.#opened.session.hasReceived;
    if (route === 'live' && isStale && error.code === 'SPEECH_LIVE_CLOSED') return 'fresh-live';
    this.#liveFailure = error;
    if (error.code === 'SPEECH_LIVE_STALLED') this.#options.breaker.stalled();
    this.#options.log.warn({ err: error, hasAudio: this.#hasAudio }, 'live synthesis failed, falling back to POST');
    return 'post';
  }

  /** That POST speaks the text shows that the failure was live's. It counts once. */
  #onSpokenByPost(): void {
    const failure = this.#liveFailure;
    this.#liveFailure = undefined;
    if (failure !== undefined && SESSION_FAILURES.has(failure.code)) this.#options.breaker.sessionFailed();
  }
}

function isLive(route: Route): boolean {
  return route === 'live' || route === 'fresh-live';
}

function noLiveAudioError(): SpeechError {
  return new SpeechError('SPEECH_LIVE_FINISH_ERROR', 'the live synthesis ended without any audio');
}
