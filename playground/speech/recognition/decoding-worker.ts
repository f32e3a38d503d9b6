import { parentPort, workerData } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.ts';
import type { DecodingAnswer, ThreadTask } from './decode-in-thread.ts';

const { bytes, sampleRateHz, maxDurationS, giveUp } = workerData as ThreadTask;
const flag = new Int32Array(giveUp);

parentPort?.postMessage(await decode());

async function decode(): Promise<DecodingAnswer> {
  try {
    const pcm = await decodeAudio(bytes, sampleRateHz, maxDurationS, () => Atomics.load(flag, 0) !== 0);
    return { kind: 'decoded', pcm };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
