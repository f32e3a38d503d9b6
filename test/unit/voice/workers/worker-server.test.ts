import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MynahError } from '../../../../src/errors.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { LimiterClient } from '../../../../src/speech/limiter/limiter-client.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { NO_TRAFFIC } from '../../../../src/voice/traffic.ts';
import type { Clip, VoiceEvent } from '../../../../src/voice/voice-api.ts';
import { createVoiceEngine, type LocalVoiceEngine } from '../../../../src/voice/voice-engine.ts';
import type { FromVoiceThread, ToVoiceThread } from '../../../../src/voice/workers/worker-messages.ts';
import { serveWorker } from '../../../../src/voice/workers/worker-server.ts';
import { createFakeSpeech } from '../fake-speech.ts';

const GUILD = '100000000000000001';
const clip: Clip = {
  ...{ guildId: GUILD, channelId: '2', userId: '3', clipId: 'u-0', utteranceId: 'u', part: 0 },
  ...{ startedAtMs: 1, durationMs: 1_000, audio: new Uint8Array(5_000).fill(7), lostPackets: 0, lastVoiceAtMs: 500 },
  ...{ voiceStartedAtMs: 200, voiceEndedAtMs: 801 },
};

let main: MessagePort;
let thread: MessagePort;
let engine: LocalVoiceEngine;
let emit: (event: VoiceEvent) => void;
const onClosed = vi.fn(async () => {});
const log = createLogger('silent');

