import type { Figures } from '../../protocol.ts';
import type { Texts } from '../texts/text-types.ts';

/** A figure with its unit, in the visitor's format; `undefined`: not known yet. */
export interface FigureRow {
  readonly label: string;
  readonly value: string | undefined;
}

/** The figures as people read them. */
export function figureRows(figures: Figures | undefined, texts: Texts['voice'], locale: string): readonly FigureRow[] {
  const formatted = (value: number | undefined, options: Intl.NumberFormatOptions): string | undefined =>
    value === undefined ? undefined : new Intl.NumberFormat(locale, options).format(value);
  const milliseconds = (value: number | undefined): string | undefined =>
    formatted(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });
  return [
    { label: texts.firstSound, value: milliseconds(figures?.firstSoundMs) },
    { label: texts.captionDelay, value: milliseconds(figures?.captionDelayMs) },
    { label: texts.loss, value: formatted(figures?.lossShare, { style: 'percent', maximumFractionDigits: 1 }) },
    { label: texts.jitter, value: milliseconds(figures?.jitterMs) },
    { label: texts.queue, value: formatted(figures?.queue, {}) },
    { label: texts.permits, value: permits(figures?.permits, texts, locale) },
  ];
}

function permits(of: Figures['permits'], texts: Texts['voice'], locale: string): string | undefined {
  if (of === undefined) return undefined;
  const number = new Intl.NumberFormat(locale);
  const [held, allowed, waiting] = [of.held, of.allowed, of.waiting].map((value) => number.format(value));
  if (held === undefined || allowed === undefined || waiting === undefined) return undefined;
  return of.waiting === 0 ? texts.permitsOf({ held, allowed }) : texts.permitsWaiting({ held, allowed, waiting });
}
