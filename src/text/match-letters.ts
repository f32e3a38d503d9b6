/** Lengths of strings that, when they occur once in both texts, are the same place in both; longest first. */
const ANCHOR_LENGTHS = [12, 6, 3];
/** Largest table of the exact comparison. It bounds the work: about 100 steps for each letter of any two texts. */
const MAX_CELLS = 10_000;
/** Shorter matches between differences are chance. */
const MIN_RUN = 3;

/** A gap is moved at most this far to where a word begins. */
const MAX_SLIDE = 40;

/** A text to compare, and where its words begin. */
export interface Letters {
  readonly text: string;
  readonly starts: ReadonlySet<number>;
}

/** A part of text `a` and the part of text `b` that may match it; ends are exclusive. */
interface Range {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

/** Letters that are the same in both texts. */
export interface MatchedRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * Finds where two similar texts agree: runs in the order of both texts that do not overlap. Patience diff (Bram Cohen)
 * with strings in place of lines: what occurs once in both is an anchor, and between anchors a table finds the longest
 * common subsequence. What only one of the texts has begins with a word where that is possible. In time near linear in
 * the length of any texts; large parts that differ stay without a match.
 */
export function matchLetters(a: Letters, b: Letters): MatchedRun[] {
  const runs = findRuns(a.text, b.text).filter(({ length }) => length >= MIN_RUN || length === a.text.length);
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    if (next !== undefined) slide(run, next, a, b);
  }
  return runs.filter(({ length }) => length > 0);
}

type Run = { -readonly [Key in keyof MatchedRun]: MatchedRun[Key] };

function findRuns(a: string, b: string): Run[] {
  const matches = new Int32Array(a.length).fill(-1);
  const work: (Range & { readonly level: number })[] = [
    { aStart: 0, aEnd: a.length, bStart: 0, bEnd: b.length, level: 0 },
  ];
  for (let task = work.pop(); task !== undefined; task = work.pop()) {
    const range = matchEnds(a, b, task, matches);
    const [aLength, bLength] = [range.aEnd - range.aStart, range.bEnd - range.bStart];
    if (aLength === 0 || bLength === 0) continue;
    const anchorLength = ANCHOR_LENGTHS[task.level];
    if (aLength * bLength <= MAX_CELLS) matchExactly(a, b, range, matches);
    else if (anchorLength !== undefined) {
      const level = task.level + 1;
      for (const part of between(range, anchorsOf(a, b, range, anchorLength), matches)) work.push({ ...part, level });
    }
  }
  return runsOf(matches);
}

/**
 * Moves the gap between two runs, which only one text has, to where a word begins. Without this, `everybody knows` in
 * `everybody really knows` can take its `y` from `really`.
 */
function slide(run: Run, next: Run, a: Letters, b: Letters): void {
  const [aEnd, bEnd] = [run.a + run.length, run.b + run.length];
  if ((aEnd === next.a) === (bEnd === next.b)) return;
  const [{ text, starts }, from, to] = aEnd === next.a ? [b, bEnd, next.b] : [a, aEnd, next.a];
  move(run, next, slideLength(from, to, { text, starts }, { left: run.length, right: next.length }));
}

/** How far a gap of one text moves: the least way to the start of a word, over letters that are the same at both ends. */
function slideLength(
  from: number,
  to: number,
  { text, starts }: Letters,
  most: { readonly left: number; readonly right: number },
): number {
  for (let left = 0; left <= Math.min(most.left, MAX_SLIDE); left += 1) {
    if (starts.has(from - left)) return -left;
    if (text[from - 1 - left] !== text[to - 1 - left]) break;
  }
  for (let right = 1; right <= Math.min(most.right, MAX_SLIDE); right += 1) {
    if (text[from - 1 + right] !== text[to - 1 + right]) break;
    if (starts.has(from + right)) return right;
  }
  return 0;
}

function move(run: Run, next: Run, letters: number): void {
  run.length += letters;
  next.a += letters;
  next.b += letters;
  next.length -= letters;
}

