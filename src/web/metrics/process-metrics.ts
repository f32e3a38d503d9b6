import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import type { LabelValue } from './labels.ts';
import type { MetricFactory } from './metric-factory.ts';

/**
 * What is kept of prom-client's own metrics. Its event-loop lag is left out because it starts over with every reader and
 * knows only the main thread; other names break Prometheus' conventions, or have a series for each space of V8's heap.
 */
const DEFAULT_METRICS: ReadonlySet<string> = new Set([
  ...['process_cpu_seconds_total', 'process_cpu_user_seconds_total', 'process_cpu_system_seconds_total'],
  ...['process_start_time_seconds', 'process_resident_memory_bytes', 'process_virtual_memory_bytes'],
  ...['process_open_fds', 'process_max_fds', 'nodejs_version_info'],
  // The first of these reads all three.
  ...['nodejs_heap_size_total_bytes', 'nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes'],
]);

/** prom-client's event-loop monitor can't be turned off: it samples once a minute. */
const UNUSED_PRECISION_MS = 60_000;

/** Adds the build, and what the operating system and Node know of the process. */
export function addProcessMetrics(registry: Registry, version: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: UNUSED_PRECISION_MS });
  for (const { name } of registry.getMetricsAsArray()) {
    if (!DEFAULT_METRICS.has(name)) registry.removeSingleMetric(name);
  }
  const info = { name: 'mynah_build_info', help: "Mynah's version; the value is always 1." };
  new Gauge({ ...info, labelNames: ['version'], registers: [registry] }).set({ version }, 1);
}

/** Lines of a logger since it began; `repeats` are those of them that were only counted. */
export type LogSource = () => Readonly<
  Record<LabelValue<'level'>, { readonly lines: number; readonly repeats: number }>
>;

/** Adds the lines of all loggers. */
export function addLogMetrics(factory: MetricFactory, loggers: readonly LogSource[]): void {
  const sum = (level: LabelValue<'level'>, field: 'lines' | 'repeats'): number =>
    loggers.reduce((total, read) => total + read()[level][field], 0);
  const all = (field: 'lines' | 'repeats') => ({ warn: sum('warn', field), error: sum('error', field) });
  factory.totals(
    { name: 'mynah_log_lines_total', help: 'Warnings and errors, repeats included.', labels: ['level'] },
    () => all('lines'),
  );
  factory.totals(
    {
      name: 'mynah_log_repeats_total',
      help: 'Warnings and errors that were counted instead of written, because they repeat another.',
      labels: ['level'],
    },
    () => all('repeats'),
  );
}

/** The parts that `/readyz` asks, as they were last found. */
export type ReadySource = () => Partial<Record<'discord' | 'database' | 'voice', boolean>>;

/** Adds the readiness of the process's parts. */
export function addReadyMetrics(factory: MetricFactory, read: ReadySource): void {
  factory.gauges(
    { name: 'mynah_ready', help: 'Whether a part of the process is ready (1) or not (0).', labels: ['part'] },
    () => Object.fromEntries(Object.entries(read()).map(([part, isReady]) => [part, Number(isReady)])),
  );
}
