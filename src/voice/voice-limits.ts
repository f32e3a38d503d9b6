/** Bounds and deadlines of the voice engine. Times in milliseconds. */
export interface VoiceLimits {
  /** Items in a session's queue, including the one being spoken. */
  readonly maxItems: number;
  /** Characters of all items in a session's queue; one /say can add 6,000. */
  readonly maxCharacters: number;
  /**
   * Limits for requests that wait for Discord's limit of gateway messages: those that a person waits for, and all others.
   * The limits below begin when the request was sent.
   */
  readonly personQueueMs: number;
  readonly queueMs: number;
  /** Limit for Discord's answer to a request to enter a channel. For a full or hidden channel it never answers. */
  readonly answerTimeoutMs: number;
  /**
   * Limit for a sign of life from the gateway after a repair's request that had no answer. A connection that is silent is
   * given up within 82 s, two heartbeats; then it has to connect again.
   */
  readonly silenceMs: number;
  /** Limit from Discord's answer until the voice connection is ready. */
  readonly readyTimeoutMs: number;
  /** Limit for Discord's confirmation of a leave and for the sockets to close. */
  readonly leaveTimeoutMs: number;
  /** Limit for the gateway to tell a kick from a move after the voice server closed with 4014; then neither happened. */
  readonly newsTimeoutMs: number;
  /** Limit for a new voice server after Discord deallocated the old one. */
  readonly reallocationTimeoutMs: number;
  /** Most attempts to repair a broken connection within `rejoinWindowMs`; then the session ends as failed. */
  readonly rejoinLimit: number;
  readonly rejoinWindowMs: number;
  /** Wait before the second attempt in a row; doubles with each further one. */
  readonly rejoinDelayMs: number;
}

/** The limits that the bot runs with. */
export const DEFAULT_VOICE_LIMITS: VoiceLimits = {
  maxItems: 50,
  maxCharacters: 20_000,
  // Somebody waits for the reply: about 330 joins of one shard at once, at 110 in 63 s.
  personQueueMs: 150_000,
  // The 2,500 servers that a shard may have, each leaving and entering, at 100 in 63 s, take 53 min.
  queueMs: 3_600_000,
  answerTimeoutMs: 5_000,
  silenceMs: 180_000,
  readyTimeoutMs: 10_000,
  leaveTimeoutMs: 2_000,
  // What people say meanwhile is lost, and connecting again takes part of the promised 2 s. Later kicks still count.
  newsTimeoutMs: 500,
  reallocationTimeoutMs: 30_000,
  rejoinLimit: 5,
  rejoinWindowMs: 120_000,
  rejoinDelayMs: 1_000,
};