/** Matches what is the same at the start and the end, and returns the rest. */
function matchEnds(a: string, b: string, { aStart, aEnd, bStart, bEnd }: Range, matches: Int32Array): Range {
  let start = 0;
  const most = Math.min(aEnd - aStart, bEnd - bStart);
  for (; start < most && a[aStart + start] === b[bStart + start]; start += 1) matches[aStart + start] = bStart + start;
  let end = 0;
  for (; end < most - start && a[aEnd - 1 - end] === b[bEnd - 1 - end]; end += 1) {
    matches[aEnd - 1 - end] = bEnd - 1 - end;
  }
  return { aStart: aStart + start, aEnd: aEnd - end, bStart: bStart + start, bEnd: bEnd - end };
}

type Anchor = Pick<MatchedRun, 'a' | 'b' | 'length'>;

/** Strings of `length` that occur once in both ranges: the longest series in the order of both. */
function anchorsOf(a: string, b: string, { aStart, aEnd, bStart, bEnd }: Range, length: number): Anchor[] {
  const inA = uniqueStrings(a, aStart, aEnd, length);
  const inB = uniqueStrings(b, bStart, bEnd, length);
  const common: Anchor[] = [];
  for (const [string, at] of inA) {
    const other = inB.get(string) ?? -1;
    if (at >= 0 && other >= 0) common.push({ a: at, b: other, length });
  }
  return longestIncreasing(common);
}

/** Where each string begins; −1 for those that occur more than once. */
function uniqueStrings(text: string, start: number, end: number, length: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = start; at + length <= end; at += 1) {
    const string = text.slice(at, at + length);
    found.set(string, found.has(string) ? -1 : at);
  }
  return found;
}

/** The longest series that increases in `b`, of anchors in the order of `a`: patience sorting. */
function longestIncreasing(anchors: readonly Anchor[]): Anchor[] {
  const piles: number[] = [];
  const before = new Int32Array(anchors.length).fill(-1);
  const bOf = (index: number | undefined): number => anchors[index ?? -1]?.b ?? -1;
  for (const [index, { b }] of anchors.entries()) {
    let [low, high] = [0, piles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (bOf(piles[middle]) < b) low = middle + 1;
      else high = middle;
    }
    before[index] = piles[low - 1] ?? -1;
    piles[low] = index;
  }
  const series: Anchor[] = [];
  for (let index = piles.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor !== undefined) series.push(anchor);
  }
  return series.reverse();
}

/** Matches the anchors, and returns the ranges between them. */
function between(range: Range, anchors: readonly Anchor[], matches: Int32Array): Range[] {
  const parts: Range[] = [];
  let { aStart, bStart } = range;
  for (const { a, b, length } of anchors) {
    // Neighbouring anchors overlap. An overlap of different lengths in both texts is a repetition: the later one is left out.
    const overlap = Math.max(0, aStart - a, bStart - b);
    if (overlap >= length) continue;
    parts.push({ aStart, aEnd: a + overlap, bStart, bEnd: b + overlap });
    for (let at = overlap; at < length; at += 1) matches[a + at] = b + at;
    aStart = a + length;
    bStart = b + length;
  }
  parts.push({ aStart, aEnd: range.aEnd, bStart, bEnd: range.bEnd });
  return parts.filter((part) => part.aEnd > part.aStart && part.bEnd > part.bStart);
}

/** The longest common subsequence, by a table of the lengths for every pair of ends. */
function matchExactly(a: string, b: string, { aStart, aEnd, bStart, bEnd }: Range, matches: Int32Array): void {
  const columns = bEnd - bStart + 1;
  const table = new Uint16Array((aEnd - aStart + 1) * columns);
  const at = (i: number, j: number): number => table[(i - aStart) * columns + j - bStart] ?? 0;
  for (let i = aEnd - 1; i >= aStart; i -= 1) {
    for (let j = bEnd - 1; j >= bStart; j -= 1) {
      const longest = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
      table[(i - aStart) * columns + j - bStart] = longest;
    }
  }
  for (let [i, j] = [aStart, bStart]; i < aEnd && j < bEnd; ) {
    if (a[i] === b[j]) {
      matches[i] = j;
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
}

function runsOf(matches: Int32Array): Run[] {
  const runs: Run[] = [];
  for (const [a, b] of matches.entries()) {
    if (b < 0) continue;
    const last = runs.at(-1);
    if (last !== undefined && last.a + last.length === a && last.b + last.length === b) last.length += 1;
    else runs.push({ a, b, length: 1 });
  }
  return runs;
}
