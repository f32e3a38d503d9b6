import { contrast, SPEAKER_COLORS, speakerColorsOn } from './colors.ts';
import type { Options } from './options.ts';

/** What of the options is appearance. */
export type Appearance = Pick<Options, 'font' | 'align' | 'size' | 'color' | 'background' | 'theme'>;

/** Shows an element with its captions as the options say; what they leave open is as captions.css has it. */
export function applyAppearance(element: HTMLElement, appearance: Appearance): void {
  const { font = 'system', align, size, color, background, theme = 'auto' } = appearance;
  const text = color ?? (isOpaque(background) ? readableOn(background) : undefined);
  element.dataset['theme'] = theme;
  element.dataset['font'] = font;
  setOrRemove(element.dataset, 'align', align);
  setOrRemove(element.dataset, 'ownBackground', background === 'transparent' ? 'none' : background);
  setVariable(element, '--size', size === undefined ? undefined : `${size / 16}rem`);
  setVariable(element, '--background', background);
  setVariable(element, '--text', text);
  // Paler text may be hard to read on a background that nobody has tried.
  setVariable(element, '--muted', text);
  const speakers = isOpaque(background) ? speakerColorsOn(background) : undefined;
  for (const place of SPEAKER_COLORS.dark.keys()) {
    const own = speakers === undefined ? undefined : (speakers[place % speakers.length] ?? 'currentColor');
    setVariable(element, `--speaker-${place}`, own);
  }
}

/** Black or white, whichever is told apart better from the background. */
export function readableOn(background: string): string {
  return contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';
}

/** Whether it is known what is behind the captions. */
function isOpaque(background: string | undefined): background is string {
  return background !== undefined && /^#[\da-f]{6}(?:ff)?$/.test(background);
}

function setVariable(element: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) element.style.removeProperty(name);
  else element.style.setProperty(name, value);
}

function setOrRemove(data: DOMStringMap, name: string, value: string | undefined): void {
  if (value === undefined) delete data[name];
  else data[name] = value;
}
