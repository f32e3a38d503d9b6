import { randomUUID } from 'node:crypto';
/**
 * Runs Mynah's voice engine and nothing else, in as many threads as its argument says; 0 means in the main thread, like
 * VOICE_WORKERS.
 */
import type { Worker } from 'node:worker_threads';
import { createLogger, type Logger } from '../../src/log/log.ts';
import { createSpeechService, type SpeechServiceOptions } from '../../src/speech/speech-service.ts';
import { startVoiceThread } from '../../src/startup/voice-threads.ts';
import type { VoiceEngine, VoiceEvent } from '../../src/voice/voice-api.ts';
import { createVoiceEngine } from '../../src/voice/voice-engine.ts';
import { createWorkerPool } from '../../src/voice/workers/worker-pool.ts';
import type { VoiceThreadData } from '../../src/voice-thread.ts';
import type { ContenderCalls, ContenderEvent, ContenderOptions } from './contender-calls.ts';
import { keepBusy, memoryAfterCollection } from './memory.ts';
import { emitEvent, serveCalls } from './serve-calls.ts';

/** About two and a half minutes of the canned service, which answers each piece of up to 400 characters with 10 s. */
const SENTENCE = 'We are going to the park after lunch, and everybody who likes is welcome to come along with us. ';
const TEXT = SENTENCE.repeat(60);

const LOG_LEVEL = 'warn';
const workers = Number(process.argv[2]);
const threads = new Set<Worker>();
let engine: VoiceEngine | undefined;

function openEngine({ speech: { url, wsUrl, apiKey }, sessions }: ContenderOptions): VoiceEngine {
  const log = createLogger(LOG_LEVEL);
  // One piece plays while the next is fetched.
  const concurrency = 2 * sessions + 2;
  const speechOptions: Omit<SpeechServiceOptions, 'log'> = {
    baseUrl: url,
    wsUrl,
    apiKey,
    model: 's2-pro',
    format: 'opus',
    concurrency,
  };
  const speech = createSpeechService({ ...speechOptions, log });
  const onEvent = (event: VoiceEvent): void => handle(event, log);
  if (workers === 0) return createVoiceEngine({ speech, log, onEvent });
  const workerData: VoiceThreadData = {
    speech: speechOptions,
    logLevel: LOG_LEVEL,
    secrets: [],
    isTraced: false,
    mainTimeOriginMs: performance.timeOrigin,
  };
  const startThread = (): Worker => {
    const thread = startVoiceThread(workerData);
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
    return thread;
  };
  return createWorkerPool({ count: workers, startThread, permits: speech.permits, log, onEvent });
}

function handle(event: VoiceEvent, log: Logger): void {
  if (event.type === 'gateway-send' || event.type === 'session-ended') report(event);
  else if (event.type === 'clip') report({ type: 'clip', userId: event.clip.userId, audio: event.clip.audio });
  else if (event.type === 'item-failed') log.error({ failure: event.failure }, 'an item failed');
}

function report(event: ContenderEvent): void {
  emitEvent(event);
}

function opened(): VoiceEngine {
  if (engine === undefined) throw new Error('the engine was not opened');
  return engine;
}

const calls: ContenderCalls = {
  open: async (options) => {
    engine = openEngine(options);
  },
  join: async (place) => {
    const outcome = await opened().join(place);
    if (outcome.kind !== 'joined') throw new Error(`joining ended with ${outcome.kind}`);
  },
  leave: async (guildId) => {
    await opened().leave(guildId);
  },
  dispatch: (packet) => opened().dispatch(packet),
  speak: async (guildId) => {
    const outcome = await opened().speak({
      guildId,
      textId: randomUUID(),
      text: TEXT,
      voiceId: undefined,
      userId: '1',
    });
    if (outcome.kind !== 'queued') throw new Error(`speaking ended with ${outcome.kind}`);
  },
  skip: async (guildId) => {
    await opened().skip(guildId);
  },
  stop: async (guildId) => {
    await opened().stop(guildId);
  },
  listen: async (guildId) => {
    const { channelId = '' } = (await opened().session(guildId)) ?? {};
    const { kind } = await opened().listen(guildId, { channelId, others: 'hear', hear: [], ignore: [] });
    if (kind !== 'listening') throw new Error(`listening ended with ${kind}`);
  },
  heard: () => 0,
  stall: keepBusy,
  memory: () => memoryAfterCollection(threads),
};

serveCalls(calls);
