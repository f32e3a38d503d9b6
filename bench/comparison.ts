import { type Percentiles, percentilesOf } from './percentiles.ts';
import { alignTable } from './table.ts';

const HEADINGS = ['', 'rounds', 'p50', 'p95', 'max'];

/** Measurements of one bot, in ms. */
export interface Measured {
  readonly name: string;
  readonly valuesMs: readonly number[];
}

/** A target for a figure, and whether it is met. */
interface Aim {
  readonly what: string;
  readonly met: boolean;
}

/** A row of percentiles per bot, and their ratios if there is a baseline. */
export function compare(measured: Measured, baseline: Measured | undefined): string[] {
  if (baseline === undefined) return tabulate([measured]);
  const { p50, p95, max } = ratiosOf(measured, baseline);
  const ratios = ['ratio', '', p50.toFixed(2), p95.toFixed(2), max.toFixed(2)];
  return alignTable([HEADINGS, rowOf(measured), rowOf(baseline), ratios]);
}

/** A row of percentiles per bot. */
export function tabulate(all: readonly Measured[]): string[] {
  return alignTable([HEADINGS, ...all.map(rowOf)]);
}

/** Each percentile of `measured` divided by the baseline's. */
export function ratiosOf(measured: Measured, baseline: Measured): Percentiles {
  const [ours, theirs] = [percentilesOf(measured.valuesMs), percentilesOf(baseline.valuesMs)];
  return { p50: ours.p50 / theirs.p50, p95: ours.p95 / theirs.p95, max: ours.max / theirs.max };
}

/** One line with every target and its outcome. */
export function verdict(aims: readonly Aim[]): string {
  return `aim: ${aims.map(({ what, met }) => `${what} ${met ? 'met' : 'missed'}`).join(', ')}`;
}

function rowOf({ name, valuesMs }: Measured): string[] {
  const { p50, p95, max } = percentilesOf(valuesMs);
  return [name, String(valuesMs.length), p50.toFixed(1), p95.toFixed(1), max.toFixed(1)];
}
