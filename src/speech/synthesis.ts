import type { Logger } from '../log.ts';
import type { CallContext } from './call-context.ts';
import type { LiveClient } from './live/live.ts';
import type { LiveCircuitBreaker } from './live/live-circuit-breaker.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';
import { readAudio, type TtsClient } from './tts.ts';
import type { TtsRequestBody } from './wire.ts';

/**
 * A part of a synthesis. Audio comes in order; `restart` says that what follows is the same text from its beginning, in
 * a container of its own: skip as much time as was had before.
 */
export type SpeechChunk = { readonly kind: 'audio'; readonly bytes: Uint8Array } | { readonly kind: 'restart' };

/** What a synthesis is made of. */
export interface SynthesisOptions {
  readonly live: LiveClient;
  readonly tts: TtsClient;
  readonly breaker: LiveCircuitBreaker;
  readonly log: Logger;
}

/** Speaks `body.text`; an abort rejects with the signal's reason. */
export type Synthesize = (body: TtsRequestBody, context: CallContext) => AsyncGenerator<SpeechChunk, void, undefined>;

/** Failures that POST cannot mend either: the process itself is full or closing. */
const OWN_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>(['SPEECH_BUSY', 'SPEECH_CLOSED']);

/** Failures in the middle of a session. The breaker hears of connections from the pool, and of stalls at once. */
const SESSION_FAILURES: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>([
  'SPEECH_LIVE_CLOSED',
  'SPEECH_LIVE_FINISH_ERROR',
  'SPEECH_LIVE_ERROR_EVENT',
  'SPEECH_LIVE_GARBAGE',
]);

/**
 * Makes the way from a text to its audio: by the live socket while that works, and after any failure of it by POST
 * /v1/tts, whose errors are the ones that count. When POST breaks off in its body it is tried once more.
 */
export function createSynthesize({ live, tts, breaker, log }: SynthesisOptions): Synthesize {
  return async function* synthesize(body, context) {
    let heard = false;
    let liveFailure: SpeechError | undefined;
    if (breaker.allows()) {
      try {
        for await (const bytes of live.speak(body, context)) {
          heard = true;
          yield { kind: 'audio', bytes };
        }
        breaker.succeeded();
        return;
      } catch (error) {
        liveFailure = mendable(error, context.signal);
        if (liveFailure.code === 'SPEECH_LIVE_STALLED') breaker.stalled();
        log.warn({ err: liveFailure, heard }, 'live synthesis failed, going on by POST');
      }
    }
    for await (const chunk of post(tts, body, context, heard, log)) {
      if (liveFailure !== undefined && SESSION_FAILURES.has(liveFailure.code)) breaker.sessionFailed();
      // That POST speaks the text shows that it was live's fault; it counts once.
      liveFailure = undefined;
      yield chunk;
    }
  };
}

async function* post(
  tts: TtsClient,
  body: TtsRequestBody,
  context: CallContext,
  heardBefore: boolean,
  log: Logger,
): AsyncGenerator<SpeechChunk, void, undefined> {
  let heard = heardBefore;
  for (let isLastTry = false; ; isLastTry = true) {
    const answer = await tts.open(body, context);
    try {
      if (heard) yield { kind: 'restart' };
      for await (const bytes of readAudio(answer)) {
        heard = true;
        yield { kind: 'audio', bytes };
      }
      return;
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason;
      if (isLastTry || !(error instanceof SpeechError) || !error.retryable) throw error;
      log.warn({ err: error }, 'synthesis broke off, beginning again');
    } finally {
      answer.close();
    }
  }
}

/** The failure, if POST may do better; else it throws. */
function mendable(error: unknown, signal: AbortSignal): SpeechError {
  if (signal.aborted) throw signal.reason;
  if (!(error instanceof SpeechError) || OWN_FAILURES.has(error.code)) throw error;
  return error;
}
