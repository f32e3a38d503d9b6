/** Summary of a set of measurements, in their own unit. */
export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Nearest-rank percentiles of at least one measurement. */
export function percentilesOf(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  return { p50: quantileOf(sorted, 0.5), p95: quantileOf(sorted, 0.95), max: quantileOf(sorted, 1) };
}

/** The nearest-rank value below which a share (0…1) of sorted measurements lies; NaN when there are none. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
