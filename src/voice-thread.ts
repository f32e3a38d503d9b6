/** The composition root of a voice thread: the engine with the speech service's sockets and uploads for its guilds. */
import { parentPort, workerData } from 'node:worker_threads';
import { installCrashHandlers } from './crash-handlers.ts';
import { createLogger, repeatsOf } from './log/log.ts';
import { createLogOutput } from './log/log-output.ts';
import { LimiterClient } from './speech/limiter/limiter-client.ts';
import { createSpeechClient, type SpeechServiceOptions } from './speech/speech-service.ts';
import { RequestScope } from './telemetry/request-scope.ts';
import { createThreadMonitor } from './telemetry/thread-load.ts';
import { createVoiceEngine } from './voice/voice-engine.ts';
import type { VoiceObservation } from './voice/voice-figures.ts';
import { serveWorker } from './voice/workers/worker-server.ts';

/** What the main thread passes to a voice thread. */
export interface VoiceThreadData {
  readonly speech: Omit<SpeechServiceOptions, 'log' | 'observe'>;
  readonly logLevel: string;
  /** Redacted in logs. */
  readonly secrets: readonly string[];
  /** Spans are exported. */
  readonly isTraced: boolean;
  /** `performance.timeOrigin` of the main thread. */
  readonly mainTimeOriginMs: number;
}

async function run(port: NonNullable<typeof parentPort>, data: VoiceThreadData): Promise<void> {
  const { proxy } = data.speech;
  if (proxy !== undefined) (await import('./proxy/use-proxy.ts')).useProxy(proxy);
  const spans = data.isTraced ? (await import('./telemetry/open-telemetry.ts')).exportSpans(proxy) : undefined;
  const scope = new RequestScope(spans);
  const log = createLogger(data.logLevel, data.secrets, createLogOutput(process.stdout), scope);
  installCrashHandlers(log, (error) => {
    // The main thread receives and logs it: what a thread writes just before it ends does not always reach the log.
    throw error;
  });
  const limiter = new LimiterClient((request) => port.postMessage(request));
  const observed = (observation: VoiceObservation): void => port.postMessage({ type: 'observed', observation });
  const speech = createSpeechClient(
    { ...data.speech, scope, log, observe: (request) => observed({ kind: 'speech-request', request }) },
    limiter,
  );
  const monitor = createThreadMonitor();
  serveWorker({
    port,
    limiter,
    mainTimeOriginMs: data.mainTimeOriginMs,
    createEngine: (onEvent) => createVoiceEngine({ speech, scope, log, onEvent, onObservation: observed }),
    figures: ({ traffic }) => ({ ...speech.figures(), traffic, load: monitor.read(), log: repeatsOf(log)?.figures() }),
    onClosed: async () => {
      monitor[Symbol.dispose]();
      await speech.close();
      await spans?.close();
      repeatsOf(log)?.flush();
    },
    scope,
    log,
  });
}

if (parentPort !== null) await run(parentPort, workerData as VoiceThreadData);
