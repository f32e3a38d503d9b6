/** Characters that words are made of. */
const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** What continues the character before it: marks, joiners, skin tones. */
const CONTINUES = /\p{M}|\u200c|\u200d|\p{Emoji_Modifier}/u;
/** Scripts whose words are written without spaces. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const HAN = /\p{Script=Han}/u;
const HIRAGANA = /\p{Script=Hiragana}/u;
const HANGUL = /\p{Script=Hangul}/u;

/** Particles that follow a Korean noun without a space. */
const KOREAN_PARTICLE =
  /^(?:께서|에게서|에게|에서|에|으로|로|한테|까지|부터|처럼|보다|마다|이랑|랑|하고|이나|나|이야|이라|라|야|아|은|는|이|가|을|를|의|도|만|와|과|님|들|요)(?!\p{Script=Hangul})/u;
/** The longest particle and the character after it, in UTF-16 units. */
const PARTICLE_WINDOW = 4;

/** What French and Italian put before a word with an apostrophe: the word begins after it. */
const ELISION =
  /(?:^|[^\p{L}\p{M}])(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|un|(?:d|n|s)?[aeu]ll|quell|bell|sant)['’]$/iu;
/** A longest elision with the character before it. */
const ELISION_WINDOW = 9;
/** An apostrophe that continues a word, as in `don't`; not the `'s` of a name. */
const CONTRACTION = /^['’](?!s(?![\p{L}\p{M}\p{N}]))\p{L}/iu;
const CONTRACTION_WINDOW = 4;

/** A side of a match: the character inside and outside of the word at that edge. */
interface Edge {
  readonly index: number;
  readonly inside: string;
  readonly outside: string;
}

/**
 * Decides where words begin and end in one text.
 *
 * - Where words have spaces between them, a letter or digit ends a word only before something else. `don't` and `3.5` are
 *   one word; French `l'` and the English `'s` are none, and a Korean noun may have its particle.
 * - Chinese and Japanese are cut as Unicode's dictionary says (`Intl.Segmenter`). Words of two or more Chinese characters
 *   may have others after them, as in 東京都, but not before them, because 京都 is not in it. Thai, Lao, Khmer and Burmese follow the dictionary alone.
 * - A mark, as in `C++` or `:D`, ends a word unless the same mark follows.
 */
export class WordEdges {
  readonly #text: string;
  #dictionaryEdges: ReadonlySet<number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** True if the part of the text from `start` to `end` is a whole word, or several. */
  isWhole(start: number, end: number): boolean {
    const isLong = end > start + this.#after(start).length;
    return this.#canStart(start) && this.#canEnd(end, isLong);
  }

  #canStart(index: number): boolean {
    const edge = { index, inside: this.#after(index), outside: this.#before(index) };
    if (/['’]/.test(edge.outside) && WORD.test(edge.inside)) {
      const before = this.#text.slice(Math.max(0, index - ELISION_WINDOW), index);
      return !/\p{L}['’]$/u.test(before) || ELISION.test(before);
    }
    if (isInNumber(edge.inside, edge.outside, this.#before(index - 1))) return false;
    return this.#isEdge(edge);
  }

  #canEnd(index: number, isLong: boolean): boolean {
    const edge = { index, inside: this.#before(index), outside: this.#after(index) };
    const { inside, outside } = edge;
    if (/['’]/.test(outside) && WORD.test(inside)) {
      return !CONTRACTION.test(this.#text.slice(index, index + CONTRACTION_WINDOW));
    }
    if (isInNumber(inside, outside, this.#after(index + 1))) return false;
    if (HANGUL.test(inside) && HANGUL.test(outside)) {
      return KOREAN_PARTICLE.test(this.#text.slice(index, index + PARTICLE_WINDOW));
    }
    return (isLong && HAN.test(inside) && HAN.test(outside)) || this.#isEdge(edge);
  }

  #isEdge({ index, inside, outside }: Edge): boolean {
    if (outside === '') return true;
    if (CONTINUES.test(this.#after(index)) || this.#before(index) === '\u200d') return false;
    if (!WORD.test(inside)) return inside !== outside;
    if (!WORD.test(outside)) return true;
    const isUnspaced = UNSPACED.test(inside);
    if (isUnspaced !== UNSPACED.test(outside)) return true;
    if (!isUnspaced) return false;
    return changesScript(inside, outside) || this.#isDictionaryEdge(index);
  }

  #isDictionaryEdge(index: number): boolean {
    this.#dictionaryEdges ??= new Set(
      Array.from(new Intl.Segmenter('ja', { granularity: 'word' }).segment(this.#text), (segment) => segment.index),
    );
    return this.#dictionaryEdges.has(index);
  }

  #after(index: number): string {
    return index < 0 || index >= this.#text.length ? '' : String.fromCodePoint(this.#text.codePointAt(index) ?? 0);
  }

  #before(index: number): string {
    if (index <= 0) return '';
    const isPair = index > 1 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(this.#text.slice(index - 2, index));
    return this.#text.slice(index - (isPair ? 2 : 1), index);
  }
}

/** A decimal point, a comma or a colon between digits. */
function isInNumber(inside: string, outside: string, beyond: string): boolean {
  return /[.,:]/.test(outside) && /\p{N}/u.test(inside) && /\p{N}/u.test(beyond);
}

/** Hiragana beside Katakana. Hiragana after a Chinese character can be the ending of its word. */
function changesScript(one: string, other: string): boolean {
  return !HAN.test(one) && !HAN.test(other) && HIRAGANA.test(one) !== HIRAGANA.test(other);
}
