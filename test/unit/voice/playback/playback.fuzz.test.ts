import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import { RequestScope } from '../../../../src/request-scope.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { createPacer } from '../../../../src/voice/playback/pacer.ts';
import { PacketMemory } from '../../../../src/voice/playback/packet-memory.ts';
import { createPlayback } from '../../../../src/voice/playback/playback.ts';
import { createStartDelay } from '../../../../src/voice/playback/start-delay.ts';
import { createTraffic } from '../../../../src/voice/traffic.ts';
import type { VoiceEvent } from '../../../../src/voice/voice-api.ts';
import { createFakeSpeech, type FakeCall, numberOf } from '../fake-speech.ts';

const LONG_TEXT = 'One sentence goes on and on for quite a while. '.repeat(8).trim();
const LEAD_FRAMES = 10;
/** Clients keep a decoder for as long; and up to a tick. */
const DECODER_KEPT_MS = 520;

const step = fc.record({
  what: fc.oneof(
    { weight: 6, arbitrary: fc.constant('sound' as const) },
    { weight: 2, arbitrary: fc.constantFrom('add', 'add long', 'end', 'pause', 'resume') },
    { weight: 1, arbitrary: fc.constantFrom('fail', 'skip', 'stop', 'cut', 'alone', 'moved', 'back') },
  ),
  call: fc.nat({ max: 20 }),
  packets: fc.integer({ min: 1, max: 30 }),
  thenMs: fc.constantFrom(0, 7, 30, 130, 400, 1_300),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A playback with everything that may happen to it. */
function openScene() {
  const speech = createFakeSpeech();
  const sent: { readonly packet: number | 'silence'; readonly atMs: number; readonly isNew: boolean }[] = [];
  const ended: number[] = [];
  const scene = { speech, sent, ended, added: 0, connected: true, alone: false, speaking: false, isNew: false };
  const pacer = createPacer((error) => {
    throw error;
  });
  const playback = createPlayback({
    ...{ guildId: '1', speech, pacer, packetMemory: new PacketMemory(), startDelay: createStartDelay() },
    log: createLogger('silent'),
    scope: new RequestScope(),
    traffic: createTraffic(),
    onFirstSound: () => undefined,
    bounds: { maxItems: 50, maxCharacters: 20_000 },
    onEvent: (event: VoiceEvent) => {
      if (event.type === 'item-finished' || event.type === 'item-dropped' || event.type === 'item-failed')
        ended.push(event.itemId);
    },
    output: {
      send(packet) {
        if (!scene.connected || scene.alone) return false;
        expect(scene.speaking, 'packets are announced').toBe(true);
        sent.push({ packet: numberOf(packet), atMs: performance.now(), isNew: scene.isNew });
        scene.isNew = false;
        return true;
      },
      get waitsFor() {
        return scene.alone ? ('listeners' as const) : undefined;
      },
      setSpeaking(on) {
        scene.speaking = on;
      },
    },
  });
  return Object.assign(scene, { pacer, playback });
}

type Scene = ReturnType<typeof openScene>;

function take({ what, call: index, packets }: Step, scene: Scene, open: Map<FakeCall, number>): void {
  const { playback, speech } = scene;
  for (const call of speech.calls) if (!call.isReturned && !open.has(call)) open.set(call, 0);
  const [call, from = 0] = [...open][index % open.size] ?? [];
  if (what === 'add' || what === 'add long') {
    const text = what === 'add' ? 'Hello.' : LONG_TEXT;
    const outcome = playback.add({ guildId: '1', userId: 'u', voiceId: undefined, text });
    if (outcome.kind === 'queued') scene.added += 1;
  } else if (what === 'sound' && call !== undefined) {
    call.send(from, from + packets);
    open.set(call, from + packets);
  } else if ((what === 'end' || what === 'fail') && call !== undefined) {
    call.end(what === 'fail' ? new SpeechError('SPEECH_CONNECTION', 'gone') : undefined);
  } else if (what === 'skip' || what === 'stop' || what === 'pause' || what === 'resume') playback[what]();
  else if (what === 'cut') scene.connected = false;
  else if (what === 'alone') scene.alone = true;
  else if (what === 'moved') {
    playback.moved();
    scene.isNew = true;
  } else if (what === 'back') {
    Object.assign(scene, { connected: true, alone: false });
    playback.wake();
  }
}

/** Everything that could hold up speech ends. */
async function finish(scene: Scene): Promise<void> {
  Object.assign(scene, { connected: true, alone: false });
  scene.playback.resume();
  scene.playback.wake();
  while (scene.playback.items.length > 0) {
    for (const call of scene.speech.calls) call.end();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  await vi.advanceTimersByTimeAsync(1_000);
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('whatever happens, every sound is announced and led in, every text ends once, and the clock rests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 100 }), async (steps) => {
      const scene = openScene();
      const open = new Map<FakeCall, number>();
      for (const next of steps) {
        take(next, scene, open);
        await vi.advanceTimersByTimeAsync(next.thenMs);
      }
      await finish(scene);
      const { ended, added, speaking, sent, playback, pacer } = scene;
      expect(ended.toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, index) => index + 1));
      expect([speaking, vi.getTimerCount()]).toEqual([false, 0]);
      let frames = 0;
      for (const [index, { packet, atMs, isNew }] of sent.entries()) {
        if (isNew || atMs - (sent[index - 1]?.atMs ?? 0) > DECODER_KEPT_MS) frames = 0;
        if (packet !== 'silence') expect(frames, `before ${packet}`).toBeGreaterThanOrEqual(LEAD_FRAMES);
        frames += 1;
      }
      playback.close();
      pacer.close();
    }),
    { numRuns: 200 },
  );
});
