import type { RateLimit } from '../interactions/rate-limits.ts';

/** Each link is stored, and the first one that a person makes is announced to everyone. */
export const OVERLAY_LIMIT: RateLimit = { name: 'captions-overlay', uses: 6, withinS: 60 };
