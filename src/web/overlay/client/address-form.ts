import { applyAppearance, readableOn } from './appearance.ts';
import { CaptionList, previewLines } from './caption-list.ts';
import { contrast, PAGE_BACKGROUNDS, READABLE_CONTRAST, SpeakerOrder } from './colors.ts';
import { byId } from './elements.ts';
import { formatOptions, type Options, parseOptions, parseSpeakers } from './options.ts';
import type { PageTexts } from './page-data.ts';

/** A speaker to choose. */
interface Choice {
  readonly label: HTMLElement;
  readonly box: HTMLInputElement;
  readonly text: Text;
}

/** The form that builds an address. The secret stays in the path, where it is. */
export class AddressForm {
  readonly #form = byId('address-form', HTMLFormElement);
  readonly #result = byId('address-result', HTMLInputElement);
  readonly #preview: CaptionList;
  readonly #texts: PageTexts;
  /** By speaker id. */
  readonly #people = new Map<string, Choice>();

  constructor(options: Options, texts: PageTexts, locale: string) {
    this.#texts = texts;
    this.#preview = new CaptionList(byId('preview-captions', HTMLElement), new SpeakerOrder(), locale);
    this.#fillIn(options);
    this.#form.addEventListener('input', () => this.#update());
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#result.addEventListener('focus', () => this.#result.select());
    this.#update();
  }

  /** The address that the form describes. */
  get address(): string {
    return this.#result.value;
  }

  /** Offers those who have spoken, by speaker id; who is chosen already stays. */
  showSpeakers(names: ReadonlyMap<string, string>): void {
    for (const [id, { box, text, label }] of this.#people) {
      if (names.has(id)) continue;
      text.data = '…';
      if (box.checked) continue;
      label.remove();
      this.#people.delete(id);
    }
    for (const [id, name] of names) {
      const { text } = this.#people.get(id) ?? this.#offer(id);
      if (text.data !== name) text.data = name;
    }
    byId('who-empty', HTMLElement).hidden = this.#people.size > 0;
  }

  #offer(id: string): Choice {
    const label = document.createElement('label');
    label.className = 'choice';
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', name: 'who', value: id });
    const text = document.createTextNode('…');
    const shown = document.createElement('span');
    shown.append(text);
    label.append(box, shown);
    byId('who-people', HTMLElement).append(label);
    const choice = { label, box, text };
    this.#people.set(id, choice);
    return choice;
  }

  #fillIn(options: Options): void {
    const { align, color, background } = options;
    for (const name of ['face', 'lines', 'size', 'fade', 'delay', 'font', 'theme', 'lang'] as const) {
      this.#set(name, options[name] === undefined ? '' : String(options[name]));
    }
    this.#set('align', align ?? 'left');
    for (const id of options.who) this.#offer(id).box.checked = true;
    byId('who-empty', HTMLElement).hidden = this.#people.size > 0;
    const isOwn = color !== undefined || background !== undefined;
    this.#check('ownColors', isOwn);
    this.#check('transparent', background === 'transparent');
    if (color !== undefined) this.#set('color', color.slice(0, 7));
    if (background?.startsWith('#') === true) this.#set('background', background.slice(0, 7));
  }

  #set(name: string, value: string): void {
    const control = this.#form.elements.namedItem(name);
    if (control instanceof RadioNodeList || control instanceof HTMLSelectElement) control.value = value;
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.value = value;
  }

  #check(name: string, isChecked: boolean): void {
    const control = this.#form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.checked = isChecked;
  }

  #update(): void {
    const data = new FormData(this.#form);
    const hasOwnColors = data.has('ownColors');
    byId('color-row', HTMLElement).hidden = !hasOwnColors;
    const options = readOptions(data);
    const query = formatOptions(options).toString();
    const address = location.origin + location.pathname + (query === '' ? '' : `?${query}`);
    this.#result.value = address;
    byId('open-address', HTMLAnchorElement).href = address;
    byId('low-contrast', HTMLElement).textContent = isHardToRead(options)
      ? (byId('low-contrast-text', HTMLTemplateElement).content.textContent ?? '')
      : '';
    this.#draw(options);
  }

  #draw(options: Options): void {
    const preview = byId('preview', HTMLElement);
    preview.dataset['face'] = options.face;
    byId('preview-captions', HTMLElement).dataset['face'] = options.face;
    applyAppearance(preview, { ...options, size: undefined });
    // The preview stands for a screen of 1920 × 1080.
    const size = options.size ?? (options.face === 'obs' ? 48 : 32);
    preview.style.setProperty('--size', `${(size / 1_920) * 100}cqw`);
    const lines = previewLines(this.#texts);
    this.#preview.render(lines.slice(-(options.lines ?? lines.length)));
  }
}

/** The options of the form, read as the query string is, so that what isn't valid is left out. */
function readOptions(data: FormData): Options {
  const query = new URLSearchParams();
  const textOf = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  for (const name of ['face', 'align', 'lines', 'size', 'fade', 'delay', 'font', 'theme', 'lang'] as const) {
    query.set(name, textOf(name));
  }
  // What captions do anyway needs no option.
  if (query.get('align') === 'left') query.delete('align');
  for (const id of parseSpeakers(data.getAll('who').map(String))) query.append('who', id);
  if (data.has('ownColors')) {
    query.set('color', textOf('color'));
    query.set('background', data.has('transparent') ? 'transparent' : textOf('background'));
  }
  return parseOptions(query).options;
}

function isHardToRead({ color, background, theme }: Options): boolean {
  if (background === 'transparent' || (color === undefined && background === undefined)) return false;
  const behind = background ?? PAGE_BACKGROUNDS[theme === 'light' ? 'light' : 'dark'];
  return contrast(color ?? readableOn(behind), behind) < READABLE_CONTRAST;
}
