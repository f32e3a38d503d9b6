/** Every duration and bound of the API module, in milliseconds where the name says so. */
export interface SpeechTimings {
  /** Longest wait for a TCP and TLS connection. */
  readonly connectTimeoutMs: number;
  /** How long an idle HTTP connection is kept when the service does not say. */
  readonly keepAliveMs: number;
  /** Longest wait for the first byte of an answer of /v1/tts. */
  readonly ttsHeadersTimeoutMs: number;
  /** Longest wait for a transcript: an hour of sound is recognized before the first byte comes. */
  readonly asrHeadersTimeoutMs: number;
  /** Longest wait for every other answer. */
  readonly modelHeadersTimeoutMs: number;
  /** Longest silence in the middle of an answer. */
  readonly bodyTimeoutMs: number;

  /** Most attempts of one call, the first included. */
  readonly retryAttempts: number;
  /** The first wait is random between 0 and this, the next between 0 and twice this, and so on. */
  readonly retryBaseMs: number;
  /** Upper end of the random wait, however many attempts there were. */
  readonly retryMaxMs: number;
  /** No new attempt begins later than this after a call's start. Somebody is listening, so it is short. */
  readonly ttsRetryDeadlineMs: number;
  readonly asrRetryDeadlineMs: number;
  readonly modelRetryDeadlineMs: number;

  /** Longest wait for a live socket to open. Measured by others: about 330 ms for TLS and WebSocket together. */
  readonly liveHandshakeMs: number;
  /** Longest silence of the live socket while audio is owed. */
  readonly liveStallMs: number;
  /** Audio that may wait unread in a live session before its socket is paused, in bytes. */
  readonly liveMaxBufferedBytes: number;
  /** After live failed, texts go through POST for this long without trying it. */
  readonly liveBreakMs: number;
  /** Idle sockets are pinged this often. Others saw sockets break after 20 s of silence. */
  readonly warmPingMs: number;
  /** Idle live sockets beyond the one that is kept warm are closed after this. */
  readonly surplusIdleMs: number;

  /** After the service showed a lower limit, one more request is allowed each time this long passed in quiet. */
  readonly limitRaiseMs: number;
  /** Most calls that wait for a permit, in all and for one tenant. */
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
}

export const DEFAULT_TIMINGS: SpeechTimings = {
  connectTimeoutMs: 5_000,
  keepAliveMs: 30_000,
  ttsHeadersTimeoutMs: 20_000,
  asrHeadersTimeoutMs: 300_000,
  modelHeadersTimeoutMs: 60_000,
  bodyTimeoutMs: 15_000,
  retryAttempts: 4,
  retryBaseMs: 300,
  retryMaxMs: 8_000,
  ttsRetryDeadlineMs: 20_000,
  asrRetryDeadlineMs: 180_000,
  modelRetryDeadlineMs: 20_000,
  liveHandshakeMs: 5_000,
  liveStallMs: 5_000,
  liveMaxBufferedBytes: 8 * 1024 * 1024,
  liveBreakMs: 30_000,
  warmPingMs: 10_000,
  surplusIdleMs: 60_000,
  limitRaiseMs: 15_000,
  maxWaiting: 256,
  maxWaitingPerTenant: 64,
};
