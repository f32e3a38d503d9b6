/** The composition root of a voice thread: the engine with the speech service's sockets and uploads for its guilds. */
import { parentPort, workerData } from 'node:worker_threads';
import { installCrashHandlers } from './crash-handlers.ts';
import { createLogger, repeatsOf } from './log.ts';
import { LimiterClient } from './speech/limiter/limiter-client.ts';
import { createSpeechClient, type SpeechServiceOptions } from './speech/speech-service.ts';
import { createVoiceEngine } from './voice/voice-engine.ts';
import { serveWorker } from './voice/workers/worker-server.ts';

/** What the main thread passes to a voice thread. */
export interface VoiceThreadData {
  readonly speech: Omit<SpeechServiceOptions, 'log'>;
  readonly logLevel: string;
  /** Redacted in logs. */
  readonly secrets: readonly string[];
  /** `performance.timeOrigin` of the main thread. */
  readonly mainTimeOriginMs: number;
}

function run(port: NonNullable<typeof parentPort>, data: VoiceThreadData): void {
  const log = createLogger(data.logLevel, data.secrets);
  installCrashHandlers(log, (error) => {
    // The main thread receives and logs it: what a thread writes just before it ends does not always reach the log.
    throw error;
  });
  const limiter = new LimiterClient((request) => port.postMessage(request));
  const speech = createSpeechClient({ ...data.speech, log }, limiter);
  serveWorker({
    port,
    limiter,
    mainTimeOriginMs: data.mainTimeOriginMs,
    createEngine: (onEvent) => createVoiceEngine({ speech, log, onEvent }),
    onClosed: async () => {
      await speech.close();
      repeatsOf(log)?.flush();
    },
    log,
  });
}

if (parentPort !== null) run(parentPort, workerData as VoiceThreadData);
