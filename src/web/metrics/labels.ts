/** The values that each label of Mynah's metrics may have: neither servers nor people nor addresses, so that there are few. */
export const LABEL_VALUES = {
  /** Kinds of requests to the speech service. */
  kind: ['live', 'tts', 'asr', 'models', 'credit'],
  /** How requests to the speech service end. */
  outcome: [
    ...['ok', 'unauthorized', 'forbidden', 'out_of_credits', 'rate_limited', 'refused', 'unavailable'],
    ...['timeout', 'connection', 'failed', 'aborted', 'preempted'],
  ],
  /** Of requests that wait for a permit. */
  priority: ['speech', 'final-captions', 'files', 'interim-captions', 'listings'],
  /** Of permits and of recordings. */
  state: ['held', 'allowed', 'waiting', 'running'],
  breaker: ['live', 'captions'],
  budget: ['captions', 'transcription'],
  /** Kinds of SQL statements. */
  statement: ['select', 'insert', 'update', 'delete', 'other'],
  /** Of log lines that are counted. */
  level: ['warn', 'error'],
  /** What `/readyz` asks. */
  part: ['discord', 'database', 'voice'],
} as const satisfies Record<string, readonly string[]>;

/** The names of labels with a fixed set of values. */
export type LabelName = keyof typeof LABEL_VALUES;

/** The values of a label. */
export type LabelValue<Name extends LabelName> = (typeof LABEL_VALUES)[Name][number];
