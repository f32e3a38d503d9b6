import type { CaptionList } from './caption-list.ts';
import { byId, onPress } from './elements.ts';
import { fill } from './page-data.ts';
import { findMatches, keepPlace, type Match } from './search.ts';

/** Marks what is searched in the captions, counts it, and goes from one match to the next. */
export class SearchBar {
  readonly #list: CaptionList;
  readonly #texts: Readonly<Record<'position' | 'none', string>>;
  readonly #numbers: Intl.NumberFormat;
  readonly #bar = byId('search-bar', HTMLElement);
  readonly #words = byId('search-words', HTMLInputElement);
  readonly #output = byId('matches', HTMLOutputElement);
  #matches: readonly Match[] = [];
  #current = -1;

  constructor(list: CaptionList, texts: Readonly<Record<'position' | 'none', string>>, locale: string) {
    this.#list = list;
    this.#texts = texts;
    this.#numbers = new Intl.NumberFormat(locale);
    this.#words.addEventListener('input', () => this.#search());
    this.#words.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      this.#go(event.shiftKey ? -1 : 1);
    });
    onPress('next-match', () => this.#go(1));
    onPress('previous-match', () => this.#go(-1));
    onPress('close-search', () => this.close());
  }

  get isOpen(): boolean {
    return !this.#bar.hidden;
  }

  open(): void {
    this.#bar.hidden = false;
    byId('search', HTMLButtonElement).ariaExpanded = 'true';
    this.#words.focus();
    this.#words.select();
    this.#search();
  }

  /** Closes the bar; the keyboard is where it was before. */
  close(): void {
    this.#bar.hidden = true;
    byId('search', HTMLButtonElement).ariaExpanded = 'false';
    this.#show([], -1);
    byId('search', HTMLButtonElement).focus();
  }

  /** The captions have changed: the current match stays, where it is still there. */
  refresh(): void {
    if (!this.isOpen) return;
    const matches = this.#find();
    this.#show(matches, keepPlace(matches, this.#matches[this.#current]));
  }

  #search(): void {
    const matches = this.#find();
    this.#show(matches, matches.length - 1);
    this.#reveal();
  }

  #find(): readonly Match[] {
    const lines = [...this.#list.lines]
      .map(({ line }) => line)
      .toSorted((a, b) => a.atMs - b.atMs || a.order - b.order);
    return findMatches(lines, this.#words.value);
  }

  #go(step: 1 | -1): void {
    const count = this.#matches.length;
    if (count === 0) return;
    this.#show(this.#matches, (this.#current + step + count) % count);
    this.#reveal();
  }

  #reveal(): void {
    const match = this.#matches[this.#current];
    if (match !== undefined) this.#list.get(match.lineId)?.item.scrollIntoView({ block: 'center' });
  }

  #show(matches: readonly Match[], current: number): void {
    this.#matches = matches;
    this.#current = current;
    const isSearching = this.isOpen && this.#words.value.trim() !== '';
    const position = fill(this.#texts.position, {
      index: this.#numbers.format(current + 1),
      count: this.#numbers.format(matches.length),
    });
    this.#output.textContent = isSearching ? (matches.length === 0 ? this.#texts.none : position) : '';
    this.#mark();
  }

  /** The ranges are drawn over the text: the captions' elements stay as they are. */
  #mark(): void {
    const ranges = this.#matches.map((match) => this.#rangeOf(match));
    setHighlight(
      'match',
      ranges.filter((_range, index) => index !== this.#current),
    );
    setHighlight(
      'current-match',
      ranges.filter((_range, index) => index === this.#current),
    );
    const current = this.#matches[this.#current]?.lineId;
    for (const { item, line } of this.#list.lines) item.classList.toggle('has-current-match', line.id === current);
  }

  #rangeOf({ lineId, start, end, part }: Match): Range | undefined {
    const shown = this.#list.get(lineId);
    if (shown === undefined) return undefined;
    const text = part === 'speaker' ? shown.speaker : shown.words;
    const range = new Range();
    range.setStart(text, start);
    range.setEnd(text, end);
    return range;
  }
}

/** Browsers before 2025 may not have it: they count and show the line of the current match. */
function setHighlight(name: string, ranges: readonly (Range | undefined)[]): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(name, new Highlight(...ranges.filter((range) => range !== undefined)));
}
