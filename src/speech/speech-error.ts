import { MynahError } from '../errors.ts';

/** Codes of failed speech service calls. They are stable, because messages for people depend on them. */
export type SpeechErrorCode =
  | 'SPEECH_BAD_REQUEST'
  | 'SPEECH_UNAUTHORIZED'
  | 'SPEECH_OUT_OF_CREDITS'
  | 'SPEECH_FORBIDDEN'
  | 'SPEECH_NOT_FOUND'
  | 'SPEECH_TOO_LARGE'
  | 'SPEECH_INVALID'
  | 'SPEECH_RATE_LIMITED'
  /** Any 5xx. */
  | 'SPEECH_UNAVAILABLE'
  /** Any other 4xx. */
  | 'SPEECH_REJECTED'
  /** The service was silent for too long, before or during its response. */
  | 'SPEECH_TIMEOUT'
  /** The service could not be reached, or the connection broke. */
  | 'SPEECH_CONNECTION'
  | 'SPEECH_MALFORMED_ANSWER'
  /** The live socket closed before `finish`. */
  | 'SPEECH_LIVE_CLOSED'
  /** `finish` arrived with reason `error`, or before all text was sent. */
  | 'SPEECH_LIVE_FINISH_ERROR'
  | 'SPEECH_LIVE_ERROR_EVENT'
  | 'SPEECH_LIVE_GARBAGE'
  /** No event arrived for the configured time while audio was due. */
  | 'SPEECH_LIVE_STALLED'
  /** The limiter's queue is full; nothing was sent. */
  | 'SPEECH_BUSY'
  /** The call breaks a limit of the interface; nothing was sent. */
  | 'SPEECH_LIMIT'
  /** The speech service client was closed. */
  | 'SPEECH_CLOSED';

/** Details of a SpeechError besides its code and message. */
export interface SpeechErrorDetails {
  /** HTTP status of the response, or of a refused WebSocket handshake. */
  readonly status?: number | undefined;
  /** The service's own message, at most 300 characters; for SPEECH_LIMIT the limit, as a `SpeechLimit`. */
  readonly serviceMessage?: string | undefined;
  /** The service's own name for the failure, such as `audio_too_long`: at most 100 letters, digits and `_.-`. */
  readonly serviceCode?: string | undefined;
  /** The service's reference for the request: at most 100 printable ASCII characters, without spaces and backticks. */
  readonly requestId?: string | undefined;
  /** How long the service asks to wait before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** True when the request certainly never reached the service. */
  readonly unsent?: boolean | undefined;
  readonly cause?: unknown;
  /** As in MynahErrorOptions. */
  readonly reference?: string | undefined;
}

const RETRYABLE: ReadonlySet<SpeechErrorCode> = new Set<SpeechErrorCode>([
  'SPEECH_RATE_LIMITED',
  'SPEECH_UNAVAILABLE',
  'SPEECH_TIMEOUT',
  'SPEECH_CONNECTION',
  'SPEECH_LIVE_CLOSED',
  'SPEECH_LIVE_FINISH_ERROR',
  'SPEECH_LIVE_ERROR_EVENT',
  'SPEECH_LIVE_GARBAGE',
  'SPEECH_LIVE_STALLED',
  'SPEECH_BUSY',
]);

const CODE_OF_STATUS: ReadonlyMap<number, SpeechErrorCode> = new Map<number, SpeechErrorCode>([
  [400, 'SPEECH_BAD_REQUEST'],
  [401, 'SPEECH_UNAUTHORIZED'],
  [402, 'SPEECH_OUT_OF_CREDITS'],
  [403, 'SPEECH_FORBIDDEN'],
  [404, 'SPEECH_NOT_FOUND'],
  [413, 'SPEECH_TOO_LARGE'],
  [422, 'SPEECH_INVALID'],
  [429, 'SPEECH_RATE_LIMITED'],
]);

/** A failed call of the speech service. Contains neither keys nor the text to speak. */
export class SpeechError extends MynahError {
  override readonly name = 'SpeechError';
  override readonly code: SpeechErrorCode;
  readonly status: number | undefined;
  readonly serviceMessage: string | undefined;
  readonly serviceCode: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly unsent: boolean;

  constructor(code: SpeechErrorCode, message: string, details: SpeechErrorDetails = {}) {
    super(code, message, { retryable: RETRYABLE.has(code), cause: details.cause, reference: details.reference });
    this.code = code;
    this.status = details.status;
    this.serviceMessage = details.serviceMessage;
    this.serviceCode = details.serviceCode;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.unsent = details.unsent ?? false;
  }

  override get logged(): Readonly<Record<string, string | number | undefined>> {
    return { status: this.status, serviceCode: this.serviceCode, requestId: this.requestId };
  }
}

/** A limit of the interface that is checked before sending; the catalogue has a sentence for each. */
export type SpeechLimit =
  | 'text-empty'
  | 'control-tokens'
  | 'voice-id'
  | 'page-size'
  | 'page-number'
  | 'update-empty'
  | 'tags-and-cover'
  | 'voice-recordings'
  | 'recording-empty'
  | 'voice-transcripts'
  | 'voice-cover'
  | 'voice-title'
  | 'recording-too-large'
  | 'recording-too-short'
  | 'recording-too-long';

/** The code for an HTTP status that is not a success; a status outside 400–599 is a malformed answer. */
export function codeOfStatus(status: number): SpeechErrorCode {
  const known = CODE_OF_STATUS.get(status);
  if (known !== undefined) return known;
  if (status >= 500 && status <= 599) return 'SPEECH_UNAVAILABLE';
  return status >= 400 && status <= 499 ? 'SPEECH_REJECTED' : 'SPEECH_MALFORMED_ANSWER';
}

/** The error for a call that breaks a limit of the interface. */
export function limitError(limit: SpeechLimit): SpeechError {
  return new SpeechError('SPEECH_LIMIT', `nothing was sent to the speech service: ${limit}`, { serviceMessage: limit });
}

/** The error for an answer that cannot be used; `fault` quotes nothing of it. */
export function malformedAnswer(fault: string): SpeechError {
  return new SpeechError('SPEECH_MALFORMED_ANSWER', `the speech service's answer cannot be used: ${fault}`);
}

/** Failures before anything is sent. */
const NEVER_SENT: ReadonlySet<string> = new Set<SpeechErrorCode>(['SPEECH_BUSY', 'SPEECH_LIMIT', 'SPEECH_CLOSED']);

/** Whether the service certainly did no work for a failed call: it never got the request, or refused it. */
export function wasNotServed(error: unknown): boolean {
  if (!(error instanceof SpeechError)) return false;
  return error.unsent || NEVER_SENT.has(error.code) || (error.status ?? 0) >= 400;
}
