import { MynahError } from '../errors.ts';

/** How often repeats of a line are reported. */
const REPORT_EVERY_MS = 60_000;
/** Most different lines that are remembered; for one more, the oldest is reported and forgotten. */
const MAX_REMEMBERED = 256;
/** Most servers, and references of the speech service, that a report lists: the newest. */
const MAX_LISTED = 20;
/** How many causes of an error tell it from others. */
const MAX_CAUSES = 3;

/** Fields with a fixed set of values, by which one line differs from another of the same message. */
const KIND_FIELDS = ['code', 'task', 'budget', 'topic', 'method', 'result', 'outcome', 'failure', 'shardId'] as const;

/** Levels whose lines are counted. */
const COUNTED_LEVELS = ['warn', 'error'] as const;
type CountedLevel = (typeof COUNTED_LEVELS)[number];

/** A line before it is written. */
export interface LogLine {
  readonly level: string;
  /** With `request`, what the line was written for, if anything. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** A fixed string. */
  readonly message: string;
}

/** Lines of each level since the start; `repeats` are those of them that were only counted. */
export type LogFigures = Readonly<Record<CountedLevel, { readonly lines: number; readonly repeats: number }>>;

/** Nothing is counted yet. */
const NONE = { repeats: 0, requests: [], requestIds: [], guildIds: [] } as const;
/** Both loggers' lines together. */
export function addLogFigures(one: LogFigures, other: LogFigures): LogFigures {
  const sum = (level: CountedLevel) => ({
    lines: one[level].lines + other[level].lines,
    repeats: one[level].repeats + other[level].repeats,
  });
  return { warn: sum('warn'), error: sum('error') };
}

/** No lines. */
export const NO_LOG_LINES: LogFigures = { warn: { lines: 0, repeats: 0 }, error: { lines: 0, repeats: 0 } };

interface Remembered {
  line: LogLine;
  repeats: number;
  requests: readonly string[];
  requestIds: readonly string[];
  guildIds: readonly string[];
  readonly report: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Tells the first line about a failure from its repeats, so that an outage does not fill the log: of equal warnings and
 * errors, and of equal lines about an error at any level, the first is written and the others are counted. While they go
 * on, one line a minute has the newest with its `repeats`, and which servers and requests they are about: `requests` are
 * Mynah's own, `requestIds` the speech service's. Lines are equal if level, message, the fields that name a kind, and the
 * codes of the error and its causes are; an error without a code by its message without numbers and the place where it was
 * thrown. A line that counts by itself (`repeats`, `failures`) is always written.
 */
export class LogRepeats {
  readonly #remembered = new Map<string, Remembered>();
  readonly #counts = { warn: { lines: 0, repeats: 0 }, error: { lines: 0, repeats: 0 } };

  /** Counts a line. Returns whether it is to be written now; `write` is called with each report about its repeats. */
  isFirst(line: LogLine, write: (report: LogLine) => void): boolean {
    const counts = isCounted(line.level) ? this.#counts[line.level] : undefined;
    if (counts !== undefined) counts.lines += 1;
    const countsItself = 'repeats' in line.fields || 'failures' in line.fields;
    if (countsItself || (counts === undefined && line.fields['err'] === undefined)) return true;
    const key = keyOf(line);
    const known = this.#remembered.get(key);
    if (known === undefined) {
      this.#remember(key, line, write);
      return true;
    }
    if (counts !== undefined) counts.repeats += 1;
    known.line = line;
    known.repeats += 1;
    known.requests = withNewest(known.requests, line.fields['request']);
    known.requestIds = withNewest(known.requestIds, requestIdOf(line));
    known.guildIds = withNewest(known.guildIds, line.fields['guildId']);
    return false;
  }

  /** The reference that an equal line has, if there was one within the last minute. */
  referenceOf(line: LogLine): string | undefined {
    const reference = this.#remembered.get(keyOf(line))?.line.fields['reference'];
    return typeof reference === 'string' ? reference : undefined;
  }

  figures(): LogFigures {
    return { warn: { ...this.#counts.warn }, error: { ...this.#counts.error } };
  }

  /** Reports all repeats that have not been reported, and forgets all lines: at the end. */
  flush(): void {
    for (const key of [...this.#remembered.keys()]) this.#forget(key);
  }

  #remember(key: string, line: LogLine, write: (report: LogLine) => void): void {
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size >= MAX_REMEMBERED) this.#forget(oldest);
    const report = (): void => {
      const { line: newest, repeats, requests, requestIds, guildIds } = remembered;
      if (repeats === 0) return;
      const listed = {
        ...(requests.length > 1 && { requests }),
        ...(requestIds.length > 0 && { requestIds }),
        ...(guildIds.length > 1 && { guildIds }),
      };
      write({ ...newest, fields: { ...newest.fields, repeats, ...listed } });
    };
    const timer = this.#timerFor(key);
    const remembered: Remembered = { line, ...NONE, report, timer };
    this.#remembered.set(key, remembered);
  }

  #timerFor(key: string): NodeJS.Timeout {
    return setTimeout(() => this.#onMinute(key), REPORT_EVERY_MS).unref();
  }

  #onMinute(key: string): void {
    const remembered = this.#remembered.get(key);
    if (remembered === undefined) return;
    if (remembered.repeats === 0) {
      this.#remembered.delete(key);
      return;
    }
    remembered.report();
    Object.assign(remembered, NONE);
    remembered.timer = this.#timerFor(key);
  }

  #forget(key: string): void {
    const remembered = this.#remembered.get(key);
    clearTimeout(remembered?.timer);
    this.#remembered.delete(key);
    remembered?.report();
  }
}

function isCounted(level: string): level is CountedLevel {
  return level === 'warn' || level === 'error';
}

function keyOf({ level, message, fields }: LogLine): string {
  const kinds = KIND_FIELDS.map((name) => fields[name]);
  return JSON.stringify([level, message, ...kinds, ...errorKey(fields['err'])]);
}

/** What tells an error from another one, and its causes likewise. */
function errorKey(error: unknown): readonly unknown[] {
  const key: unknown[] = [];
  for (let depth = 0, cause = error; depth < MAX_CAUSES && cause instanceof Error; depth += 1, cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (code !== undefined) key.push(code, cause instanceof MynahError ? cause.logged['status'] : undefined);
    else key.push(cause.name, cause.message.replaceAll(/\d+/g, '#'), placeOf(cause));
  }
  return key;
}

/** The first frame of the stack. */
function placeOf({ stack = '' }: Error): string | undefined {
  return /^\s+at .*$/m.exec(stack)?.[0];
}

function requestIdOf({ fields: { requestId, err } }: LogLine): unknown {
  return requestId ?? (err instanceof MynahError ? err.logged['requestId'] : undefined);
}

function withNewest(listed: readonly string[], id: unknown): readonly string[] {
  return typeof id !== 'string' || listed.includes(id) ? listed : [...listed, id].slice(-MAX_LISTED);
}
