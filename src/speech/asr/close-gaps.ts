import { isJoined } from '../../text/timed-words.ts';

/** What ends a word, a clause or a sentence, and so belongs to what stands before it. */
const END_MARKS = ',.;:!?…،؛؟。、，；：！？';
/** After a gap: with nothing in between, or a full stop or a comma anyway. A number such as `.5` begins a word. */
const BELONGS_BEFORE = new RegExp(`^(?:[${END_MARKS}](?!\\d)|\\s*[,.。、，](?!\\d))`, 'u');
const LEADING_MARKS = new RegExp(`^[\\s${END_MARKS}]+(?!\\d)`, 'u');
/** Quotes and brackets may stand behind the mark. */
const ENDS_WITH_MARK = new RegExp(`[${END_MARKS}]["'\\p{Pf}\\p{Pe}]{0,2}$`, 'u');
const SOMETHING_SAID = /[\p{L}\p{N}]/u;

/** Which of them opens and which closes depends on the language, and on what stands around them. */
const QUOTES = `"'\\p{Pi}\\p{Pf}`;
const OPENS = new RegExp(`[\\p{Ps}¿¡]$|(?:^|[\\s\\p{Ps}¿¡\\p{Pd}])[${QUOTES}]$`, 'u');
const CLOSES = new RegExp(`^\\s?\\p{Pe}|^[${QUOTES}](?=[\\s\\p{P}]|$)`, 'u');
/** Right behind an opening one, so that there was nothing else between the two. */
const CLOSES_PAIR = new RegExp(`^[\\p{Pe}${QUOTES}]`, 'u');
/** The same with white space, which tells nothing where the two differ. */
const OPENS_FAR = /[\p{Ps}\p{Pi}]$/u;
const CLOSES_FAR = /^\s?[\p{Pe}\p{Pf}]/u;

const ENDS_WITH_DASH = /\p{Pd}$/u;
/** The minus of a number is none. */
const BEGINS_WITH_DASH = /^\s?\p{Pd}(?!\d)/u;
/** Stands between words without spaces. */
const BEGINS_WITH_LONG_DASH = /^[—–]\S/u;
const ENDS_IN_HANGUL = /\p{sc=Hangul}$/u;
const BEGINS_IN_HANGUL = /^\p{sc=Hangul}/u;

/** How many characters at the end of a text are looked at. */
const TAIL_LENGTH = 4;

/**
 * Joins what stood around something that is gone: punctuation that followed it belongs to the word before it, and quotes,
 * brackets and dashes that held nothing else go too. Empty if nothing that was said is left. In linear time.
 */
export function closeGaps(chunks: readonly string[]): string {
  const [first = '', ...others] = chunks;
  const text = new GapCloser(first);
  for (const chunk of others) text.add(chunk);
  const whole = text.whole;
  return others.length > 0 && !SOMETHING_SAID.test(whole) ? '' : whole;
}

class GapCloser {
  readonly #parts: string[];
  /** White space has stood behind the last part. */
  #isSpaced: boolean;

  constructor(first: string) {
    const line = onOneLine(first);
    const text = line.trim();
    this.#parts = text === '' ? [] : [text];
    this.#isSpaced = line.endsWith(' ');
  }

  get whole(): string {
    return this.#parts.join('').trim();
  }

  add(chunk: string): void {
    let line = this.#withoutEmptyPairs(onOneLine(chunk));
    const isOrphan = this.#tail === '' || (BELONGS_BEFORE.test(line) && ENDS_WITH_MARK.test(this.#tail));
    // Two marks in a row, or one with nothing before it: the second ended what is gone.
    if (isOrphan && LEADING_MARKS.test(line)) line = ` ${line.replace(LEADING_MARKS, '')}`;
    if (ENDS_WITH_DASH.test(this.#tail)) line = line.replace(BEGINS_WITH_DASH, '');
    const after = line.trim();
    if (after === '') {
      // What opens belongs to what comes after all that is gone.
      this.#isSpaced ||= line !== '' && !OPENS.test(this.#tail);
      return;
    }
    this.#parts.push(this.#isGlued(line) || isJoined(this.#tail, after) ? after : ` ${after}`);
    this.#isSpaced = line.endsWith(' ');
  }

  get #tail(): string {
    return this.#parts.at(-1)?.slice(-TAIL_LENGTH) ?? '';
  }

  #isGlued(line: string): boolean {
    const tail = this.#tail;
    if (tail === '' || BELONGS_BEFORE.test(line) || CLOSES.test(line) || BEGINS_WITH_LONG_DASH.test(line)) return true;
    if (this.#isSpaced) return false;
    if (OPENS.test(tail)) return true;
    if (line.startsWith(' ')) return false;
    const isInWord = ENDS_IN_HANGUL.test(tail) && BEGINS_IN_HANGUL.test(line);
    return isInWord || ENDS_WITH_DASH.test(tail) || BEGINS_WITH_DASH.test(line);
  }

  /** Takes away quotes and brackets around nothing: the opening one from what is there, the closing one from the line. */
  #withoutEmptyPairs(line: string): string {
    let rest = line;
    while (this.#isEmptyPair(rest)) {
      const last = this.#parts.pop() ?? '';
      const left = last.slice(0, -1);
      this.#isSpaced = left.endsWith(' ');
      if (left.trim() !== '') this.#parts.push(left.trimEnd());
      rest = rest.trimStart().slice(1);
    }
    return rest;
  }

  #isEmptyPair(line: string): boolean {
    const tail = this.#tail;
    if (OPENS_FAR.test(tail) && CLOSES_FAR.test(line)) return true;
    return !this.#isSpaced && OPENS.test(tail) && CLOSES_PAIR.test(line);
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
