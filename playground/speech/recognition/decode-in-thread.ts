import { Worker } from 'node:worker_threads';
import { Refusal } from '../http/refused-request.ts';

/** What to decode. */
export interface DecodingTask {
  readonly bytes: Uint8Array;
  readonly sampleRateHz: number;
  readonly maxDurationS: number;
}

/** The thread's `workerData`. */
export interface ThreadTask extends DecodingTask {
  /** One Int32; every value but 0 makes the thread give up. */
  readonly giveUp: SharedArrayBuffer;
}

/** The thread's one message. */
export type DecodingAnswer =
  | { readonly kind: 'decoded'; readonly pcm: Int16Array }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Decodes an uploaded recording (WAV, mp3 or Ogg Opus) to 16-bit mono samples in a thread of its own. Rejects with the
 * signal's reason.
 * @throws {Refusal} 400 when the bytes cannot be read as audio.
 */
export async function decodeInThread(task: DecodingTask, signal: AbortSignal): Promise<Int16Array> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const giveUp = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const workerData: ThreadTask = { ...task, giveUp };
    const worker = new Worker(new URL('./decoding-worker.ts', import.meta.url), { workerData });
    const onAbort = (): void => {
      reject(signal.reason as Error);
      // Not `terminate`: terminating a thread inside the native Opus decoder crashes the whole process.
      Atomics.store(new Int32Array(giveUp), 0, 1);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    worker.once('message', (answer: DecodingAnswer) => {
      if (answer.kind === 'decoded') resolve(answer.pcm);
      else reject(new Refusal(400, `The audio cannot be read: ${answer.message}`));
    });
    worker.once('error', reject);
    worker.once('exit', () => {
      signal.removeEventListener('abort', onAbort);
      reject(new Error('The decoding thread ended without an answer.'));
    });
  });
}
