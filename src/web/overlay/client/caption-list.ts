import { SPEAKER_COLORS, type SpeakerOrder } from './colors.ts';
import type { Line } from './line-book.ts';

/** The elements of a line. The text nodes stay the same for as long as the line is shown. */
export interface CaptionElements {
  readonly item: HTMLLIElement;
  readonly time: HTMLTimeElement;
  readonly speaker: Text;
  readonly words: Text;
}

interface Shown extends CaptionElements {
  line: Line;
}

/** Colours repeat after as many speakers; page.css has `--speaker-0` and so on. */
const COLORS = SPEAKER_COLORS.dark.length;

/** Draws lines as a list. What hasn't changed is left alone, so that nothing flickers and no selection is lost. */
export class CaptionList {
  readonly #list: HTMLElement;
  readonly #speakers: SpeakerOrder;
  readonly #times: Intl.DateTimeFormat;
  readonly #shown = new Map<string, Shown>();

  constructor(list: HTMLElement, speakers: SpeakerOrder, locale: string) {
    this.#list = list;
    this.#speakers = speakers;
    this.#times = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  }

  /** What is shown of a line. */
  get(id: string): (CaptionElements & { readonly line: Line }) | undefined {
    return this.#shown.get(id);
  }

  /** In the order of the list. */
  get lines(): Iterable<CaptionElements & { readonly line: Line }> {
    return this.#shown.values();
  }

  /** Shows these lines, in this order, and no others. */
  render(lines: readonly Line[]): void {
    const wanted = new Set(lines.map(({ id }) => id));
    for (const [id, { item }] of this.#shown) {
      if (wanted.has(id)) continue;
      item.remove();
      this.#shown.delete(id);
    }
    let next = this.#list.firstElementChild;
    for (const line of lines) {
      const shown = this.#shown.get(line.id) ?? this.#add(line);
      this.#update(shown, line);
      if (shown.item === next) next = next.nextElementSibling;
      else this.#list.insertBefore(shown.item, next);
    }
  }

  #add(line: Line): Shown {
    const item = document.createElement('li');
    item.className = 'caption';
    const time = item.appendChild(document.createElement('time'));
    const name = item.appendChild(document.createElement('b'));
    name.className = 'speaker';
    name.dir = 'auto';
    const colon = item.appendChild(document.createElement('span'));
    colon.className = 'colon';
    colon.textContent = ': ';
    const said = item.appendChild(document.createElement('span'));
    said.className = 'words';
    said.dir = 'auto';
    // Which language people speak is unknown; it isn't the page's.
    said.lang = '';
    const speaker = name.appendChild(document.createTextNode(''));
    const words = said.appendChild(document.createTextNode(''));
    const shown = { item, time, speaker, words, line: { ...line, text: '', speaker: '', at: '' } };
    this.#shown.set(line.id, shown);
    return shown;
  }

  #update(shown: Shown, line: Line): void {
    if (shown.line === line) return;
    const { item, time, speaker, words, line: before } = shown;
    if (before.at !== line.at) {
      time.dateTime = line.at;
      time.textContent = this.#times.format(line.atMs);
    }
    if (before.speaker !== line.speaker || before.speakerId !== line.speakerId) {
      speaker.data = line.speaker;
      item.style.setProperty('--speaker', `var(--speaker-${this.#speakers.placeOf(line.speakerId) % COLORS})`);
    }
    if (before.text !== line.text) words.data = line.text;
    item.dataset['final'] = String(line.final);
    shown.line = line;
  }
}

/** The lines of the preview, which nobody said. */
export function previewLines(texts: {
  readonly previewSpeakers: Readonly<Record<'first' | 'second', string>>;
  readonly previewLines: Readonly<Record<'first' | 'second' | 'third', string>>;
}): Line[] {
  const { previewSpeakers: speakers, previewLines: words } = texts;
  const line = (order: number, speaker: string, text: string): Line => {
    const atMs = order * 60_000;
    return {
      id: `preview-${order}`,
      speaker,
      speakerId: speaker,
      text,
      final: true,
      at: new Date(atMs).toISOString(),
      atMs,
      order,
    };
  };
  return [
    line(1, speakers.first, words.first),
    line(2, speakers.second, words.second),
    line(3, speakers.first, words.third),
  ];
}