beforeEach(() => {
  onClosed.mockClear();
  const { port1, port2 } = new MessageChannel();
  main = port1;
  thread = port2;
  serveWorker({
    port: thread,
    limiter: new LimiterClient((request) => thread.postMessage(request)),
    mainTimeOriginMs: performance.timeOrigin - 1_000,
    figures: ({ traffic }) => ({ traffic, warmSockets: 2, liveUsable: false, load: undefined }),
    onClosed,
    log,
    createEngine: (onEvent) => {
      emit = onEvent;
      engine = createVoiceEngine({ speech: createFakeSpeech(), log: createLogger('silent'), onEvent });
      return engine;
    },
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  main.close();
});

async function received(): Promise<FromVoiceThread> {
  const [message] = (await once(main, 'message')) as [FromVoiceThread];
  return message;
}

function ask(message: ToVoiceThread): void {
  main.postMessage(message);
}

test('the engine answers a call', async () => {
  ask({ type: 'call', callId: 9, call: { method: 'skip', args: [GUILD] } });
  expect(await received()).toEqual({ type: 'outcome', callId: 9, outcome: { kind: 'no-session' } });
});

test('a join sends its gateway payload to the main thread, and dispatches reach the engine', async () => {
  ask({ type: 'call', callId: 1, call: { method: 'join', args: [{ guildId: GUILD, channelId: '2' }] } });
  expect(await received()).toMatchObject({ type: 'event', event: { type: 'gateway-send', guildId: GUILD } });
  const dispatched = vi.spyOn(engine, 'dispatch');
  const packet = { t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: '2' } } as const;
  ask({ type: 'dispatch', packet });
  await vi.waitFor(() => expect(dispatched).toHaveBeenCalledWith(packet));
});

test('a clip is transferred, not copied, with its time on the main thread’s clock', async () => {
  const audio = new Uint8Array(clip.audio);
  emit({ type: 'clip', clip: { ...clip, audio } });
  expect(audio.byteLength).toBe(0);
  expect(await received()).toEqual({ type: 'event', event: { type: 'clip', clip: { ...clip, lastVoiceAtMs: 1_500 } } });
});

test('what a clip under way grows by is transferred too', async () => {
  const audio = new Uint8Array(clip.audio);
  emit({ type: 'clip-grown', growth: { ...clip, audio, offset: 10 } });
  expect(audio.byteLength).toBe(0);
  const growth = { ...clip, offset: 10, lastVoiceAtMs: 1_500 };
  expect(await received()).toEqual({ type: 'event', event: { type: 'clip-grown', growth } });
});

test('how far a text was heard comes before any other news of it', async () => {
  const progress = { type: 'piece-progress', guildId: GUILD, textId: '1', piece: 0, packets: 50 } as const;
  const finished = { type: 'item-finished', guildId: GUILD, textId: '1' } as const;
  const messages: FromVoiceThread[] = [];
  main.on('message', (message: FromVoiceThread) => messages.push(message));
  emit(progress);
  emit(finished);
  await vi.waitFor(() => expect(messages).toHaveLength(2));
  expect(messages).toEqual([
    { type: 'progress', events: [progress] },
    { type: 'event', event: finished },
  ]);
});

test('audio that shares its memory is copied, and the rest of the memory stays', async () => {
  const shared = new Uint8Array(10_000);
  emit({ type: 'clip', clip: { ...clip, audio: shared.subarray(0, 100) } });
  expect(await received()).toMatchObject({ event: { clip: { audio: new Uint8Array(100) } } });
  expect(shared.byteLength).toBe(10_000);
});

const INTERIM = { utteranceId: 'u', channelId: '2', language: undefined, soundCues: false };

/** Asks for the text of a clip under way. */
function askInterim(callId: number): void {
  const context = { tenant: GUILD, priority: 'interim-captions' } as const;
  ask({ type: 'call', callId, call: { method: 'transcribeInterim', args: [INTERIM, context] } });
}

test('a clip under way is transcribed in the thread, and its error is passed on', async () => {
  const transcribe = vi.spyOn(engine, 'transcribeInterim').mockResolvedValueOnce({ kind: 'nothing-new' });
  askInterim(1);
  expect(await received()).toMatchObject({ callId: 1, outcome: { kind: 'nothing-new' } });
  expect(transcribe.mock.calls).toEqual([[INTERIM, expect.objectContaining({ tenant: GUILD })]]);
  transcribe.mockRejectedValueOnce(new SpeechError('SPEECH_UNAVAILABLE', 'down', { status: 503 }));
  askInterim(2);
  const error = { code: 'SPEECH_UNAVAILABLE', message: 'down', retryable: true, speech: { status: 503 } };
  expect(await received()).toMatchObject({ type: 'failure', callId: 2, error });
});

test.each([
  new MynahError('OPUS_ENCODE_FAILED', 'a fault'),
  new SpeechError('SPEECH_UNAUTHORIZED', '401'),
  new TypeError('a bug'),
])('a fault is logged with its stack under the reference that the main thread receives: %s', async (fault) => {
  const logged = vi.spyOn(log, 'error').mockReturnValue();
  vi.spyOn(engine, 'transcribeInterim').mockRejectedValueOnce(fault);
  askInterim(3);
  const failure = await received();
  const reference = failure.type === 'failure' ? failure.error.reference : undefined;
  expect(reference).toMatch(/^[0-9a-f]{8}$/);
  expect(logged.mock.calls).toEqual([[{ reference, err: fault, method: 'transcribeInterim' }, 'a voice call failed']]);
});

test('a ping is answered', async () => {
  ask({ type: 'ping' });
  expect(await received()).toEqual({ type: 'pong' });
});

test('the figures of the thread are answered with those of its engine', async () => {
  ask({ type: 'figures' });
  const figures = { traffic: NO_TRAFFIC, warmSockets: 2, liveUsable: false, load: undefined };
  expect(await received()).toEqual({ type: 'figures', figures });
});

test('an abort ends the request for a clip under way, and logs no error', async () => {
  const logged = vi.spyOn(log, 'error');
  vi.spyOn(engine, 'transcribeInterim').mockImplementationOnce((_request, { signal }) => {
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  askInterim(4);
  ask({ type: 'abort', callId: 4 });
  expect(await received()).toMatchObject({ type: 'failure', callId: 4 });
  expect(logged).not.toHaveBeenCalled();
});

test('closing closes the engine and what it was made of, then reports it', async () => {
  const closed = vi.spyOn(engine, 'close');
  ask({ type: 'close' });
  expect(await received()).toEqual({ type: 'closed' });
  expect(closed).toHaveBeenCalledOnce();
  expect(onClosed).toHaveBeenCalledOnce();
});
