import { getHeapStatistics } from 'node:v8';

/** Upper bounds of the buckets of event-loop delays, in milliseconds: a packet is due every 20 ms. */
export const DELAY_BUCKETS_MS = [2, 5, 10, 20, 50, 100, 250, 500, 1_000, 5_000] as const;

/** Distance of the samples: a delay is seen if it is longer than what is left of this. */
const SAMPLE_EVERY_MS = 20;

/** How late a thread's timers were, since the thread began. All numbers only grow. */
export interface DelayCounts {
  /** Samples by bucket of `DELAY_BUCKETS_MS`, each counted once; the last number is beyond all bounds. */
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/** How busy a thread is, as plain data. */
export interface ThreadLoad {
  readonly eventLoopDelay: DelayCounts;
  /** JavaScript objects of this thread, in bytes. */
  readonly heapUsedBytes: number;
  /** What the thread has reserved for them, in bytes. */
  readonly heapTotalBytes: number;
}

/** Measures the thread that created it, until it is disposed of. */
export interface ThreadMonitor extends Disposable {
  read(): ThreadLoad;
}

/** No delay. */
export const NO_DELAYS: DelayCounts = { counts: new Array<number>(DELAY_BUCKETS_MS.length + 1).fill(0), sumMs: 0 };

/**
 * Creates the monitor of this thread. Its timer does not keep the thread alive. Not `monitorEventLoopDelay` of
 * node:perf_hooks: that can't be read by bucket, only by percentile, which can't be added up over threads and time.
 */
export function createThreadMonitor(): ThreadMonitor {
  const counts = [...NO_DELAYS.counts];
  let sumMs = 0;
  let sampledAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // Timers are whole milliseconds and may be early by a fraction.
    const delayMs = Math.max(0, nowMs - sampledAtMs - SAMPLE_EVERY_MS);
    sampledAtMs = nowMs;
    sumMs += delayMs;
    const bucket = bucketOf(delayMs);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }, SAMPLE_EVERY_MS).unref();
  return {
    read: () => {
      const { used_heap_size: heapUsedBytes, total_heap_size: heapTotalBytes } = getHeapStatistics();
      return { eventLoopDelay: { counts: [...counts], sumMs }, heapUsedBytes, heapTotalBytes };
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Both threads' delays together. */
export function addDelays(one: DelayCounts, other: DelayCounts): DelayCounts {
  return {
    counts: one.counts.map((count, bucket) => count + (other.counts[bucket] ?? 0)),
    sumMs: one.sumMs + other.sumMs,
  };
}

function bucketOf(delayMs: number): number {
  const bucket = DELAY_BUCKETS_MS.findIndex((bound) => delayMs <= bound);
  return bucket === -1 ? DELAY_BUCKETS_MS.length : bucket;
}
