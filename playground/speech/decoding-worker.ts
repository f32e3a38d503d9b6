import { parentPort, workerData } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.ts';
import type { DecodingAnswer, DecodingTask } from './decode-in-thread.ts';

const { bytes, sampleRateHz, giveUp } = workerData as DecodingTask;
const flag = new Int32Array(giveUp);

let answer: DecodingAnswer;
try {
  answer = { kind: 'decoded', pcm: await decodeAudio(bytes, sampleRateHz, () => Atomics.load(flag, 0) !== 0) };
} catch (error) {
  answer = { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}
parentPort?.postMessage(answer);
