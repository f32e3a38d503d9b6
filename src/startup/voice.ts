import type { Worker } from 'node:worker_threads';
import type { Config } from '../config.ts';
import type { SpeechService } from '../speech/speech-service.ts';
import type { MeasuredVoiceEngine } from '../voice/lasting-engine.ts';
import { createVoiceEngine, type VoiceEngineOptions } from '../voice/voice-engine.ts';
import { createWorkerPool } from '../voice/workers/worker-pool.ts';
import type { VoiceThreads } from './voice-threads.ts';

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
