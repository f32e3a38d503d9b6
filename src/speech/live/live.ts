import type { TtsRequestBody } from '@mynah/speech-wire/wire';
import type { Logger } from '../../log/log.ts';
import type { RequestScope } from '../../telemetry/request-scope.ts';
import type { CallContext } from '../call-context.ts';
import type { PermitSource } from '../limiter/concurrency-limiter.ts';
import { type ObserveRequest, observeRequest } from '../request-observer.ts';
import type { SpeechTimings } from '../speech-timings.ts';
import type { LivePool } from './live-pool.ts';
import { LiveSession } from './live-session.ts';

/** The dependencies of the live client. */
export interface LiveClientOptions {
  readonly pool: LivePool;
  readonly permits: PermitSource;
  readonly apiKey: string;
  readonly scope: RequestScope;
  readonly timings: SpeechTimings;
  readonly log: Logger;
  /** Receives every session. */
  readonly observe?: ObserveRequest | undefined;
}

/** Options for opening a session. */
interface OpenLiveOptions {
  /** Opens a new socket instead of using an idle one. */
  readonly fresh?: boolean;
}

/** A started session. */
export interface OpenedSession {
  readonly session: LiveSession;
  /** True if its socket was already open, so that it may prove stale. */
  readonly reused: boolean;
}

/** WebSocket /v1/tts/live. */
export interface LiveClient {
  /**
   * Starts a session with `start`; `body.text` is not sent. It holds a permit of the limiter until the session is over.
   * The caller must stop or close it.
   * @throws {SpeechError} like `connectLive` and the limiter; the signal's reason when aborted.
   */
  open(body: TtsRequestBody, context: CallContext, options?: OpenLiveOptions): Promise<OpenedSession>;
}

/** Creates the client of the live endpoint over a pool of sockets. */
export function createLiveClient(options: LiveClientOptions): LiveClient {
  const { pool, permits, apiKey, scope, timings, log, observe } = options;
  return {
    open: async (request, context, { fresh = false } = {}) => {
      const { signal, awaited, begun } = context;
      const askedAtMs = performance.now();
      const permit = await scope.trace('speech.permit', {}, () => permits.acquire(context));
      const observation = observeRequest(observe, 'live', askedAtMs);
      const span = scope.start('speech.live');
      try {
        const { socket, reused } = await pool.take({
          signal,
          fresh,
          traceParent: span.context?.parent,
          onAnswer: (status, report) => (status === 429 ? permit.refused(report) : permit.report(report)),
        });
        const session = new LiveSession(socket, {
          request,
          stallMs: timings.liveStallMs,
          silenceMs: timings.ttsSilenceMs,
          awaited,
          begun,
          maxBufferedBytes: timings.liveMaxBufferedBytes,
          apiKey,
          signal,
          onRefused: (limit) => permit.refused({ limit, current: undefined }),
          log,
          onOver: (reusable, failure) => {
            if (reusable) observation.succeeded();
            else observation.failed(failure);
            if (reusable) pool.giveBack(socket);
            permit.release();
            span.end(failure);
          },
        });
        socket.resume();
        return { session, reused };
      } catch (error) {
        observation.failed(error);
        permit.release();
        span.end(error);
        throw error;
      }
    },
  };
}
