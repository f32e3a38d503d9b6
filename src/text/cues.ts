import type { Pause } from '../concurrency/async.ts';
import { breakBadness, CueLines } from './cue-lines.ts';
import { isSentenceEnd } from './sentence-end.ts';
import type { Cue } from './subtitles.ts';
import type { TimedWord } from './timed-words.ts';

/** Shortest and longest time of a cue. Netflix' guides have 5/6 s to 7 s, most others 1 s to 7 s. */
export const MIN_CUE_MS = 1_000;
const MAX_CUE_MS = 7_000;
/** After a pause this long, a new cue begins. It leaves room to lengthen the last one. */
const CUE_PAUSE_MS = 1_000;
/** After a pause this long, a new cue begins unless that makes one too short to read. */
const SHORT_PAUSE_MS = 500;
/** A cue may begin this late so that the one before it has its shortest time. */
const MAX_LATE_MS = 1_000;
/** A shorter gap between two cues looks like a flicker (Netflix' timing guide): the first one lasts until the second. */
const LEAST_GAP_MS = 500;
/** Nobody needs longer than this for a word; a longer one has a pause in it. */
const MAX_WORD_MS = 1_000;
const MAX_MS_PER_CHAR = 150;
/** Words that are divided at once: a part ends with the first sentence beyond one number, at the latest at the other. */
const LONG_PART_WORDS = 1_000;
const MAX_PART_WORDS = 2_000;

/** What each thing adds to a division into cues; the division with the least is taken. */
const COST = {
  cue: 1,
  sentenceEndInside: 3,
  pauseInside: 3,
  badBreak: 1.5,
  badLineBreak: 1,
  tooShort: 6,
  tooFast: 1,
} as const;

interface CueOptions {
  /** Precedes the text of each cue, whose lines have that much less room; see `speakerLabel`. */
  readonly label?: string;
  /** No cue begins before this, or ends after `notAfterMs`. */
  readonly notBeforeMs?: number;
  readonly notAfterMs?: number;
}

/**
 * Subtitles of what one person says, or of a recording: at most two lines by the rule of the script (42 characters), 1 to
 * 7 s, and as many characters as people can read in that time (20 a second), in order and without overlap. They break at
 * the ends of sentences and at pauses, otherwise where it reads best, never between `runs` in one cue. Nothing is left
 * out: where people speak faster than others read, cues last into the next pause, and are too fast where there is none.
 * In linear time, with `pause` after each part. Times in whole milliseconds; the text has its line breaks.
 */
export async function makeCues(
  runs: readonly (readonly TimedWord[])[],
  pause: Pause,
  options: CueOptions = {},
): Promise<Cue[]> {
  const drafts: Draft[] = [];
  for (const words of runs.flatMap(split)) {
    drafts.push(...divide(new CueLines(words, options.label ?? '')));
    await pause();
  }
  return setTimes(drafts, options);
}

/** A cue whose times are those of its speech. */
interface Draft {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** The time that people need to read it. */
  readonly readMs: number;
}

/** When a word is over: its end, without a pause that the recognizer counts in. */
function saidUntilMs({ text, startMs, endMs }: TimedWord): number {
  return Math.min(endMs, startMs + Math.max(MAX_WORD_MS, text.length * MAX_MS_PER_CHAR));
}

function pauseMs(last: TimedWord | undefined, next: TimedWord | undefined): number {
  return last === undefined || next === undefined ? 0 : next.startMs - saidUntilMs(last);
}

/** Splits words at pauses, and where nobody pauses for long at the end of a sentence, so that no part takes long. */
function split(words: readonly TimedWord[]): TimedWord[][] {
  const parts: TimedWord[][] = [];
  for (const [index, word] of words.entries()) {
    const last = words[index - 1];
    const length = parts.at(-1)?.length ?? 0;
    const isLong = length >= MAX_PART_WORDS || (length >= LONG_PART_WORDS && endsSentence(last, word));
    if (last === undefined || isLong || pauseMs(last, word) >= CUE_PAUSE_MS) parts.push([]);
    parts.at(-1)?.push(word);
  }
  return parts;
}

function endsSentence(last: TimedWord | undefined, next: TimedWord): boolean {
  return last !== undefined && isSentenceEnd(last.text, next.text);
}

/** Divides words into cues at the least cost: dynamic programming from the end, over the few words that fit a cue. */
function divide(lines: CueLines): Draft[] {
  const { words } = lines;
  const breaks = words.map((word, index) => costOfBreakBefore(words[index - 1], word));
  const costs = new Float64Array(words.length + 1);
  const ends = new Int32Array(words.length);
  for (let from = words.length - 1; from >= 0; from -= 1) {
    let inside = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let to = from + 1; to <= words.length && (to === from + 1 || mayHold(lines, from, to)); to += 1) {
      const outside = to < words.length ? (breaks[to]?.outside ?? 0) : 0;
      const cost = costOfCue(lines, from, to) + inside + outside + (costs[to] ?? 0);
      if (cost < least) {
        least = cost;
        ends[from] = to;
      }
      inside += breaks[to]?.inside ?? 0;
    }
    costs[from] = least;
  }
  const drafts: Draft[] = [];
  for (let from = 0; from < words.length; from = ends[from] ?? words.length) {
    drafts.push(draftOf(lines, from, ends[from] ?? words.length));
  }
  return drafts;
}

