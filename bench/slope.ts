/** A value at a point in time. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A straight line through points, by least squares. */
export interface Trend {
  /** Growth of y per unit of x. */
  readonly slope: number;
  /** Standard error of the slope, assuming independent points; NaN for fewer than three. */
  readonly error: number;
}

/** Fits a straight line to the points; its slope is NaN if all have the same x. */
export function trendOf(points: readonly Point[]): Trend {
  const meanX = mean(points.map(({ x }) => x));
  const meanY = mean(points.map(({ y }) => y));
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const residual = sum(points.map(({ x, y }) => (y - meanY - slope * (x - meanX)) ** 2));
  return { slope, error: Math.sqrt(residual / (points.length - 2) / spread) };
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
