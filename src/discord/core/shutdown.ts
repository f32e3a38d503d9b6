/**
 * How long the bot's parts may take to close, 9 s in all: interactions, captions and the sentences under way side by side,
 * then what is left to say is stored, then offered transcripts, voice and the gateway.
 */
import { withinTime } from '../../concurrency/async.ts';
import type { Logger } from '../../log/log.ts';

export const DRAIN_GRACE_MS = 3_000;
/** Less than the drain: members who wait for a transcript must still be answered. */
export const TRANSCRIPTIONS_GRACE_MS = 1_500;
export const CAPTIONS_CLOSE_MS = 4_000;
/** Less than captions get: they still have to store what they wait for. */
export const CAPTIONS_PATIENCE_MS = 3_000;
/** How long a sentence under way may take to end; less than captions get, which are closed meanwhile. */
export const HALT_MS = 3_500;
export const FREEZE_MS = 500;
export const OFFERS_CLOSE_MS = 1_000;
export const VOICE_CLOSE_MS = 2_500;
export const CLIENT_CLOSE_MS = 1_000;

/** Waits until a part is closed, for `timeoutMs` at most; a failure is logged. */
export async function closeWithin(timeoutMs: number, closing: Promise<unknown>, log: Logger): Promise<void> {
  const done = closing.catch((error: unknown) => log.warn({ err: error }, 'a part did not close cleanly'));
  await withinTime(done, timeoutMs, undefined);
}
