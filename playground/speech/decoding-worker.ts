import { parentPort, workerData } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.ts';
import type { DecodingAnswer, DecodingTask } from './decode-in-thread.ts';

const { bytes, sampleRateHz, maxDurationS } = workerData as DecodingTask;

let answer: DecodingAnswer;
try {
  answer = { kind: 'decoded', pcm: await decodeAudio(bytes, sampleRateHz, maxDurationS) };
} catch (error) {
  answer = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
parentPort?.postMessage(answer);
