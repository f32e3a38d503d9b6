import type { LabelValue } from './labels.ts';
import type { MetricFactory } from './metric-factory.ts';

/** In seconds: SQLite writes in 0.25 ms, a server in the same network answers in a few. */
const BUCKETS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** One statement that is over. */
export interface StatementEnd {
  readonly statement: LabelValue<'statement'>;
  readonly durationMs: number;
  readonly hasFailed: boolean;
}

/** Adds the database's time. Returns the function that counts one statement. */
export function addDatabaseMetrics(factory: MetricFactory): (end: StatementEnd) => void {
  const observe = factory.histogram(
    {
      name: 'mynah_database_statement_duration_seconds',
      help: 'Duration of statements of the database, also of those that failed.',
      labels: ['statement'],
    },
    BUCKETS_S,
  );
  const countFailure = factory.counter({
    name: 'mynah_database_failures_total',
    help: 'Statements of the database that failed.',
    labels: ['statement'],
  });
  return ({ statement, durationMs, hasFailed }) => {
    observe(durationMs / 1_000, { statement });
    if (hasFailed) countFailure({ statement });
  };
}
