import { Worker } from 'node:worker_threads';
import { Refusal } from './refusal.ts';

/** What the thread is told when it starts. */
export interface DecodingTask {
  readonly bytes: Uint8Array;
  readonly sampleRateHz: number;
  readonly maxDurationS: number;
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
export async function decodeInThread(workerData: DecodingTask, signal: AbortSignal): Promise<Int16Array> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./decoding-worker.ts', import.meta.url), { workerData });
    const onAbort = (): void => {
      reject(signal.reason as Error);
      void worker.terminate();
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
