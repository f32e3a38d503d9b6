/** Most uploads of one clip for interim text. At one in 1.2 s, a clip of 15 s has 12. */
const MAX_UPLOADS = 15;

/**
 * Most sound that is uploaded for interim text, as a multiple of the clip's duration so far: each upload holds the whole
 * clip, so a steady rhythm would cost more and more. A rhythm of 1.2 s is unchanged for the first 8 s.
 */
const MAX_COST_FACTOR = 4;

/** Bounds what the interim text of one utterance costs. */
export interface InterimAllowance {
  /** Whether the clip of this part may be uploaded with its present duration; counts it if so. */
  take(part: number, durationMs: number): boolean;
}

/** Creates the allowance of a new utterance. Every part is a clip with its own bounds. */
export function createInterimAllowance(): InterimAllowance {
  let current = 0;
  let uploads = 0;
  let uploadedMs = 0;
  return {
    take: (part, durationMs) => {
      if (part !== current) {
        current = part;
        uploads = 0;
        uploadedMs = 0;
      }
      if (uploads >= MAX_UPLOADS || uploadedMs + durationMs > MAX_COST_FACTOR * durationMs) return false;
      uploads += 1;
      uploadedMs += durationMs;
      return true;
    },
  };
}
