import { Worker } from 'node:worker_threads';
import { withinTime } from '../concurrency/async.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import type { VoiceThreadData } from '../voice-thread.ts';

/** How long threads may take to load their code, side by side: from its sources on a busy machine over 8 s (measured). */
const START_TIMEOUT_MS = 30_000;

/**
 * Most memory of a thread's heap: some ten times what a thousand sessions need. A thread that takes more is ended and
 * replaced, before the machine ends the whole process.
 */
const MAX_HEAP_MB = 512;

/**
 * Size of a thread's young generation, half of V8's default. V8 counts its capacity against the limit at which it looks through
 * the whole heap, so that a thread of 400 sessions does so less often (docs/performance.md, "Channels that speak at the same time").
 */
const YOUNG_GENERATION_MB = 24;

/** Voice threads from before the engine takes them. Disposal ends those that it did not take. */
export interface VoiceThreads extends AsyncDisposable {
  /** @throws {MynahError} VOICE_THREAD_FAILED when one of them does not start. */
  readonly started: Promise<void>;
  /** One of the threads that still run, or a new one when none is left. */
  take(log: Logger): Worker;
}

/** A thread that the engine has not taken. */
interface WaitingThread {
  readonly worker: Worker;
  hasExited: boolean;
  /** What ended it, if it threw. */
  error: unknown;
}

/** Starts `count` voice threads. The caller must dispose of them. */
export function startVoiceThreads(count: number, data: VoiceThreadData): VoiceThreads {
  const waiting = Array.from({ length: count }, () => watchThread(startVoiceThread(data)));
  const started = Promise.all(waiting.map(({ worker }) => untilStarted(worker))).then(() => undefined);
  // It may fail before the caller waits for it.
  started.catch(() => undefined);
  return {
    started,
    take: (log) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!next.hasExited) return next.worker;
        log.error({ err: next.error }, 'a voice thread ended before it was used and is replaced');
      }
      return startVoiceThread(data);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(waiting.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

/** Starts one voice thread. The caller must end it. */
export function startVoiceThread(data: VoiceThreadData): Worker {
  return new Worker(new URL('../voice-thread.ts', import.meta.url), {
    workerData: data,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
}

/** Follows a thread until somebody else does: a worker's `exit` is emitted only once. */
function watchThread(worker: Worker): WaitingThread {
  const thread: WaitingThread = { worker, hasExited: false, error: undefined };
  worker.once('exit', () => {
    thread.hasExited = true;
  });
  // Stays: without a listener, an error would end the process.
  worker.on('error', (error) => {
    thread.error = error;
  });
  return thread;
}

/** A thread has started when it answers. */
async function untilStarted(thread: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  thread.once('message', () => resolve('started'));
  thread.once('error', resolve);
  thread.once('exit', () => resolve(new Error('it ended')));
  thread.postMessage({ type: 'ping' });
  const outcome = await withinTime(promise, START_TIMEOUT_MS, new Error('it does not answer'));
  if (outcome === 'started') return;
  const line =
    'a voice thread does not start: check the memory, or lower VOICE_WORKERS (0 keeps voice in the main thread)';
  throw new MynahError('VOICE_THREAD_FAILED', line, { cause: outcome });
}
