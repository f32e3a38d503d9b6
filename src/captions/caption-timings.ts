/** Every duration and bound of captions; in milliseconds where the name says so. */
export interface CaptionTimings {
  /** An answer waits this long for the answer to something said earlier by the same person. */
  readonly orderPatienceMs: number;
  /** Text that comes later than this after it was said is marked late. */
  readonly lateAfterMs: number;

  /** One request for a clip's text may take this long, waiting for its turn included; each timeout doubles it. */
  readonly attemptTimeoutMs: number;
  readonly maxAttemptTimeoutMs: number;
  /** A clip whose request failed is tried again after this, then twice this, and so on. */
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** While nothing succeeds one waiting clip is tried this often, growing to the maximum: it notices recovery. */
  readonly probeBaseMs: number;
  readonly probeMaxMs: number;
  /** New clips under way at once. Beyond it they wait on disk. The governor lets at most 64 calls of a guild wait. */
  readonly maxNewUnderWay: number;
  /** Clips that failed before, or waited on disk, under way at once: live speech must not queue behind them. */
  readonly maxOldUnderWay: number;
  /** Audio that could not be written to disk is held in memory up to this many bytes. */
  readonly maxUnsavedBytes: number;

  /** From one interim answer, or from the beginning of speech, to the next interim request. */
  readonly interimEveryMs: number;
  /** The next request waits for this many times as long as the last answer took, if that is more. */
  readonly interimAnswerFactor: number;
  readonly interimTimeoutMs: number;

  /** Clips of one person join in one message if the pause is no longer, and nobody else began a message. */
  readonly turnPauseMs: number;
  /** Clips join after a pause no longer than this even if somebody else began a message. */
  readonly turnOverlapPauseMs: number;
  /** A message is not added to when it is older. Discord limits edits of messages older than an hour. */
  readonly turnMaxAgeMs: number;
  /** Characters of a message as `sanitizedLength` counts them; Discord allows 2,000, a name and marks need room too. */
  readonly turnMaxCharacters: number;

  /** How long to wait for a name, and for whether somebody is a bot. */
  readonly peopleTimeoutMs: number;
  /** How long the end of captions waits for text that is still to come. */
  readonly drainPatienceMs: number;
  /** How long an utterance may take to end after listening ended. */
  readonly lastClipPatienceMs: number;
  readonly flushPatienceMs: number;
  /** Of the whole of `close()`. */
  readonly closePatienceMs: number;
  /** Losses within this time are told in one sentence. */
  readonly announceEveryMs: number;
  /** The speech service is down for this long before people are told. */
  readonly outageAnnounceAfterMs: number;
  /** Clips older than this are only stored after a restart, not shown. */
  readonly showRecoveredWithinMs: number;
  readonly purgeEveryMs: number;
  /** How often the store is asked what people told other processes that share it. */
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
  turnPauseMs: 30_000,
  turnOverlapPauseMs: 2_000,
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
  refreshEveryMs: 5_000,
};
