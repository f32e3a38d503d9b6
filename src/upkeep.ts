import { type Backoff, backoffMs, linkSignals, sleepUnlessAborted } from './async.ts';
import { severityOf } from './errors.ts';
import type { Logger } from './log.ts';

/** The wait after a task failed. */
const RETRY: Backoff = { baseMs: 1_000, maxMs: 5 * 60_000, jitter: 'equal' };
/** Tasks run up to this share later than asked, so that processes that started together spread out. */
const JITTER_SHARE = 0.1;

/** Work that is done again and again, or once. */
interface UpkeepTask {
  /** Names it in the log, such as `message-deletion`. */
  readonly name: string;
  /** From the end of one run to the next; `undefined` runs it until it has succeeded once. */
  readonly everyMs: number | undefined;
  run(signal: AbortSignal): Promise<void>;
}

/** A task that was started. */
interface ScheduledTask {
  /** Resolves when the first run is over, whether it succeeded or not. Never rejects. */
  readonly firstRun: Promise<void>;
  /** Runs it as soon as possible: after the run under way, if any. Does nothing once it ended. */
  hurry(): void;
}

/** Runs each task on a schedule of its own. A failed run is logged and repeated; it delays no other task. */
export interface Upkeep extends Disposable {
  start(task: UpkeepTask): ScheduledTask;
  /** Starts no more runs, and aborts those under way. */
  [Symbol.dispose](): void;
}

/** Creates the schedule. The caller must dispose of it. */
export function createUpkeep(log: Logger): Upkeep {
  const closing = new AbortController();
  return {
    start: (task) => start(task, closing.signal, log),
    [Symbol.dispose]: () => closing.abort(),
  };
}

function start(task: UpkeepTask, closing: AbortSignal, log: Logger): ScheduledTask {
  let hurrying = new AbortController();
  let failures = 0;

  const runOnce = async (): Promise<void> => {
    try {
      await task.run(closing);
      if (failures > 0) log.info({ task: task.name, failures }, 'upkeep works again');
      failures = 0;
    } catch (error) {
      if (closing.aborted) return;
      failures += 1;
      // Once for each series of failures: a database that is gone fails every task every few seconds.
      const level = severityOf(error) === 'fault' ? 'error' : 'warn';
      if (failures === 1) log[level]({ err: error, task: task.name }, 'upkeep failed and is repeated');
      else log.debug({ err: error, task: task.name, failures }, 'upkeep failed again');
    }
  };

  const waitMs = (): number => {
    const { everyMs = RETRY.maxMs } = task;
    return failures === 0
      ? everyMs * (1 + Math.random() * JITTER_SHARE)
      : Math.min(everyMs, backoffMs(failures, RETRY));
  };

  const goOn = async (): Promise<void> => {
    while (!closing.aborted && (failures > 0 || task.everyMs !== undefined)) {
      using waking = linkSignals([closing, hurrying.signal]);
      await sleepUnlessAborted(waitMs(), waking.signal);
      hurrying = new AbortController();
      if (!closing.aborted) await runOnce();
    }
  };

  const firstRun = closing.aborted ? Promise.resolve() : runOnce();
  void firstRun.then(goOn);
  return { firstRun, hurry: () => hurrying.abort() };
}
