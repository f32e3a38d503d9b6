import { parentPort } from 'node:worker_threads';
import { decodeAudio } from './decode-audio.ts';
import type { DecodingAnswer, DecodingJob, DecodingTask } from './decoding-threads.ts';

parentPort?.on('message', (job: DecodingJob) => {
  if (job.kind === 'shut-down') parentPort?.close();
  else void decode(job.task, new Int32Array(job.giveUp)).then((answer) => parentPort?.postMessage(answer));
});

async function decode(task: DecodingTask, giveUp: Int32Array): Promise<DecodingAnswer> {
  const { bytes, sampleRateHz, maxDurationS } = task;
  try {
    const pcm = await decodeAudio(bytes, sampleRateHz, maxDurationS, () => Atomics.load(giveUp, 0) !== 0);
    return { kind: 'decoded', pcm };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
