/** Colours of speakers, and contrast as WCAG 2.2 defines it. Pure. */

/**
 * Seven colours for dark and for light backgrounds: Okabe and Ito's hues ("Color Universal Design", 2008), moved within each
 * hue until any two differ by at least 0.1 in OKLab, also as seen with protanopia, deuteranopia and tritanopia (Machado 2009),
 * and each has a contrast of at least 5 to the page. Tests hold both. Eight people share: the name is always there in words.
 */
export const SPEAKER_COLORS = {
  dark: ['#eeb847', '#90e3fd', '#0b976a', '#e273b7', '#fff14c', '#34acff', '#f93b13'],
  light: ['#034a69', '#ce2700', '#027a54', '#9a4ba1', '#543400', '#10017f', '#281c00'],
} as const;

/** The backgrounds of the page's own themes, as in page.css. */
export const PAGE_BACKGROUNDS = { dark: '#101216', light: '#ffffff' } as const;

/** The contrast that WCAG 2.2 asks of text at level AA. */
export const READABLE_CONTRAST = 4.5;

/** The contrast of two opaque colours, `#rrggbb`, from 1 to 21. An alpha channel is left out. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/**
 * The colours of speakers on a background, `#rrggbb`: those of the set that can be read there. None where neither set has
 * one: names have the colour of the text then.
 */
export function speakerColorsOn(background: string): readonly string[] {
  const [dark, light] = [SPEAKER_COLORS.dark, SPEAKER_COLORS.light].map((set) =>
    set.filter((color) => contrast(color, background) >= READABLE_CONTRAST),
  );
  return (dark ?? []).length >= (light ?? []).length ? (dark ?? []) : (light ?? []);
}

/** Gives each speaker a colour in the order in which they are first heard, so that the first seven differ. */
export class SpeakerOrder {
  readonly #places = new Map<string, number>();

  /** The speaker's place, from 0; the same for as long as the page is open. */
  placeOf(speaker: string): number {
    const place = this.#places.get(speaker) ?? this.#places.size;
    this.#places.set(speaker, place);
    return place;
  }
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
