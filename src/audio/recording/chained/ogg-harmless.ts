import { packetSamples } from '@mynah/opus/opus-packet';

/** A segment of this length does not end its packet (RFC 3533 §6). */
const OPEN_SEGMENT = 255;

/** What a page says of itself. */
interface PageClaims {
  readonly segments: Uint8Array;
  readonly content: Uint8Array;
  /** How far the page says that it moves its stream on, in samples, and whether it may say less than its packets. */
  readonly samples: number;
  readonly isLast: boolean;
}

/**
 * Whether damage to a page of whole Opus packets left all their lengths as they were: it is within a packet then, which
 * is a click at most, while leaving the page out would lose a second.
 */
export function isHarmlesslyDamaged({ segments, content, samples, isLast }: PageClaims): boolean {
  if (segments.length === 0 || segments.at(-1) === OPEN_SEGMENT) return false;
  let sum = 0;
  let [start, end] = [0, 0];
  for (const segment of segments) {
    end += segment;
    if (segment === OPEN_SEGMENT) continue;
    const packet = samplesOf(content.subarray(start, end));
    if (packet === undefined) return false;
    sum += packet;
    start = end;
  }
  // A last page cuts its packets to length.
  return isLast ? samples > 0 && samples <= sum : samples === sum;
}

function samplesOf(packet: Uint8Array): number | undefined {
  try {
    return packetSamples(packet);
  } catch {
    return undefined;
  }
}
