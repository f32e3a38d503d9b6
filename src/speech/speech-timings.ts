/** Durations (`…Ms`, in milliseconds) and limits of the speech service client. */
export interface SpeechTimings {
  /** Longest wait for a TCP and TLS connection. */
  readonly connectTimeoutMs: number;
  /** How long an idle HTTP connection is kept if the service does not specify it. */
  readonly keepAliveMs: number;
  /**
   * The operating systems probe a connection after so much silence, and take it for broken some 10 s later. It is shorter than
   * the silence of a generation, which would hide a broken path.
   */
  readonly probeMs: number;
  /** Longest wait for the first sound of a /v1/tts response, once somebody waits for it. */
  readonly ttsFirstSoundMs: number;
  /**
   * Longest silence of a text whose sound has begun, or is not awaited yet because other sound is still to be played; live and
   * /v1/tts. Others measured more than 20 s in the middle of a generation, and a text that is asked for again is paid again.
   */
  readonly ttsSilenceMs: number;
  /**
   * Longest wait for the first byte of a transcript, and longest silence after it. The service's documents advise 15 minutes
   * for its larger model. Live captions set deadlines of their own, which are shorter.
   */
  readonly asrHeadersTimeoutMs: number;
  readonly asrBodyTimeoutMs: number;
  /** Longest wait for a response about voice models or the credit, and longest silence in the middle of it. */
  readonly modelHeadersTimeoutMs: number;
  readonly bodyTimeoutMs: number;

  /** Maximum attempts per call, including the first. */
  readonly retryAttempts: number;
  /**
   * The same for speech while the service answers with 429 or 5xx. With the waits below, the last of them begins 8 to 20 s
   * after the first: a failure of some seconds costs nobody a text that they asked for.
   */
  readonly ttsRetryAttempts: number;
  /** Once the service has answered with nothing but 5xx for this long, that no longer counts: people are told at once. */
  readonly outageMs: number;
  /** The first wait is random between half of this and this, the next between this and twice this, and so on. */
  readonly retryBaseMs: number;
  /** Upper limit of the random wait, however many attempts there were. */
  readonly retryMaxMs: number;
  /** No new attempt starts later than this after the call. Short, because somebody is listening. */
  readonly ttsRetryDeadlineMs: number;
  readonly asrRetryDeadlineMs: number;
  readonly modelRetryDeadlineMs: number;

  /** Longest wait for a live socket to open. Measured by others: about 330 ms for TLS and WebSocket together. */
  readonly liveHandshakeMs: number;
  /**
   * Longest silence of the live socket before the first sound of a text, once somebody waits for that. It takes some 500 ms;
   * much later, asking again is sooner.
   */
  readonly liveStallMs: number;
  /** Audio that may wait unread in a live session before its socket is paused, in bytes. */
  readonly liveMaxBufferedBytes: number;
  /** How long texts go through POST after live failed. */
  readonly liveBreakMs: number;
  /** A live socket takes its next session so long after the last: what the service still sends for that one comes before. */
  readonly liveRestMs: number;
  /** Idle sockets are pinged this often. Others saw sockets break after 20 s of silence. */
  readonly warmPingMs: number;
  /** Idle live sockets are closed after this, except for the one kept warm. */
  readonly surplusIdleMs: number;

  /** After the service reported a lower limit, it rises by one request after each quiet period of this length. */
  readonly limitRaiseMs: number;
  /** The service counts a request that was ended for live speech until it sees its connection close, at most this long. */
  readonly preemptionSettleMs: number;
  /**
   * After a request was ended for live speech, a single permit is for speech alone for so long: the service may refuse the
   * first attempt because it still counts the ended request, and one text after another is spoken.
   */
  readonly speechExpectedMs: number;
  /** Maximum calls waiting for a permit, in total and per tenant. */
  readonly maxWaiting: number;
  readonly maxWaitingPerTenant: number;
}

export const DEFAULT_TIMINGS: SpeechTimings = {
  connectTimeoutMs: 5_000,
  keepAliveMs: 30_000,
  probeMs: 5_000,
  ttsFirstSoundMs: 20_000,
  ttsSilenceMs: 60_000,
  asrHeadersTimeoutMs: 900_000,
  asrBodyTimeoutMs: 900_000,
  modelHeadersTimeoutMs: 60_000,
  bodyTimeoutMs: 15_000,
  retryAttempts: 4,
  ttsRetryAttempts: 8,
  outageMs: 10_000,
  retryBaseMs: 300,
  retryMaxMs: 8_000,
  ttsRetryDeadlineMs: 20_000,
  asrRetryDeadlineMs: 180_000,
  modelRetryDeadlineMs: 20_000,
  liveHandshakeMs: 5_000,
  liveStallMs: 5_000,
  liveMaxBufferedBytes: 8 * 1024 * 1024,
  liveBreakMs: 30_000,
  liveRestMs: 500,
  warmPingMs: 10_000,
  surplusIdleMs: 60_000,
  limitRaiseMs: 15_000,
  preemptionSettleMs: 150,
  speechExpectedMs: 3_000,
  maxWaiting: 256,
  maxWaitingPerTenant: 64,
};