function mayHold(lines: CueLines, from: number, to: number): boolean {
  const [first, last] = [lines.words[from], lines.words[to - 1]];
  if (first === undefined || last === undefined) return false;
  return saidUntilMs(last) - first.startMs <= MAX_CUE_MS && lines.fits(from, to);
}

/** What it costs to have this place between two words inside a cue, or between two. */
function costOfBreakBefore(last: TimedWord | undefined, next: TimedWord): { inside: number; outside: number } {
  if (last === undefined) return { inside: 0, outside: 0 };
  if (isSentenceEnd(last.text, next.text)) return { inside: COST.sentenceEndInside, outside: 0 };
  if (pauseMs(last, next) >= SHORT_PAUSE_MS) return { inside: COST.pauseInside, outside: 0 };
  return { inside: 0, outside: COST.badBreak * breakBadness(last, next) };
}

/** Prefers few, full, slow cues whose lines break where it reads well. */
function costOfCue(lines: CueLines, from: number, to: number): number {
  const width = lines.width(from, to);
  const startMs = lines.words[from]?.startMs ?? 0;
  const last = lines.words[to - 1];
  // After a run there is a pause, or another speaker's words, or the end.
  const nextMs = lines.words[to]?.startMs ?? (last === undefined ? startMs : saidUntilMs(last) + CUE_PAUSE_MS);
  const roomMs = Math.max(1, Math.min(nextMs - startMs, MAX_CUE_MS));
  const shortage = Math.max(0, 1 - roomMs / MIN_CUE_MS);
  const excess = Math.min(2, Math.max(0, readMs(lines, width) / roomMs - 1));
  const layout = COST.cue + (1 - width / lines.columns) ** 2 + COST.badLineBreak * lines.lineBadness(from, to);
  return layout + COST.tooShort * shortage + COST.tooFast * excess;
}

function readMs({ rule }: CueLines, width: number): number {
  return (width / rule.columnsPerSecond) * 1_000;
}

function draftOf(lines: CueLines, from: number, to: number): Draft {
  const [first, last] = [lines.words[from], lines.words[to - 1]];
  const startMs = first?.startMs ?? 0;
  return {
    text: lines.lay(from, to),
    startMs,
    endMs: Math.max(startMs, last?.endMs ?? startMs),
    readMs: readMs(lines, lines.width(from, to)),
  };
}

/** Lengthens cues into the silence after them until they can be read, and keeps them from overlapping. */
function setTimes(drafts: readonly Draft[], options: CueOptions): Cue[] {
  const { notAfterMs = Number.MAX_SAFE_INTEGER } = options;
  const notBeforeMs = Math.max(0, options.notBeforeMs ?? 0);
  const cues: Cue[] = [];
  for (const [index, { text, ...draft }] of drafts.entries()) {
    const previousMs = cues.at(-1)?.endMs ?? Math.round(notBeforeMs);
    const startMs = Math.max(previousMs, Math.round(draft.startMs));
    const nextMs = Math.min(drafts[index + 1]?.startMs ?? notAfterMs, notAfterMs);
    const latestMs = index === drafts.length - 1 ? nextMs : Math.min(nextMs + MAX_LATE_MS, notAfterMs);
    const endMs = Math.max(startMs + 1, Math.round(endOf({ ...draft, startMs }, nextMs, latestMs)));
    cues.push({ startMs, endMs, text });
  }
  if ((cues.at(-1)?.endMs ?? 0) >= Math.round(notAfterMs)) beginEarly(cues, drafts, notBeforeMs);
  return cues;
}

/** The last cue, with no time after it, takes the time before it: silence, or what the one before does not need. */
function beginEarly(cues: Cue[], drafts: readonly Draft[], notBeforeMs: number): void {
  const [before, last] = [cues.at(-2), cues.at(-1)];
  if (last === undefined) return;
  const neededMs = Math.max(MIN_CUE_MS, Math.ceil(drafts.at(-2)?.readMs ?? 0));
  const earliestMs = before === undefined ? Math.round(notBeforeMs) : before.startMs + neededMs;
  const startMs = Math.min(last.startMs, Math.max(earliestMs, last.endMs - MIN_CUE_MS));
  if (before !== undefined) cues[cues.length - 2] = { ...before, endMs: Math.min(before.endMs, startMs) };
  cues[cues.length - 1] = { ...last, startMs };
}

/** When a cue ends that should end before `nextMs`, and has to before `latestMs`. */
function endOf({ startMs, endMs, readMs: neededMs }: Omit<Draft, 'text'>, nextMs: number, latestMs: number): number {
  const wantedMs = Math.min(Math.max(endMs, startMs + Math.max(MIN_CUE_MS, neededMs)), nextMs);
  const closedMs = nextMs - wantedMs < LEAST_GAP_MS ? nextMs : wantedMs;
  const longEnoughMs = Math.max(closedMs, Math.min(startMs + MIN_CUE_MS, latestMs));
  return Math.min(longEnoughMs, startMs + MAX_CUE_MS);
}
