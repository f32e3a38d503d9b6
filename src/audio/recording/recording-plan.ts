import { readMp3SideInfo } from './mp3-side-info.ts';
import type { PieceLimits } from './recording-api.ts';
import type { PlacedPacket } from './recording-clock.ts';
import { toMono16 } from './recording-pcm.ts';
import { type Mark, markBefore, type RecordingScan, type Stretch, walk } from './recording-scan.ts';
import type { Yielder } from './recording-source.ts';
import type { RecordedTrack } from './recording-track.ts';

/** A piece's span in the recording, in seconds. `heardS` is less than its extent if it contains a gap. */
export interface Span {
  readonly startS: number;
  readonly endS: number;
  readonly heardS: number;
}

/** Quiet needed around a seam: longer than pauses within words (plosives), as long as pauses between words. */
const QUIET_S = 0.4;
/** Maximum overhead of containers and headers. */
const HEADER_BYTES = 65_536;
const HEADER_SHARE = 0.1;
/** Maximum run-up: how much of the preceding sound a piece's file starts with. */
export const MAX_RUN_UP_S = 0.5;
/** Levels that differ by less are equal, given rounding errors. */
const SAME_LEVEL = 1e-6;
/** Times closer than this are equal; far below a sample. */
export const SAME_S = 1e-6;

/** Cuts a scanned recording into pieces within the limits, at the quietest places near even lengths. */
export async function planSpans(
  track: RecordedTrack,
  scan: RecordingScan,
  limits: PieceLimits,
  yielder: Yielder,
): Promise<readonly Span[]> {
  const spans: Span[] = [];
  for (const stretch of scan.stretches) {
    const previous = spans.at(-1);
    const heardS = stretch.endS - stretch.startS;
    if (previous !== undefined && heardS * 1000 < limits.minDurationMs) {
      // Too short to send alone: append it to the previous piece, at the cost of exact word times.
      spans[spans.length - 1] = { ...previous, endS: stretch.endS, heardS: previous.heardS + heardS };
    } else {
      spans.push(...(await planStretch(track, scan, stretch, limits, yielder)));
    }
  }
  return spans;
}

/** Cuts a span of an earlier plan into smaller ones with the same sound. */
export function splitSpan(
  track: RecordedTrack,
  { scan, span }: { readonly scan: RecordingScan; readonly span: Span },
  limits: PieceLimits,
  yielder: Yielder,
): Promise<readonly Span[]> {
  const bytesAt = (atS: number): number => scan.marks.findLast(({ startS }) => startS <= atS + SAME_S)?.bytes ?? 0;
  const stretches = scan.stretches
    .filter(({ startS, endS }) => startS < span.endS - SAME_S && endS > span.startS + SAME_S)
    .map((whole): Stretch => {
      const startsHere = whole.startS < span.startS;
      const endsHere = whole.endS > span.endS;
      return {
        ...{ startS: startsHere ? span.startS : whole.startS, endS: endsHere ? span.endS : whole.endS },
        startBytes: startsHere ? bytesAt(span.startS) : whole.startBytes,
        endBytes: endsHere ? bytesAt(span.endS) : whole.endBytes,
      };
    });
  return planSpans(track, { ...scan, stretches }, limits, yielder);
}

async function planStretch(
  track: RecordedTrack,
  scan: RecordingScan,
  stretch: Stretch,
  limits: PieceLimits,
  yielder: Yielder,
): Promise<Span[]> {
  const bounds = boundsOf(scan, stretch, limits);
  const cuts = [stretch.startS];
  for (let window = bounds.next(stretch.startS); window !== undefined; window = bounds.next(cuts.at(-1) ?? 0)) {
    cuts.push(await quietest(track, scan, window, yielder));
  }
  const ends = [...cuts.slice(1), stretch.endS];
  return cuts.map((startS, index) => {
    const endS = ends[index] ?? stretch.endS;
    return { startS, endS, heardS: endS - startS };
  });
}

/** Where to look for a seam. */
interface SeamWindow {
  readonly fromS: number;
  readonly toS: number;
  readonly idealS: number;
}

interface Bounds {
  /** The window for the end of the piece that starts at `startS`; `undefined` if it can continue to the end. */
  next(startS: number): SeamWindow | undefined;
}

