/** Bounds and deadlines of the voice engine. Times in milliseconds. */
export interface VoiceLimits {
  /** Items in a session's queue, the one being spoken included. */
  readonly maxItems: number;
  /** Characters in a session's queue altogether; one /say can bring 6,000. */
  readonly maxCharacters: number;
  /** How long Discord may take to answer a request to enter a channel. A full or hidden channel never answers. */
  readonly answerTimeoutMs: number;
  /** From Discord's answer to a voice connection that is ready. */
  readonly readyTimeoutMs: number;
  /** How long a leave waits for Discord's confirmation and for the sockets to close. */
  readonly leaveTimeoutMs: number;
  /** How long a connection may wait for a new voice server after Discord took the old one away. */
  readonly reallocationTimeoutMs: number;
  /** Most attempts to restore a broken connection within `rejoinWindowMs`; then the session ends as failed. */
  readonly rejoinLimit: number;
  readonly rejoinWindowMs: number;
  /** Wait before the second attempt in a row; doubles with each one after it. */
  readonly rejoinDelayMs: number;
}

/** The limits that the bot runs with. */
export const DEFAULT_VOICE_LIMITS: VoiceLimits = {
  maxItems: 50,
  maxCharacters: 20_000,
  answerTimeoutMs: 5_000,
  readyTimeoutMs: 10_000,
  leaveTimeoutMs: 2_000,
  reallocationTimeoutMs: 30_000,
  rejoinLimit: 5,
  rejoinWindowMs: 120_000,
  rejoinDelayMs: 1_000,
};
