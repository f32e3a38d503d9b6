import { PATHS } from '@mynah/speech-wire/wire';
import { PreemptedError } from './limiter/concurrency-limiter.ts';
import { SpeechError, type SpeechErrorCode } from './speech-error.ts';

/** Kinds of requests: `models` is about voices, `live` one text over the live socket. */
export const REQUEST_KINDS = ['live', 'tts', 'asr', 'models', 'credit'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** How requests end. */
export const REQUEST_OUTCOMES = [
  'ok',
  /** 401. */
  'unauthorized',
  /** 403. */
  'forbidden',
  /** 402. */
  'out_of_credits',
  /** 429, or too much concurrency. */
  'rate_limited',
  /** Any other 4xx. */
  'refused',
  /** 5xx. */
  'unavailable',
  /** The service was silent for too long. */
  'timeout',
  /** The service could not be reached, or the connection broke. */
  'connection',
  /** The answer was no valid one, or reported an error. */
  'failed',
  /** The caller no longer wanted it: skipped, stopped, shut down. */
  'aborted',
  /** Ended for live speech, and sent again later. */
  'preempted',
] as const;
type RequestOutcome = (typeof REQUEST_OUTCOMES)[number];

/** One request that is over. Each attempt is a request. */
export interface ObservedRequest {
  readonly kind: RequestKind;
  readonly outcome: RequestOutcome;
  /** How long it waited for its permit. */
  readonly waitedMs: number;
  /** From the permit to the end of the answer. */
  readonly durationMs: number;
}

/** Receives every request when it is over. It must not throw. */
export type ObserveRequest = (request: ObservedRequest) => void;

/** A request under way. Only its first end counts. */
export interface RequestObservation {
  succeeded(): void;
  /** Ended by an error or the reason of a signal; `undefined` if the caller just stopped to read. */
  failed(reason?: unknown): void;
}

const OUTCOME_OF_CODE: Partial<Record<SpeechErrorCode, RequestOutcome>> = {
  SPEECH_UNAUTHORIZED: 'unauthorized',
  SPEECH_FORBIDDEN: 'forbidden',
  SPEECH_OUT_OF_CREDITS: 'out_of_credits',
  SPEECH_RATE_LIMITED: 'rate_limited',
  SPEECH_BAD_REQUEST: 'refused',
  SPEECH_NOT_FOUND: 'refused',
  SPEECH_TOO_LARGE: 'refused',
  SPEECH_INVALID: 'refused',
  SPEECH_REJECTED: 'refused',
  SPEECH_UNAVAILABLE: 'unavailable',
  SPEECH_TIMEOUT: 'timeout',
  SPEECH_LIVE_STALLED: 'timeout',
  SPEECH_CONNECTION: 'connection',
  SPEECH_LIVE_CLOSED: 'connection',
  SPEECH_CLOSED: 'aborted',
};

/** Begins to observe a request that got its permit now, and asked for it at `askedAtMs` (`performance.now()`). */
export function observeRequest(
  observe: ObserveRequest | undefined,
  kind: RequestKind,
  askedAtMs: number,
): RequestObservation {
  const startedAtMs = performance.now();
  let isOver = false;
  const end = (outcome: RequestOutcome): void => {
    if (isOver) return;
    isOver = true;
    observe?.({ kind, outcome, waitedMs: startedAtMs - askedAtMs, durationMs: performance.now() - startedAtMs });
  };
  return { succeeded: () => end('ok'), failed: (reason) => end(outcomeOf(reason)) };
}

/** The kind of a request, by its path below `{base_url}`. */
export function kindOfPath(path: string): RequestKind {
  if (path.startsWith(PATHS.tts)) return 'tts';
  if (path.startsWith(PATHS.asr)) return 'asr';
  return path.startsWith(PATHS.credit) ? 'credit' : 'models';
}

function outcomeOf(reason: unknown): RequestOutcome {
  if (reason instanceof PreemptedError) return 'preempted';
  // The reason of a signal may be anything.
  return reason instanceof SpeechError ? (OUTCOME_OF_CODE[reason.code] ?? 'failed') : 'aborted';
}
