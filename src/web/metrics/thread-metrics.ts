import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Delays of an event loop: how many were within which bound, each counted once, the last beyond all bounds. */
interface Delays {
  readonly counts: readonly number[];
  readonly sumMs: number;
}

/** What is known of one thread, main or voice. */
export interface MeasuredThread {
  /** `main`, or `voice-0` and so on. */
  readonly thread: string;
  readonly load: {
    readonly eventLoopDelay: Delays;
    readonly heapUsedBytes: number;
    readonly heapTotalBytes: number;
  };
}

/** What is known of one voice thread besides. */
export interface MeasuredVoiceThread {
  readonly thread: string;
  readonly isAnswering: boolean;
  readonly restarts: number;
}

/** The threads as they were last read. */
export interface ThreadsSource {
  readonly all: () => readonly MeasuredThread[];
  readonly voice: () => readonly MeasuredVoiceThread[];
}

/** Adds event-loop delay and memory of each thread. `boundsMs` are the bounds of the delays' buckets. */
export function addThreadMetrics(registry: Registry, boundsMs: readonly number[], { all, voice }: ThreadsSource): void {
  const labels = { labelNames: ['thread'], registers: [registry] };
  new ReadDelays(registry, boundsMs, all);
  const heap = [
    ['mynah_thread_heap_used_bytes', "JavaScript objects in a thread's memory.", 'heapUsedBytes'],
    ['mynah_thread_heap_total_bytes', 'Memory that a thread has reserved for JavaScript objects.', 'heapTotalBytes'],
  ] as const;
  for (const [name, help, field] of heap) {
    new Gauge({
      ...{ name, help, ...labels },
      collect() {
        this.reset();
        for (const { thread, load } of all()) this.set({ thread }, load[field]);
      },
    });
  }
  new Gauge({
    name: 'mynah_voice_thread_answering',
    help: 'Whether a voice thread answered within a second (1) or not (0).',
    ...labels,
    collect() {
      this.reset();
      for (const { thread, isAnswering } of voice()) this.set({ thread }, Number(isAnswering));
    },
  });
  new Counter({
    name: 'mynah_voice_thread_restarts_total',
    help: 'Voice threads that took the place of one that crashed or hung.',
    ...labels,
    collect() {
      this.reset();
      for (const { thread, restarts } of voice()) this.inc({ thread }, restarts);
    },
  });
}

const DELAYS = {
  name: 'mynah_event_loop_delay_seconds',
  help: "How late a thread's timers are, by samples every 20 ms.",
};

/** A histogram whose counts are kept in the threads. */
class ReadDelays extends Histogram {
  readonly #boundsMs: readonly number[];
  readonly #threads: () => readonly MeasuredThread[];

  constructor(registry: Registry, boundsMs: readonly number[], threads: () => readonly MeasuredThread[]) {
    super({ ...DELAYS, labelNames: ['thread'], registers: [registry] });
    this.#boundsMs = boundsMs;
    this.#threads = threads;
  }

  /** What prom-client 15 asks of histograms, `get` included. */
  async getForPromString() {
    const values = this.#threads().flatMap(({ thread, load }) => this.#samplesOf(thread, load.eventLoopDelay));
    return { ...DELAYS, type: 'histogram', aggregator: 'sum', values };
  }

  #samplesOf(thread: string, { counts, sumMs }: Delays) {
    const sharedLabels = { thread };
    let total = 0;
    const buckets = [...this.#boundsMs.map((boundMs) => boundMs / 1_000), '+Inf'].map((le, bucket) => {
      total += counts[bucket] ?? 0;
      return { metricName: `${DELAYS.name}_bucket`, labels: { le }, sharedLabels, value: total };
    });
    return [
      ...buckets,
      { metricName: `${DELAYS.name}_sum`, labels: {}, sharedLabels, value: sumMs / 1_000 },
      { metricName: `${DELAYS.name}_count`, labels: {}, sharedLabels, value: total },
    ];
  }
}
