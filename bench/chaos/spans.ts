/** A stretch of time, in ms since 1970. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The time of `span` that none of `others` covers, in stretches, in order. */
export function restOf(span: Span, others: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let { fromMs } = span;
  for (const other of others.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (other.fromMs > fromMs) rest.push({ fromMs, toMs: Math.min(other.fromMs, span.toMs) });
    fromMs = Math.max(fromMs, other.toMs);
    if (fromMs >= span.toMs) break;
  }
  if (fromMs < span.toMs) rest.push({ fromMs, toMs: span.toMs });
  return rest.filter(({ fromMs: start, toMs }) => toMs > start && start < span.toMs);
}

/** How long some stretches are together. */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((total, { fromMs, toMs }) => total + toMs - fromMs, 0);
}

/** Adds a moment to stretches in order: to the last of them unless that ended more than `pauseMs` before. */
export function extend(spans: Span[], atMs: number, pauseMs: number): void {
  const last = spans.at(-1);
  const isPaused = last === undefined || atMs - last.toMs > pauseMs;
  if (isPaused) spans.push({ fromMs: atMs, toMs: atMs });
  else spans[spans.length - 1] = { fromMs: last.fromMs, toMs: atMs };
}

/** Whether two stretches have a moment in common. */
export function overlaps(one: Span, other: Span): boolean {
  return one.fromMs <= other.toMs && other.fromMs <= one.toMs;
}
