import type { RateLimit } from '../interactions/rate-limits.ts';

/** Voice messages of one person that are transcribed: somebody who speaks in them sends one every few seconds at most. */
export const VOICE_MESSAGE_LIMIT: RateLimit = { name: 'voice-messages', uses: 20, withinS: 60 };

/** Voice messages that are worked on at once, in all, shared fairly between guilds, and in one guild. Those beyond have no answer. */
export const MAX_UNDER_WAY = 100;
export const MAX_UNDER_WAY_PER_GUILD = 20;

/** An answer that comes later than this is about what nobody talks about any more. */
export const ANSWER_WITHIN_MS = 5 * 60_000;

/** A channel reads at most so often why there was no answer: a voice message after the other may fail for the same reason. */
export const FAILURE_TOLD_EVERY_MS = 10 * 60_000;

/** Answers that are known without the database, which may not have stored them yet, and channels that read of a failure. */
export const MAX_REMEMBERED = 1_000;
