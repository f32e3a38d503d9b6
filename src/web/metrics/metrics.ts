import { Registry } from 'prom-client';
import { withinTime } from '../../concurrency/async.ts';
import { addBudgetMetrics, type BudgetSource } from './budget-metrics.ts';
import {
  addCaptionDelay,
  addCaptionMetrics,
  addOverlayMetrics,
  addRecordingMetrics,
  addSpoolMetrics,
  type CaptionSource,
  type RecordingSource,
  type SpoolSource,
} from './caption-metrics.ts';
import { addDatabaseMetrics, type StatementEnd } from './database-metrics.ts';
import type { LabelValue } from './labels.ts';
import { MetricFactory } from './metric-factory.ts';
import {
  addLogMetrics,
  addProcessMetrics,
  addReadyMetrics,
  type LogSource,
  type ReadySource,
} from './process-metrics.ts';
import {
  addBreakerMetrics,
  addPermitMetrics,
  addRequestMetrics,
  type SpeechRequestEnd,
  type SpeechSource,
} from './speech-metrics.ts';
import { addThreadMetrics, type ThreadsSource } from './thread-metrics.ts';
import { addFirstSound, addVoiceMetrics, type VoiceSource } from './voice-metrics.ts';

/** Prometheus gives a target 10 s by default; what is not known by then is as it was last known. */
const REFRESH_TIMEOUT_MS = 2_000;

/** The numbers in the text format of Prometheus. */
interface MetricsText {
  readonly contentType: string;
  readonly body: string;
}

/**
 * The process's metrics. They know no server and no person: labels have the values in `labels.ts`. What counts by itself
 * is there from the start; the rest is added as soon as the parts are there that know it, each once.
 */
export interface Metrics {
  voice(source: VoiceSource): void;
  /** `boundsMs` are the bounds of the buckets of event-loop delays. */
  threads(boundsMs: readonly number[], source: ThreadsSource): void;
  permits(source: SpeechSource): void;
  /** May be added for several breakers of a name: one that is open counts. */
  breaker(name: LabelValue<'breaker'>, isOpen: () => boolean): void;
  /** May be added for several loggers: their lines are added up. */
  log(source: LogSource): void;
  captions(source: CaptionSource): void;
  recordings(source: RecordingSource): void;
  spool(source: SpoolSource): void;
  overlay(viewers: () => number): void;
  budgets(read: () => BudgetSource | undefined): void;
  ready(read: ReadySource): void;
  /** Counts the delay of one caption, from the end of speech to its text, in milliseconds. */
  readonly observeCaptionDelay: (delayMs: number) => void;
  /** Counts the time to one first sound, in milliseconds. */
  readonly observeFirstSound: (delayMs: number) => void;
  readonly observeSpeechRequest: (request: SpeechRequestEnd) => void;
  readonly observeStatement: (statement: StatementEnd) => void;
  /** Adds what is run before the numbers are read, for at most 2 s. Its failure leaves the numbers as they were. */
  beforeReading(refresh: () => Promise<void>): void;
  /** Reads all numbers now; who asks at the same time gets the same answer. */
  text(): Promise<MetricsText>;
}

/** Creates metrics with a registry of their own. */
export function createMetrics({ version }: { readonly version: string }): Metrics {
  const registry = new Registry();
  const factory = new MetricFactory(registry);
  addProcessMetrics(registry, version);
  const refreshers: (() => Promise<void>)[] = [];
  const breakers: (readonly [name: LabelValue<'breaker'>, isOpen: () => boolean])[] = [];
  addBreakerMetrics(factory, () => {
    const open = new Map<LabelValue<'breaker'>, boolean>();
    for (const [name, isOpen] of breakers) open.set(name, open.get(name) === true || isOpen());
    return open;
  });
  const loggers: LogSource[] = [];
  addLogMetrics(factory, loggers);
  let reading: Promise<MetricsText> | undefined;
  const read = async (): Promise<MetricsText> => {
    await withinTime(Promise.allSettled(refreshers.map((refresh) => refresh())), REFRESH_TIMEOUT_MS, undefined);
    return { contentType: registry.contentType, body: await registry.metrics() };
  };
  return {
    voice: (source) => addVoiceMetrics(factory, source),
    threads: (boundsMs, source) => addThreadMetrics(registry, boundsMs, source),
    permits: (source) => addPermitMetrics(factory, source),
    breaker: (name, isOpen) => void breakers.push([name, isOpen]),
    log: (source) => void loggers.push(source),
    captions: (source) => addCaptionMetrics(factory, source),
    recordings: (source) => addRecordingMetrics(factory, source),
    spool: (source) => addSpoolMetrics(factory, source),
    overlay: (viewers) => addOverlayMetrics(factory, viewers),
    budgets: (readBudgets) => addBudgetMetrics(factory, readBudgets),
    ready: (readReady) => addReadyMetrics(factory, readReady),
    observeCaptionDelay: addCaptionDelay(factory),
    observeFirstSound: addFirstSound(factory),
    observeSpeechRequest: addRequestMetrics(factory),
    observeStatement: addDatabaseMetrics(factory),
    beforeReading: (refresh) => void refreshers.push(refresh),
    text: () => {
      reading ??= read().finally(() => {
        reading = undefined;
      });
      return reading;
    },
  };
}
