import type { SpokenMessage } from '../../../../../src/text/spoken/spoken-message.ts';

/** A message, or only its text, and what a considerate person says who reads it aloud. */
export type SaidRow = readonly [written: string | SpokenMessage, said: string];

/** Ids that the rows mention: see the names in said.test.ts. */
export const ADA = '<@100000000000000001>';
export const DARK_LORD = '<@100000000000000002>';
export const RAIDERS = '<@&100000000000000003>';
export const RULES = '<#100000000000000004>';
export const HIDDEN = '<#100000000000000009>';
/** One hour after the time of the rows, which is 2025-11-24 16:00 UTC. */
export const NEXT_HOUR = 1_764_003_600;
