import { AddressForm } from './address-form.ts';
import { Announcer } from './announcer.ts';
import { Captions } from './captions.ts';
import { byId, onPress, showText } from './elements.ts';
import type { FeedStatus } from './feed.ts';
import type { Options } from './options.ts';
import { fill, type PageTexts } from './page-data.ts';
import { chosenAppearance, Preferences } from './preferences.ts';
import { ReadingPlace } from './reading-place.ts';
import { savedText } from './saved-text.ts';
import { copyText, downloadLines, selectedLines } from './saving.ts';
import { SearchBar } from './search-bar.ts';
import { listenToShortcuts } from './shortcuts.ts';

/** Lines kept and shown: some hours of talk. All of it is in the transcript, which `/captions export` gives. */
const MOST_LINES = 5_000;
const TOAST_MS = 3_000;

/** What the page is made of. */
export interface ReadablePageParts {
  readonly list: HTMLElement;
  readonly locale: string;
  readonly now: () => number;
  readonly texts: PageTexts;
  /** Names of options that were not valid. */
  readonly invalid: readonly string[];
}

/** Starts the readable page. */
export function startReadablePage(parts: ReadablePageParts, options: Options): void {
  new ReadablePage(parts, options).start();
}

class ReadablePage {
  readonly #parts: ReadablePageParts;
  readonly #texts: PageTexts;
  readonly #options: Options;
  readonly #numbers: Intl.NumberFormat;
  readonly #preferences: Preferences;
  readonly #captions: Captions;
  readonly #place: ReadingPlace;
  readonly #search: SearchBar;
  readonly #announcer = new Announcer(byId('spoken', HTMLElement));
  #address: AddressForm | undefined;
  #status: FeedStatus = 'connecting';
  #toastTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: ReadablePageParts, options: Options) {
    this.#parts = parts;
    this.#texts = parts.texts;
    this.#options = options;
    this.#numbers = new Intl.NumberFormat(parts.locale);
    this.#preferences = new Preferences(options);
    this.#captions = new Captions({ ...parts, limit: options.lines ?? MOST_LINES }, options, {
      onChange: () => this.#draw(),
      onFinal: (line) => {
        if (!this.#place.isPaused) this.#announcer.announce(line);
      },
      onStatus: (status) => this.#showStatus(status),
      onSpeakers: (names) => this.#showSpeakers(names),
    });
    this.#place = new ReadingPlace(byId('scroller', HTMLElement), () => this.#draw());
    this.#search = new SearchBar(this.#captions.list, parts.texts.search, parts.locale);
  }

  start(): void {
    this.#showHints();
    this.#listenToToolbar();
    this.#listenToDialogs();
    this.#listenToKeys();
    document.addEventListener('copy', (event) => this.#formatCopied(event));
    this.#captions.start();
  }

  #draw(): void {
    const { lines, hasDropped } = this.#captions.book;
    this.#captions.list.render(this.#place.choose(lines));
    this.#announcer.retain((id) => this.#captions.book.get(id) !== undefined);
    byId('empty', HTMLElement).hidden = lines.length > 0 || this.#isOver;
    const isTold = hasDropped && this.#options.lines === undefined;
    const limit = this.#numbers.format(MOST_LINES);
    showText(byId('older', HTMLElement), isTold ? fill(this.#texts.notices.older, { limit }) : undefined);
    this.#place.keepEnd();
    this.#drawPlace(this.#place.countNew(lines));
    this.#search.refresh();
  }

  #drawPlace(newLines: number): void {
    const { isPaused, isAtEnd } = this.#place;
    const { newest, pause, resume } = this.#texts;
    document.documentElement.dataset['paused'] = String(isPaused);
    byId('pause-text', HTMLElement).textContent = isPaused ? resume : pause;
    byId('pause', HTMLButtonElement).title = isPaused ? resume : pause;
    document.documentElement.dataset['away'] = String(!isAtEnd);
    byId('newest', HTMLButtonElement).hidden = isAtEnd;
    const count = newLines === 0 ? undefined : fill(newest.count, { count: this.#numbers.format(newLines) });
    const parts = [isPaused ? newest.paused : undefined, count ?? (isPaused ? undefined : newest.jump)];
    byId('newest-text', HTMLElement).textContent = parts.filter((part) => part !== undefined).join(' · ');
  }

  get #isOver(): boolean {
    return this.#status === 'ended' || this.#status === 'invalid';
  }

  #showStatus(status: FeedStatus): void {
    this.#status = status;
    const { state, notices } = this.#texts;
    const shown = status === 'invalid' ? 'ended' : status;
    byId('status', HTMLElement).dataset['status'] = shown;
    const text = byId('status', HTMLElement).querySelector('.status-text');
    if (text !== null && text.textContent !== state[shown]) text.textContent = state[shown];
    const notice = byId('notice', HTMLElement);
    notice.dataset['status'] = shown;
    const { waiting, ended, invalid } = notices;
    showText(
      notice,
      { connecting: undefined, live: undefined, reconnecting: undefined, waiting, ended, invalid }[status],
    );
    this.#draw();
  }

  #showHints(): void {
    const { invalid, locale, texts } = this.#parts;
    const list = new Intl.ListFormat(locale, { type: 'conjunction' });
    const text = invalid.length === 0 ? undefined : fill(texts.notices.ignoredOptions, { names: list.format(invalid) });
    showText(byId('ignored-options', HTMLElement), text);
    this.#showSpeakers(new Map());
  }

  /** Who speaks: for the form that chooses among them, and the line that says whose captions are shown. */
  #showSpeakers(names: ReadonlyMap<string, string>): void {
    const { locale, texts } = this.#parts;
    const { who } = this.#options;
    this.#address?.showSpeakers(names);
    const list = new Intl.ListFormat(locale, { type: 'conjunction' });
    const shown = list.format(who.map((id) => names.get(id) ?? '…'));
    showText(
      byId('only-people', HTMLElement),
      who.length === 0 ? undefined : fill(texts.notices.onlyPeople, { names: shown }),
    );
  }

  #listenToToolbar(): void {
    onPress('pause', () => this.#pause());
    onPress('newest', () => this.#place.resume());
    onPress('search', () => (this.#search.isOpen ? this.#search.close() : this.#search.open()));
    onPress('smaller', () => this.#resize(-1));
    onPress('larger', () => this.#resize(1));
    onPress('copy', () => void this.#copy());
    onPress('download', () => this.#download());
    for (const id of ['display', 'address', 'shortcuts']) onPress(id, () => this.#openDialog(id));
  }

  #listenToDialogs(): void {
    for (const dialog of document.querySelectorAll('dialog')) {
      dialog.querySelector('[data-close]')?.addEventListener('click', () => dialog.close());
      // A press beside the dialog, on its backdrop, closes it.
      dialog.addEventListener('click', (event) => {
        if (event.target === dialog) dialog.close();
      });
    }
    const form = byId('display-form', HTMLFormElement);
    form.addEventListener('change', () => this.#preferences.choose(chosenAppearance(new FormData(form))));
    const size = byId('display-size', HTMLInputElement);
    size.addEventListener('input', () => {
      this.#preferences.choose({ size: size.valueAsNumber });
      this.#showDisplay();
    });
    const address = new AddressForm(this.#options, this.#texts, this.#parts.locale);
    this.#address = address;
    onPress('copy-address', () => void this.#tellCopied(address.address));
  }

  #listenToKeys(): void {
    const open = (id: string) => (): void => this.#openDialog(id);
    const shortcuts = {
      p: () => this.#pause(),
      e: () => this.#place.resume(),
      s: () => this.#search.open(),
      '/': () => this.#search.open(),
      '+': () => this.#resize(1),
      '=': () => this.#resize(1),
      '-': () => this.#resize(-1),
      v: open('display'),
      c: () => void this.#copy(),
      d: () => this.#download(),
      a: open('address'),
      '?': open('shortcuts'),
    };
    listenToShortcuts(shortcuts, byId('shortcuts-enabled', HTMLInputElement));
    byId('search-bar', HTMLElement).addEventListener('keydown', ({ key, isComposing }) => {
      if (key === 'Escape' && !isComposing) this.#search.close();
    });
  }

  #pause(): void {
    if (this.#place.isPaused) this.#place.resume();
    else this.#place.pause();
  }

  #resize(direction: 1 | -1): void {
    this.#preferences.step(direction);
    this.#place.keepEnd();
  }

  #openDialog(id: string): void {
    if (id === 'display') this.#showDisplay();
    byId(`${id}-dialog`, HTMLDialogElement).showModal();
  }

  #showDisplay(): void {
    const { appearance, size } = this.#preferences;
    const form = byId('display-form', HTMLFormElement);
    const { theme = 'auto', font = 'system' } = appearance;
    for (const [name, value] of Object.entries({ theme, font })) {
      const choice = form.elements.namedItem(name);
      if (choice instanceof RadioNodeList) choice.value = value;
    }
    byId('display-size', HTMLInputElement).value = String(size);
    byId('display-size-value', HTMLOutputElement).value = `${this.#numbers.format(Math.round(size))} px`;
  }

  /** What was said, or what is selected of it; interim text isn't said yet. */
  #toSave(): Parameters<typeof savedText>[0] {
    const selected = selectedLines(this.#captions.list.lines);
    return selected.length > 0 ? selected : this.#captions.book.lines.filter(({ final }) => final);
  }

  async #copy(): Promise<void> {
    const lines = this.#toSave();
    if (lines.length === 0) this.#tell(this.#texts.copy.nothing);
    else await this.#tellCopied(savedText(lines, this.#parts.locale));
  }

  async #tellCopied(text: string): Promise<void> {
    const { copied, failed } = this.#texts.copy;
    this.#tell((await copyText(text)) ? copied : failed);
  }

  #download(): void {
    const lines = this.#toSave();
    if (lines.length === 0) this.#tell(this.#texts.copy.nothing);
    else downloadLines(lines, this.#parts.locale, this.#texts.copy.fileName);
  }

  /** Several lines that are copied by the keyboard have their names and times as words, not as columns. */
  #formatCopied(event: ClipboardEvent): void {
    const selected = selectedLines(this.#captions.list.lines);
    if (selected.length < 2) return;
    event.clipboardData?.setData('text/plain', savedText(selected, this.#parts.locale));
    event.preventDefault();
  }

  #tell(text: string): void {
    // The dialog that is open hides everything behind it from screen readers.
    const toast = byId('toast', HTMLElement);
    const place = document.querySelector('dialog[open]') ?? document.body;
    if (toast.parentElement !== place) place.append(toast);
    toast.textContent = text;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => {
      toast.textContent = '';
    }, TOAST_MS);
  }
}
