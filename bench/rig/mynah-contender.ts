/** Carries Mynah's voice engine and nothing else, in the process's main thread. */
import { createLogger } from '../../src/log.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import type { VoiceEngine } from '../../src/voice/contract.ts';
import { createVoiceEngine } from '../../src/voice/engine.ts';
import type { ContenderCalls, GatewaySend } from './contender-calls.ts';
import { keepBusy, memoryAfterCollection } from './memory.ts';
import { emitEvent, serveCalls } from './serve-calls.ts';

/** The engine's own bound on one request is far above; pieces of up to 400 characters are made of it. */
const SENTENCE = 'We are going to the park after lunch, and everybody who likes is welcome to come along with us. ';
const TEXT = SENTENCE.repeat(60);

let engine: VoiceEngine | undefined;

function open(): VoiceEngine {
  if (engine === undefined) throw new Error('the engine was not opened');
  return engine;
}

const calls: ContenderCalls = {
  open: async ({ speech, sessions }) => {
    const log = createLogger('warn');
    // One piece plays while the next one comes.
    const concurrency = 2 * sessions + 2;
    const service = createSpeechService({
      baseUrl: speech.url,
      wsUrl: speech.wsUrl,
      apiKey: speech.apiKey,
      model: 's2-pro',
      format: 'opus',
      concurrency,
      log,
    });
    engine = createVoiceEngine({
      speech: service,
      log,
      onEvent: (event) => {
        if (event.type === 'item-failed') log.error({ failure: event.failure }, 'an item failed');
        if (event.type !== 'gateway-send') return;
        emitEvent({ guildId: event.guildId, payload: event.payload } satisfies GatewaySend);
      },
    });
  },
  join: async (place) => {
    const outcome = await open().join(place);
    if (outcome.kind !== 'joined') throw new Error(`joining ended with ${outcome.kind}`);
  },
  leave: async (guildId) => {
    await open().leave(guildId);
  },
  dispatch: (packet) => open().dispatch(packet),
  speak: async (guildId) => {
    const outcome = await open().speak({ guildId, text: TEXT, voiceId: undefined, userId: '1' });
    if (outcome.kind !== 'queued') throw new Error(`speaking ended with ${outcome.kind}`);
  },
  stop: async (guildId) => {
    await open().stop(guildId);
  },
  stall: keepBusy,
  memory: memoryAfterCollection,
};

serveCalls(calls);
