import type { CallContext } from '../call-context.ts';
import type { PermitSource } from '../limiter/concurrency-limiter.ts';
import type { SpeechTimings } from '../speech-timings.ts';
import type { TtsRequestBody } from '../wire.ts';
import type { LivePool } from './live-pool.ts';
import { LiveSession } from './live-session.ts';

/** What the live client is made of. */
export interface LiveClientOptions {
  readonly pool: LivePool;
  readonly permits: PermitSource;
  readonly apiKey: string;
  readonly timings: SpeechTimings;
}

/** How a session is opened. */
export interface OpenLiveOptions {
  /** Takes no socket that was open before. */
  readonly fresh?: boolean;
  /** Called once, when the session is over. */
  readonly onOver?: () => void;
}

/** A session that has begun. */
export interface OpenedSession {
  readonly session: LiveSession;
  /** Whether its socket was open before: then it may turn out to be stale. */
  readonly reused: boolean;
}

/** WebSocket /v1/tts/live. */
export interface LiveClient {
  /**
   * Begins a session with `start`; `body.text` is not sent. It holds a permit of the limiter until the service is done
   * with it. The caller must stop or close it.
   * @throws {SpeechError} as `connectLive` and the limiter do; the signal's reason when aborted.
   */
  open(body: TtsRequestBody, context: CallContext, options?: OpenLiveOptions): Promise<OpenedSession>;
}

/** Creates the client of the live endpoint over a pool of sockets. */
export function createLiveClient({ pool, permits, apiKey, timings }: LiveClientOptions): LiveClient {
  return {
    open: async (request, context, { fresh = false, onOver } = {}) => {
      const { signal } = context;
      const permit = await permits.acquire(context);
      try {
        const { socket, reused } = await pool.take(signal, fresh, (status, report) =>
          status === 429 ? permit.refused(report) : permit.report(report),
        );
        const session = new LiveSession(socket, {
          request,
          stallMs: timings.liveStallMs,
          maxBufferedBytes: timings.liveMaxBufferedBytes,
          apiKey,
          signal,
          onConcurrencyLimit: (limit) => permit.refused({ limit, current: undefined }),
          onOver: (reusable) => {
            if (reusable) pool.giveBack(socket);
            permit.release();
            onOver?.();
          },
        });
        socket.resume();
        return { session, reused };
      } catch (error) {
        permit.release();
        throw error;
      }
    },
  };
}
