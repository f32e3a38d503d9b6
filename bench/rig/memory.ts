import type { MemoryFigures } from './contender-calls.ts';

/** Collects garbage and measures this process; it must have been started with `--expose-gc`. */
export function memoryAfterCollection(): MemoryFigures {
  // The second time takes what the first one's finalizers let go.
  for (let round = 0; round < 2; round += 1) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rssBytes: rss, heapBytes: heapUsed, externalBytes: external };
}

/** Keeps this thread busy for so long. */
export function keepBusy(ms: number): void {
  const endMs = performance.now() + ms;
  while (performance.now() < endMs);
}
