/** A run of `*`, `_` or `~~`. */
interface Run {
  readonly char: string;
  readonly at: number;
  readonly length: number;
  /** How many of its characters are not yet paired, and so stay. */
  left: number;
}

const RUN = /\*+|_+|~~+/g;
const WORD_CHAR = /[\p{L}\p{N}\p{M}]/u;

/**
 * A text without the marks of bold, italics, underline and strikethrough. They are taken in pairs, as in Discord's client;
 * the rest stays, such as in `2 * 3`, `snake_case` and `sh*t`. In linear time.
 */
export function removeEmphasis(text: string): string {
  const runs: Run[] = [];
  const open = new Map<string, Run[]>();
  for (const { 0: mark, index } of text.matchAll(RUN)) {
    const char = mark.charAt(0);
    const run = { char, at: index, length: mark.length, left: mark.length };
    runs.push(run);
    const [before, after] = [charBefore(text, index), charAfter(text, index + mark.length)];
    const isInWord = WORD_CHAR.test(before) && WORD_CHAR.test(after);
    if (isInWord && (char === '_' || mark === '*')) continue;
    const waiting = open.get(char) ?? [];
    open.set(char, waiting);
    if (/\S/.test(before)) close(run, waiting);
    if (run.left > 0 && /\S/.test(after)) waiting.push(run);
  }
  return withoutPaired(text, runs);
}

/** Pairs a run with the last ones that are open. */
function close(run: Run, waiting: Run[]): void {
  while (run.left > 0) {
    const last = waiting.at(-1);
    if (last === undefined) return;
    const paired = Math.min(run.left, last.left);
    run.left -= paired;
    last.left -= paired;
    if (last.left === 0) waiting.pop();
  }
}

function withoutPaired(text: string, runs: readonly Run[]): string {
  const out: string[] = [];
  let at = 0;
  for (const run of runs) {
    out.push(text.slice(at, run.at), run.char.repeat(run.left));
    at = run.at + run.length;
  }
  return out.join('') + text.slice(at);
}

function charBefore(text: string, index: number): string {
  return text.slice(Math.max(0, index - 2), index).match(/.$/su)?.[0] ?? ' ';
}

function charAfter(text: string, index: number): string {
  return text.slice(index, index + 2).match(/^./su)?.[0] ?? ' ';
}
