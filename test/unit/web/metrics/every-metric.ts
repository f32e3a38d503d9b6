import { DELAY_BUCKETS_MS, NO_DELAYS } from '../../../../src/telemetry/thread-load.ts';
import { createMetrics, type Metrics } from '../../../../src/web/metrics/metrics.ts';

/** Metrics with every part that a running bot adds. `threads` is the number of voice threads. */
export function createEveryMetric(threads = 2): Metrics {
  const metrics = createMetrics({ version: '1.2.3' });
  const load = {
    eventLoopDelay: { counts: NO_DELAYS.counts.map((_, bucket) => bucket + 1), sumMs: 1_500 },
    ...{ heapUsedBytes: 1_000, heapTotalBytes: 2_000 },
  };
  const voiceThreads = Array.from({ length: threads }, (_, index) => `voice-${index}`);
  const traffic = {
    ...{ packetsSent: 1, packetsReceived: 2, packetsLost: 3, packetsReordered: 4, packetsDuplicated: 5 },
    ...{ decryptFailures: 6, packetsUnknown: 7, holes: 8, holeMs: 9_500, reopened: 10 },
  };
  metrics.voice({ sessions: () => 11, queueLength: () => 12, traffic: () => traffic, warmSockets: () => 13 });
  metrics.threads(DELAY_BUCKETS_MS, {
    all: () => ['main', ...voiceThreads].map((thread) => ({ thread, load })),
    voice: () => voiceThreads.map((thread) => ({ thread, isAnswering: true, restarts: 1 })),
  });
  const waiting = { speech: 1, 'final-captions': 2, files: 3, 'interim-captions': 4, listings: 5 };
  metrics.permits({
    permits: () => ({ held: 2, allowed: 5, waiting, turnedAway: 14 }),
    sharing: () => ({ held: 3, processes: 2, isConnected: true }),
    oddVoices: () => 31,
  });
  metrics.log(() => ({ warn: { lines: 27, repeats: 28 }, error: { lines: 29, repeats: 30 } }));
  metrics.breaker('live', () => false);
  metrics.breaker('captions', () => true);
  metrics.captions({ sessions: () => 15, waitingClips: () => 16 });
  metrics.recordings({ recordings: () => ({ running: 17, waiting: 18 }) });
  metrics.spool({ bytes: () => 19, maxBytes: () => 20 });
  metrics.overlay(() => 21);
  metrics.budgets(() => ({
    characters: { used: 22, limit: 23 },
    captionMinutes: { used: 24, limit: 25 },
    transcribeMinutes: { used: 26, limit: Number.POSITIVE_INFINITY },
  }));
  metrics.ready(() => ({ discord: true, database: false, voice: true }));
  return metrics;
}
