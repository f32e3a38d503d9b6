import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TtsFormat } from '@mynah/speech-wire/wire';
import type { FliteVoice } from './flite-voices.ts';

/** How speech sounds and is encoded. */
export interface SpeechSpec {
  readonly voice: FliteVoice;
  readonly format: TtsFormat;
  readonly sampleRateHz: number;
  readonly mp3BitrateKbps: 64 | 128 | 192;
  /** Added to the samples; beyond full scale they are clipped. */
  readonly volumeDb: number;
}

/** A spoken sentence: the next bytes of the stream, and how long they sound. */
export interface SpokenBytes {
  readonly bytes: Uint8Array;
  readonly durationMs: number;
}

/** One stream of encoded audio. */
export interface SpeechStream {
  /** Speaks a sentence, in another voice than the stream's if one is given. Rejects when flite fails. */
  speak(text: string, voice?: FliteVoice): Promise<SpokenBytes>;
  /** Resolves with the last bytes and closes the stream. */
  end(): Promise<Uint8Array>;
  /** Frees a stream before its end. */
  close(): void;
}

/** flite and the encoders in a thread of their own. */
export interface Synthesizer {
  open(spec: SpeechSpec): SpeechStream;
  /** Ends the thread; pending calls reject. */
  close(): Promise<void>;
}

/** A message to the thread; it answers every job once, in order. */
export type SynthesisJob =
  | { readonly kind: 'open'; readonly stream: number; readonly spec: SpeechSpec }
  | { readonly kind: 'speak'; readonly stream: number; readonly text: string; readonly voice: FliteVoice | undefined }
  | { readonly kind: 'end'; readonly stream: number }
  | { readonly kind: 'close'; readonly stream: number }
  | { readonly kind: 'shut-down' };

export type SynthesisAnswer =
  | ({ readonly kind: 'bytes' } & SpokenBytes)
  | { readonly kind: 'failed'; readonly message: string };

interface Waiting {
  readonly resolve: (spoken: SpokenBytes) => void;
  readonly reject: (error: Error) => void;
}

/** Starts the thread, which compiles flite right away so that the first sentence need not wait. */
export function createSynthesizer(): Synthesizer {
  const worker = new Worker(new URL('./synthesis-worker.ts', import.meta.url), {
    // Node warns that WASI is experimental, which does not concern people who use the playground.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  const waiting: Waiting[] = [];
  let streams = 0;
  let ended: Error | undefined;

  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.splice(0)) reject(ended);
  };
  worker.on('message', (answer: SynthesisAnswer) => {
    const job = waiting.shift();
    if (answer.kind === 'bytes') job?.resolve(answer);
    else job?.reject(new Error(answer.message));
  });
  worker.on('error', (cause) => end(new Error('The synthesis thread failed.', { cause })));
  worker.on('exit', () => end(new Error('The synthesis thread has ended.')));

  const run = (job: SynthesisJob): Promise<SpokenBytes> =>
    new Promise((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended);
        return;
      }
      waiting.push({ resolve, reject });
      worker.postMessage(job);
    });
  return {
    open(spec) {
      streams += 1;
      const stream = streams;
      const opened = run({ kind: 'open', stream, spec });
      // A failure rejects the first `speak`; a stream that never speaks has no caller to reject.
      opened.catch(() => undefined);
      return {
        speak: async (text, voice) => {
          await opened;
          return await run({ kind: 'speak', stream, text, voice });
        },
        end: async () => (await run({ kind: 'end', stream })).bytes,
        close: () => void run({ kind: 'close', stream }).catch(() => undefined),
      };
    },
    async close() {
      if (ended !== undefined) return;
      const exited = once(worker, 'exit');
      worker.postMessage({ kind: 'shut-down' } satisfies SynthesisJob);
      await exited;
    },
  };
}
