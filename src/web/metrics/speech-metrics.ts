import type { LabelValue } from './labels.ts';
import type { MetricFactory } from './metric-factory.ts';

/** In seconds: a listing takes 0.1 s, a text some seconds, a recording of an hour up to 15 minutes. */
const DURATION_BUCKETS_S = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900];

/** In seconds: nobody waits until the account's limit of concurrent requests is reached. */
const WAIT_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** One request to the speech service that is over. */
export interface SpeechRequestEnd {
  readonly kind: LabelValue<'kind'>;
  readonly outcome: LabelValue<'outcome'>;
  readonly waitedMs: number;
  readonly durationMs: number;
}

/** What is known of requests to the speech service now. */
export interface SpeechSource {
  readonly permits: () => {
    /** Requests under way. */
    readonly held: number;
    /** How many may be under way now. */
    readonly allowed: number;
    /** By priority. */
    readonly waiting: Readonly<Record<LabelValue<'priority'>, number>>;
    /** Requests that were refused because too many waited, since the process started. */
    readonly turnedAway: number;
  };
  /** Where processes share the account's permits. */
  readonly sharing: () =>
    | {
        /** Permits that this process holds, in use or not. */
        readonly held: number;
        readonly processes: number;
        readonly isConnected: boolean;
      }
    | undefined;
  /** Documents of voices that could not be read, since the process started. */
  readonly oddVoices: () => number;
}

/** Adds permits and what could not be read. */
export function addPermitMetrics(factory: MetricFactory, { permits, sharing, oddVoices }: SpeechSource): void {
  factory.total(
    {
      name: 'mynah_speech_odd_voices_total',
      help: 'Documents of voices from the speech service that could not be read, and were left out.',
    },
    oddVoices,
  );
  factory.gauges(
    {
      name: 'mynah_speech_permits',
      help: 'Requests to the speech service: under way (held), allowed at once (allowed), waiting for a permit (waiting).',
      labels: ['state'],
    },
    () => {
      const { held, allowed, waiting } = permits();
      return { held, allowed, waiting: Object.values(waiting).reduce((sum, count) => sum + count, 0) };
    },
  );
  factory.gauges(
    {
      name: 'mynah_speech_waiting_requests',
      help: 'Requests to the speech service that wait for a permit, by priority.',
      labels: ['priority'],
    },
    () => permits().waiting,
  );
  factory.total(
    {
      name: 'mynah_speech_turned_away_total',
      help: 'Requests to the speech service that were not sent because too many waited.',
    },
    () => permits().turnedAway,
  );
  factory.gauge(
    {
      name: 'mynah_speech_shared_permits',
      help: "Permits of the account that this process holds, in use or not; only where processes share the account's.",
    },
    () => sharing()?.held,
  );
  factory.gauge(
    { name: 'mynah_speech_sharing_processes', help: 'Processes that share the permits of the account, as last seen.' },
    () => sharing()?.processes,
  );
  factory.gauge(
    {
      name: 'mynah_speech_sharing_connected',
      help: 'Whether permits are shared through the database (1), or the process keeps to its share (0).',
    },
    () => {
      const shared = sharing();
      return shared && Number(shared.isConnected);
    },
  );
}

/** Adds requests by kind and outcome. Returns the function that counts one. */
export function addRequestMetrics(factory: MetricFactory): (request: SpeechRequestEnd) => void {
  const count = factory.counter({
    name: 'mynah_speech_requests_total',
    help: 'Requests to the speech service that are over; each attempt counts.',
    labels: ['kind', 'outcome'],
  });
  const observeDuration = factory.histogram(
    {
      name: 'mynah_speech_request_duration_seconds',
      help: 'Duration of requests to the speech service that succeeded, without their wait for a permit.',
      labels: ['kind'],
    },
    DURATION_BUCKETS_S,
  );
  const observeWait = factory.histogram(
    {
      name: 'mynah_speech_permit_wait_seconds',
      help: 'How long requests to the speech service waited for a permit.',
      labels: ['kind'],
    },
    WAIT_BUCKETS_S,
  );
  return ({ kind, outcome, waitedMs, durationMs }) => {
    count({ kind, outcome });
    observeWait(waitedMs / 1_000, { kind });
    if (outcome === 'ok') observeDuration(durationMs / 1_000, { kind });
  };
}

/** Adds the circuit breakers, by name. */
export function addBreakerMetrics(
  factory: MetricFactory,
  breakers: () => Iterable<readonly [name: LabelValue<'breaker'>, isOpen: boolean]>,
): void {
  factory.gauges(
    {
      name: 'mynah_circuit_breaker_open',
      help: 'Whether a circuit breaker to the speech service is open (1) or not (0).',
      labels: ['breaker'],
    },
    () => Object.fromEntries([...breakers()].map(([name, isOpen]) => [name, Number(isOpen)])),
  );
}
