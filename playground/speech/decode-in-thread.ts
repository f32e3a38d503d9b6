import { Worker } from 'node:worker_threads';
import { Refusal } from './refused-request.ts';

/** What the thread is told when it starts. */
export interface DecodingTask {
  readonly bytes: Uint8Array;
  readonly sampleRateHz: number;
  readonly maxDurationS: number;
}

/** What the thread is handed. */
export interface ThreadTask extends DecodingTask {
  /** One Int32; anything but 0 asks the thread to give up. */
  readonly giveUp: SharedArrayBuffer;
}

/** The thread's one message. */
export type DecodingAnswer =
  | { readonly kind: 'decoded'; readonly pcm: Int16Array }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Decodes an uploaded recording (WAV, mp3 or Ogg Opus) to 16-bit mono samples, in a thread that lives as long
 * as that takes. Rejects with the signal's reason.
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
      // Not `terminate`: a thread that is ended within the native Opus decoder takes the whole process with it.
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
