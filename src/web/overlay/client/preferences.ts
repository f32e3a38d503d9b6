import { type Appearance, applyAppearance } from './appearance.ts';
import { byId } from './elements.ts';
import { FONTS, type Options, parseOptions, THEMES } from './options.ts';

/** What readers choose once and keep, in this browser. */
type Choice = 'theme' | 'font' | 'size';

const STORED_AS = 'mynah-captions';
/** Text sizes that the buttons go through, in CSS pixels. */
const SIZES = [16, 18, 20, 22, 24, 28, 32, 36, 40, 48, 56, 64, 80, 96] as const;

/** How the readable page looks: as the address says, else as the reader has chosen here before. */
export class Preferences {
  #appearance: Appearance;

  constructor(options: Options) {
    const stored = parseOptions(new URLSearchParams(read())).options;
    const { theme = stored.theme, font = stored.font, size = stored.size } = options;
    this.#appearance = { ...options, theme, font, size };
    this.#apply();
  }

  get appearance(): Appearance {
    return this.#appearance;
  }

  /** The size of the captions' text now, in CSS pixels. */
  get size(): number {
    return this.#appearance.size ?? Number.parseFloat(getComputedStyle(byId('captions', HTMLElement)).fontSize);
  }

  choose(choice: Partial<Pick<Appearance, Choice>>): void {
    this.#appearance = { ...this.#appearance, ...choice };
    this.#apply();
    const { theme, font, size } = this.#appearance;
    const chosen = { theme, font, size: size === undefined ? undefined : String(size) };
    write(
      new URLSearchParams(
        Object.entries(chosen).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
    keepInAddress(choice);
  }

  /** The next larger (1) or smaller (-1) size. */
  step(direction: 1 | -1): void {
    const now = this.size;
    const next = direction === 1 ? SIZES.find((size) => size > now + 0.5) : SIZES.findLast((size) => size < now - 0.5);
    if (next !== undefined) this.choose({ size: next });
  }

  #apply(): void {
    const { theme, font } = this.#appearance;
    const own = { align: undefined, size: undefined, color: undefined, background: undefined };
    applyAppearance(document.documentElement, { theme, font, ...own });
    // Colours of one's own are those of the captions: controls stay readable.
    applyAppearance(byId('scroller', HTMLElement), this.#appearance);
  }
}

/** Reads a choice of the dialog. */
export function chosenAppearance(data: FormData): Partial<Pick<Appearance, 'theme' | 'font'>> {
  const theme = THEMES.find((known) => known === data.get('theme'));
  const font = FONTS.find((known) => known === data.get('font'));
  return { ...(theme === undefined ? {} : { theme }), ...(font === undefined ? {} : { font }) };
}

/** What the address says would count again after a reload: it follows the choice. */
function keepInAddress(choice: Partial<Pick<Appearance, Choice>>): void {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(choice)) {
    if (address.searchParams.has(name)) address.searchParams.set(name, String(value));
  }
  if (address.href !== location.href) history.replaceState(null, '', address);
}

/** Browsers may forbid a page to store anything. */
function read(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? '';
  } catch {
    return '';
  }
}

function write(choices: URLSearchParams): void {
  try {
    localStorage.setItem(STORED_AS, choices.toString());
  } catch {
    // The choice holds until the page is closed.
  }
}
