import type { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { SpeechService, SpeechServiceOptions } from '../speech/speech-service.ts';
import type { MeasuredVoiceEngine } from '../voice/lasting-engine.ts';
import { createVoiceEngine, type VoiceEngineOptions } from '../voice/voice-engine.ts';
import { createWorkerPool } from '../voice/workers/worker-pool.ts';
import type { VoiceThreadData } from '../voice-thread.ts';
import type { VoiceThreads } from './voice-threads.ts';

/** The speech service's options, as plain data that can be handed to another thread. */
export function speechOptions({ speech }: Config): Omit<SpeechServiceOptions, 'log' | 'observe'> {
  return {
    baseUrl: speech.apiUrl,
    wsUrl: speech.wsUrl,
    apiKey: speech.apiKey.reveal(),
    model: speech.model,
    format: speech.format,
    concurrency: speech.concurrency,
  };
}

/** The voice engine: over threads of its own, or in this one when the operator wants none. */
export function openEngine(
  config: Config,
  { speech, threads }: { readonly speech: SpeechService; readonly threads: VoiceThreads },
  options: Pick<VoiceEngineOptions, 'scope' | 'log' | 'onEvent' | 'onObservation'>,
): MeasuredVoiceEngine {
  if (config.voiceWorkers === 0) return createVoiceEngine({ speech, ...options });
  const startThread = (): Worker => threads.take(options.log);
  return createWorkerPool({ count: config.voiceWorkers, startThread, permits: speech.permits, ...options });
}

/** What a voice thread needs to know. */
export function voiceThreadData(config: Config): VoiceThreadData {
  return {
    speech: speechOptions(config),
    logLevel: config.logLevel,
    secrets: secretsOf(config),
    isTraced: config.isTraced,
    mainTimeOriginMs: performance.timeOrigin,
  };
}

/** What must not be written to a log. */
export function secretsOf({ discord, speech }: Config): string[] {
  return [discord.token.reveal(), speech.apiKey.reveal()];
}
