import type { CallContext } from '../call-context.ts';
import type { PermitSource } from '../limiter/concurrency-limiter.ts';
import { SpeechError } from '../speech-error.ts';
import type { SpeechTimings } from '../speech-timings.ts';
import type { TtsRequestBody } from '../wire.ts';
import type { LivePool } from './live-pool.ts';
import { LiveSession } from './live-session.ts';

/** What live sessions are made of. */
export interface LiveClientOptions {
  readonly pool: LivePool;
  readonly turns: PermitSource;
  readonly apiKey: string;
  readonly timings: SpeechTimings;
}

/** WebSocket /v1/tts/live. */
export interface LiveClient {
  /**
   * Begins a session with `start`; `body.text` is not sent. It holds a slot of the governor until the service is
   * through with it. The caller stops or closes it.
   * @throws {SpeechError} as `connectLive` and the governor do; the signal's reason when aborted.
   */
  open(body: TtsRequestBody, context: CallContext): Promise<LiveSession>;
  /**
   * The audio of `body.text`. A warm socket that turns out to be dead before its first event is replaced once, unheard.
   * @throws {SpeechError} as `open` and `LiveSession.audio` do; SPEECH_LIVE_FINISH_ERROR when no audio came at all.
   */
  speak(body: TtsRequestBody, context: CallContext): AsyncGenerator<Uint8Array, void, undefined>;
}

interface Opened {
  readonly session: LiveSession;
  readonly reused: boolean;
}

/** Makes the client of the live endpoint over a pool of sockets. */
export function createLiveClient({ pool, turns, apiKey, timings }: LiveClientOptions): LiveClient {
  const open = async (request: TtsRequestBody, context: CallContext, fresh: boolean): Promise<Opened> => {
    const { signal } = context;
    const slot = await turns.acquire(context);
    try {
      const { socket, reused } = await pool.take(signal, fresh, (status, report) =>
        status === 429 ? slot.refused(report) : slot.report(report),
      );
      const session = new LiveSession(socket, {
        request,
        stallMs: timings.liveStallMs,
        maxBufferedBytes: timings.liveMaxBufferedBytes,
        apiKey,
        signal,
        onConcurrencyLimit: (limit) => slot.refused({ limit, current: undefined }),
        onOver: (reusable) => {
          if (reusable) pool.giveBack(socket);
          slot.release();
        },
      });
      socket.resume();
      return { session, reused };
    } catch (error) {
      slot.release();
      throw error;
    }
  };

  return {
    open: async (body, context) => (await open(body, context, false)).session,
    async *speak(body, context) {
      const first = await open(body, context, false);
      try {
        yield* speakIn(first.session, body.text);
      } catch (error) {
        const isStale = first.reused && !first.session.heardAnything && isClosed(error);
        if (!isStale) throw error;
        yield* speakIn((await open(body, context, true)).session, body.text);
      }
    },
  };
}

async function* speakIn(session: LiveSession, text: string): AsyncGenerator<Uint8Array, void, undefined> {
  session.write(text);
  session.stop();
  let empty = true;
  for await (const bytes of session.audio) {
    empty = false;
    yield bytes;
  }
  if (empty) throw new SpeechError('SPEECH_LIVE_FINISH_ERROR', 'the live synthesis ended without any audio');
}

function isClosed(error: unknown): boolean {
  return error instanceof SpeechError && error.code === 'SPEECH_LIVE_CLOSED';
}
