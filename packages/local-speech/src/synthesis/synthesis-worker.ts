import { type MessagePort, parentPort } from 'node:worker_threads';
import { createFlite } from './flite.ts';
import type { FliteVoice } from './flite-voices.ts';
import { createSpeechEncoder, type SpeechEncoder } from './speech-encoder.ts';
import type { SpeechSpec, SpokenBytes, SynthesisAnswer, SynthesisJob } from './synthesizer.ts';

/** Silence in place of a text that cannot be spoken, such as an emoji. */
const UNSPEAKABLE_MS = 200;

const NOTHING: SpokenBytes = { bytes: new Uint8Array(), durationMs: 0 };

interface OpenStream {
  readonly spec: SpeechSpec;
  readonly encoder: SpeechEncoder;
}

const port = parentPort;
if (port === null) throw new Error('synthesis-worker.ts runs as a worker thread.');
const flite = createFlite();
const streams = new Map<number, OpenStream>();
answerInOrder(port);

/** Begins each job when the one before it is answered. */
function answerInOrder(jobs: MessagePort): void {
  let previous: Promise<void> = Promise.resolve();
  jobs.on('message', (job: SynthesisJob) => {
    previous = previous.then(() => answer(job));
  });
}

async function answer(job: SynthesisJob): Promise<void> {
  if (job.kind === 'shut-down') {
    (await flite).close();
    port?.close();
    return;
  }
  try {
    post({ kind: 'bytes', ...(await perform(job)) });
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
}

async function perform(job: Exclude<SynthesisJob, { kind: 'shut-down' }>): Promise<SpokenBytes> {
  if (job.kind === 'open') {
    streams.set(job.stream, { spec: job.spec, encoder: await createSpeechEncoder(job.spec) });
    return NOTHING;
  }
  const stream = streams.get(job.stream);
  if (job.kind === 'close') {
    streams.delete(job.stream);
    stream?.encoder.close();
    return NOTHING;
  }
  if (stream === undefined) throw new Error('That stream is not open.');
  if (job.kind === 'speak') {
    const samples = await speak(job.text, job.voice ?? stream.spec.voice, stream.spec.sampleRateHz);
    return { bytes: stream.encoder.push(samples), durationMs: (samples.length / stream.spec.sampleRateHz) * 1_000 };
  }
  streams.delete(job.stream);
  return { bytes: stream.encoder.end(), durationMs: 0 };
}

async function speak(text: string, voice: FliteVoice, sampleRateHz: number): Promise<Int16Array> {
  if (text === '') return new Int16Array((sampleRateHz * UNSPEAKABLE_MS) / 1_000);
  return await (await flite).speak(text, voice, sampleRateHz);
}

function post(message: SynthesisAnswer): void {
  port?.postMessage(message);
}
