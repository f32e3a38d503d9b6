import { isDatabaseAway, severityOf } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { type Backoff, backoffMs, linkSignals, sleepUnlessAborted } from './async.ts';

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
  let wasLogged = false;

  const runOnce = async (): Promise<void> => {
    try {
      await task.run(closing);
      if (failures > 0) log[wasLogged ? 'info' : 'debug']({ task: task.name, failures }, 'upkeep works again');
      failures = 0;
      wasLogged = false;
    } catch (error) {
      if (closing.aborted) return;
      failures += 1;
      // Once for each series of failures. A database that is away fails every task, and is logged by the store.
      const isNews = !wasLogged && !isDatabaseAway(error);
      const level = severityOf(error) === 'fault' ? 'error' : 'warn';
      if (isNews) log[level]({ err: error, task: task.name }, 'upkeep failed and is repeated');
      else log.debug({ err: error, task: task.name, failures }, 'upkeep failed again');
      wasLogged ||= isNews;
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
