/** Every duration and limit of captions; in milliseconds where the name says so. */
export interface CaptionTimings {
  /** How long an answer waits for the answer to earlier speech of the same person. */
  readonly orderPatienceMs: number;
  /** Text that comes later than this after its speech is marked late. */
  readonly lateAfterMs: number;

  /** How long one request for a clip's text may take, queueing included; doubles with each timeout. */
  readonly attemptTimeoutMs: number;
  readonly maxAttemptTimeoutMs: number;
  /** How long a clip waits after its request failed; doubles with each failure. */
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** How often one pending clip probes the service in an outage; doubles with each failed probe. */
  readonly probeBaseMs: number;
  readonly probeMaxMs: number;
  /** Concurrent requests for new clips; others wait on disk. The limiter queues at most 64 calls of a guild. */
  readonly maxNewUnderWay: number;
  /** Concurrent requests for clips that failed before or were on disk: live speech must not queue behind them. */
  readonly maxOldUnderWay: number;
  /** Most bytes of audio in memory that could not be written to disk. */
  readonly maxUnsavedBytes: number;

  /** From the beginning of speech, or from an interim answer, to the next interim request. */
  readonly interimEveryMs: number;
  /** The next interim request waits at least this many times as long as the last answer took. */
  readonly interimAnswerFactor: number;
  readonly interimTimeoutMs: number;

  /** The longest pause over which clips of one person join in one turn. */
  readonly turnPauseMs: number;
  /** Nothing is added to a turn older than this. Discord limits edits of messages older than an hour. */
  readonly turnMaxAgeMs: number;
  /** Most characters of a turn by `sanitizedLength`. Discord allows 2,000; a name and marks need room too. */
  readonly turnMaxCharacters: number;

  /** How long to wait for a person's name, and for whether they are a bot. */
  readonly peopleTimeoutMs: number;
  /** How long the end of captions waits for pending text. */
  readonly drainPatienceMs: number;
  /** How long to wait for the end of an utterance after listening ended. */
  readonly lastClipPatienceMs: number;
  readonly flushPatienceMs: number;
  /** Of the whole of `close()`. */
  readonly closePatienceMs: number;
  /** Losses and refusals within this time are announced together. */
  readonly announceEveryMs: number;
  /** How long an outage lasts before it is announced. */
  readonly outageAnnounceAfterMs: number;
  /** After a restart, text of older sessions is stored but not shown. */
  readonly showRecoveredWithinMs: number;
  readonly purgeEveryMs: number;
  /** How long damaged clips are kept for inspection. */
  readonly keepDamagedMs: number;
  /** The least time between deletions of messages at Discord: captions being shown need the same rate limits. */
  readonly deleteMessageEveryMs: number;
  /** How often opt-ins, opt-outs and erasures are read that other processes stored. */
  readonly refreshEveryMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The values that the bot runs with. */
export const DEFAULT_CAPTION_TIMINGS: CaptionTimings = {
  orderPatienceMs: 5_000,
  lateAfterMs: 20_000,
  attemptTimeoutMs: MINUTE_MS,
  maxAttemptTimeoutMs: 5 * MINUTE_MS,
  retryBaseMs: 1_000,
  retryMaxMs: MINUTE_MS,
  probeBaseMs: 1_000,
  probeMaxMs: 4_000,
  maxNewUnderWay: 48,
  maxOldUnderWay: 4,
  maxUnsavedBytes: 32 * 1024 * 1024,
  interimEveryMs: 1_200,
  interimAnswerFactor: 1.5,
  interimTimeoutMs: 6_000,
  turnPauseMs: 4_000,
  turnMaxAgeMs: 5 * MINUTE_MS,
  turnMaxCharacters: 1_600,
  peopleTimeoutMs: 2_000,
  drainPatienceMs: 10_000,
  lastClipPatienceMs: 1_000,
  flushPatienceMs: 5_000,
  closePatienceMs: 4_000,
  announceEveryMs: 5_000,
  outageAnnounceAfterMs: 10_000,
  showRecoveredWithinMs: 6 * HOUR_MS,
  purgeEveryMs: 6 * HOUR_MS,
  // The shortest time that a guild can keep transcripts.
  keepDamagedMs: 24 * HOUR_MS,
  deleteMessageEveryMs: 500,
  refreshEveryMs: 5_000,
};