function boundsOf({ marks }: RecordingScan, stretch: Stretch, limits: PieceLimits): Bounds {
  const maxBytes = limits.maxBytes - Math.min(HEADER_BYTES, limits.maxBytes * HEADER_SHARE);
  const limitS = limits.maxDurationMs / 1000;
  const maxS = limitS - Math.min(MAX_RUN_UP_S, limitS * HEADER_SHARE);
  const minS = limits.minDurationMs / 1000;
  const searchS = limits.seamSearchMs / 1000;
  const lastMark = (fits: (mark: Mark) => boolean): Mark | undefined => marks.findLast(fits);
  return {
    next(startS) {
      const leftS = stretch.endS - startS;
      const startBytes = lastMark((mark) => mark.startS <= startS + SAME_S)?.bytes ?? 0;
      const leftBytes = stretch.endBytes - startBytes;
      if (leftS <= maxS && leftBytes <= maxBytes) return undefined;
      if (leftS < 2 * minS) return undefined;
      const pieces = Math.max(2, Math.ceil(leftS / maxS), Math.ceil(leftBytes / maxBytes));
      const evenS = leftS / pieces;
      const fullS = lastMark((mark) => mark.bytes - startBytes <= maxBytes)?.startS ?? startS;
      const lastS = Math.min(startS + maxS, fullS, stretch.endS - minS);
      const toS = Math.max(startS + minS, Math.min(startS + evenS + searchS / 2, lastS));
      const fromS = Math.max(startS + minS, startS + evenS / 2, toS - searchS);
      return { fromS: Math.min(fromS, toS), toS, idealS: startS + evenS };
    },
  };
}

/** A stretch of time and how much sound it contains. */
interface Loudness {
  readonly startS: number;
  readonly endS: number;
  readonly level: number;
}

/** The start of a packet in the middle of the quietest stretch in a window; of equal ones, the nearest to `idealS`. */
async function quietest(
  track: RecordedTrack,
  scan: RecordingScan,
  { fromS, toS, idealS }: SeamWindow,
  yielder: Yielder,
): Promise<number> {
  const heard: Loudness[] = [];
  const withData = track.codec === 'mp3' || track.pcm !== undefined;
  for await (const placed of walk(track, markBefore(scan, fromS, 0), withData, yielder)) {
    if (placed.startS > toS) break;
    if (placed.startS + placed.durationS <= fromS) continue;
    const { startS, silenceS } = placed;
    if (silenceS > 0) heard.push({ startS: startS - silenceS, endS: startS, level: 0 });
    heard.push({ startS, endS: startS + placed.durationS, level: levelOf(track, placed) });
  }
  const starts = heard.map(({ startS }) => startS).filter((startS) => startS > fromS - SAME_S && startS <= toS);
  const middle = middleOfQuietest(heard, idealS);
  return nearest(starts, middle) ?? toS;
}

/** The middle of the quietest stretch of `QUIET_S`; of equally quiet ones, the nearest to `idealS`. */
function middleOfQuietest(heard: readonly Loudness[], idealS: number): number {
  let best = { middleS: idealS, level: Number.POSITIVE_INFINITY };
  let sum = 0;
  let first = 0;
  for (const last of heard) {
    sum += last.level * (last.endS - last.startS);
    for (let out = heard[first]; out !== undefined && last.endS - out.endS >= QUIET_S; out = heard[first]) {
      sum -= out.level * (out.endS - out.startS);
      first += 1;
    }
    const startS = heard[first]?.startS ?? last.startS;
    const extentS = last.endS - startS;
    if (extentS < QUIET_S) continue;
    const here = { middleS: (startS + last.endS) / 2, level: sum / extentS };
    const isCloser = Math.abs(here.middleS - idealS) < Math.abs(best.middleS - idealS);
    if (here.level < best.level * (1 - SAME_LEVEL) || (here.level <= best.level * (1 + SAME_LEVEL) && isCloser)) {
      best = here;
    }
  }
  return best.middleS;
}

function nearest(times: readonly number[], toS: number): number | undefined {
  return times.reduce<number | undefined>(
    (best, time) => (best === undefined || Math.abs(time - toS) < Math.abs(best - toS) ? time : best),
    undefined,
  );
}

/** How much sound a packet contains, without decoding: the energy of its samples, or the bits its sound takes. */
function levelOf(track: RecordedTrack, { packet, durationS }: PlacedPacket): number {
  if (track.pcm !== undefined) return energy(toMono16(packet.data, track.codec, track.channels));
  const bits = track.codec === 'mp3' ? readMp3SideInfo(packet.data)?.usedBits : undefined;
  return (bits ?? packet.byteLength * 8) / Math.max(durationS, SAME_S);
}

function energy(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : sum / samples.length;
}
