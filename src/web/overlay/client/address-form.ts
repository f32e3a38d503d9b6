import { applyAppearance, readableOn } from './appearance.ts';
import { CaptionList, previewLines } from './caption-list.ts';
import { contrast, PAGE_BACKGROUNDS, READABLE_CONTRAST, SpeakerOrder } from './colors.ts';
import { byId } from './elements.ts';
import { formatOptions, type Options, parseNames, parseOptions } from './options.ts';
import type { PageTexts } from './page-data.ts';

/** The form that builds an address. The secret stays in the path, where it is. */
export class AddressForm {
  readonly #form = byId('address-form', HTMLFormElement);
  readonly #result = byId('address-result', HTMLInputElement);
  readonly #preview: CaptionList;
  readonly #texts: PageTexts;

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

  #fillIn(options: Options): void {
    const { align, color, background, who } = options;
    for (const name of ['face', 'lines', 'size', 'fade', 'delay', 'font', 'theme', 'lang'] as const) {
      this.#set(name, options[name] === undefined ? '' : String(options[name]));
    }
    this.#set('align', align ?? 'left');
    this.#set('who', who.join('\n'));
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
  for (const name of parseNames(textOf('who').split('\n'))) query.append('who', name);
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
