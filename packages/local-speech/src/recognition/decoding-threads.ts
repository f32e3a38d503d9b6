import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../http/refused-request.ts';

/** What to decode. */
export interface DecodingTask {
  readonly bytes: Uint8Array;
  readonly sampleRateHz: number;
  readonly maxDurationS: number;
}

/** Decoding apart from the thread that answers requests. */
export interface DecodingThreads {
  /**
   * Decodes a recording (WAV, mp3 or Ogg Opus) to 16-bit mono samples. Rejects with the signal's reason.
   * @throws {Refusal} 400 when the bytes cannot be read as audio.
   */
  decode(task: DecodingTask, signal: AbortSignal): Promise<Int16Array>;
  /** Ends the threads once they have decoded what they are at. */
  close(): Promise<void>;
}

/** A message to a thread, which answers it once, or is told to end. */
export type DecodingJob =
  | {
      readonly kind: 'decode';
      readonly task: DecodingTask;
      /** One Int32; every value but 0 makes the thread give up. */
      readonly giveUp: SharedArrayBuffer;
    }
  | { readonly kind: 'shut-down' };

/** The thread's answer to one recording. */
export type DecodingAnswer =
  | { readonly kind: 'decoded'; readonly pcm: Int16Array }
  | { readonly kind: 'failed'; readonly message: string };

/** Starts a thread for the first recording, and another where all are busy. One that is idle is kept: a start takes 100 ms. */
export function createDecodingThreads(): DecodingThreads {
  const threads = new Set<Worker>();
  const idle: Worker[] = [];
  let isClosed = false;

  const start = (): Worker => {
    const thread = new Worker(new URL('./decoding-worker.ts', import.meta.url));
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    });
    return thread;
  };
  const release = (thread: Worker): void => {
    if (isClosed || idle.length > 0) shutDown(thread);
    else idle.push(thread);
  };
  return {
    async decode(task, signal) {
      signal.throwIfAborted();
      const thread = idle.pop() ?? start();
      return await decodeIn(thread, task, { signal, onAnswer: () => release(thread) });
    },
    async close() {
      isClosed = true;
      for (const thread of idle.splice(0)) shutDown(thread);
      await Promise.all(Array.from(threads, (thread) => once(thread, 'exit')));
    },
  };
}

function shutDown(thread: Worker): void {
  thread.postMessage({ kind: 'shut-down' } satisfies DecodingJob);
}

async function decodeIn(
  thread: Worker,
  task: DecodingTask,
  { signal, onAnswer }: { readonly signal: AbortSignal; readonly onAnswer: () => void },
): Promise<Int16Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Int16Array>();
  const giveUp = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const onAbort = (): void => {
    reject(signal.reason as Error);
    // Not `terminate`: terminating a thread inside the native Opus decoder crashes the whole process.
    Atomics.store(new Int32Array(giveUp), 0, 1);
  };
  const onMessage = (answer: DecodingAnswer): void => {
    if (answer.kind === 'decoded') resolve(answer.pcm);
    else reject(new Refusal(400, `The audio cannot be read: ${answer.message}`));
    settle();
    onAnswer();
  };
  const onExit = (): void => {
    reject(new Error('The decoding thread ended without an answer.'));
    settle();
  };
  const settle = (): void => {
    signal.removeEventListener('abort', onAbort);
    thread.off('message', onMessage).off('error', reject).off('exit', onExit);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  thread.on('message', onMessage).on('error', reject).on('exit', onExit);
  thread.postMessage({ kind: 'decode', task, giveUp } satisfies DecodingJob);
  return await promise;
}
