import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { RequestScope } from '../../../../src/telemetry/request-scope.ts';
import { createPacer } from '../../../../src/voice/playback/pacer.ts';
import { PacketMemory } from '../../../../src/voice/playback/packet-memory.ts';
import { createPlayback } from '../../../../src/voice/playback/playback.ts';
import { createStartDelay } from '../../../../src/voice/playback/start-delay.ts';
import { createTraffic } from '../../../../src/voice/traffic.ts';
import { DatagramSchedule, type SendDatagram } from '../../../../src/voice/transport/datagram-schedule.ts';
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
    { weight: 1, arbitrary: fc.constantFrom('fail', 'skip', 'stop', 'alone', 'moved') },
    { weight: 2, arbitrary: fc.constantFrom('cut', 'back', 'back') },
  ),
  call: fc.nat({ max: 20 }),
  packets: fc.integer({ min: 1, max: 30 }),
  thenMs: fc.constantFrom(0, 7, 30, 130, 400, 1_300),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A playback with everything that may happen to it. */
function openScene(canSchedule: boolean) {
  const speech = createFakeSpeech();
  const sent: { readonly packet: number | 'silence'; readonly atMs: number; readonly isNew: boolean }[] = [];
  const ended: string[] = [];
  const scene = { speech, sent, ended, added: 0, connected: true, alone: false, speaking: false, isNew: false };
  const schedule = new DatagramSchedule();
  const pacer = createPacer(schedule, (error) => {
    throw error;
  });
  const leave: SendDatagram = (packet) =>
    sent.push({ packet: numberOf(packet), atMs: performance.now(), isNew: false }) > 0;
  const playback = createPlayback({
    ...{ guildId: '1', speech, pacer, packetMemory: new PacketMemory(), startDelay: createStartDelay() },
    log: createLogger('silent'),
    scope: new RequestScope(),
    traffic: createTraffic(),
    onFirstSound: () => undefined,
    bounds: { maxItems: 50, maxCharacters: 20_000 },
    onEvent: (event: VoiceEvent) => {
      if (event.type === 'item-finished' || event.type === 'item-dropped' || event.type === 'item-failed')
        ended.push(event.textId);
    },
    output: {
      maySchedule: () => canSchedule && scene.connected && !scene.alone,
      send(packet, leavesAtMs) {
        if (!scene.connected || scene.alone) return false;
        expect(scene.speaking, 'packets are announced').toBe(true);
        const { isNew } = scene;
        scene.isNew = false;
        if (leavesAtMs === undefined) sent.push({ packet: numberOf(packet), atMs: performance.now(), isNew });
        else schedule.add(Buffer.from(packet), leave, leavesAtMs);
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
  const cut = (): void => {
    scene.connected = false;
    playback.takeBack(schedule.cancel(leave));
  };
  return Object.assign(scene, { pacer, playback, cut });
}

type Scene = ReturnType<typeof openScene>;

function take({ what, call: index, packets }: Step, scene: Scene, open: Map<FakeCall, number>): void {
  const { playback, speech } = scene;
  for (const call of speech.calls) if (!call.isReturned && !open.has(call)) open.set(call, 0);
  const [call, from = 0] = [...open][index % open.size] ?? [];
  if (what === 'add' || what === 'add long') {
    const text = what === 'add' ? 'Hello.' : LONG_TEXT;
    const outcome = playback.add({ guildId: '1', textId: String(scene.added), userId: 'u', voiceId: undefined, text });
    if (outcome.kind === 'queued') scene.added += 1;
  } else if (what === 'sound' && call !== undefined) {
    call.send(from, from + packets);
    open.set(call, from + packets);
  } else if ((what === 'end' || what === 'fail') && call !== undefined) {
    call.end(what === 'fail' ? new SpeechError('SPEECH_CONNECTION', 'gone') : undefined);
  } else if (what === 'skip' || what === 'stop' || what === 'pause' || what === 'resume') playback[what]();
  else if (what === 'cut') scene.cut();
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

test('whatever happens, sound is announced, led in and whole, every text ends once, and the clock rests', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 100, size: 'max' }),
      fc.boolean(),
      async (steps, canSchedule) => {
        const scene = openScene(canSchedule);
        const open = new Map<FakeCall, number>();
        for (const next of steps) {
          take(next, scene, open);
          await vi.advanceTimersByTimeAsync(next.thenMs);
        }
        await finish(scene);
        const { ended, added, speaking, sent, playback, pacer } = scene;
        expect(ended.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: added }, (_, index) => index));
        expect([speaking, vi.getTimerCount()]).toEqual([false, 0]);
        let [frames, next] = [0, 0];
        for (const [index, { packet, atMs, isNew }] of sent.entries()) {
          if (isNew || atMs - (sent[index - 1]?.atMs ?? 0) > DECODER_KEPT_MS) frames = 0;
          if (packet !== 'silence') expect(frames, `before ${packet}`).toBeGreaterThanOrEqual(LEAD_FRAMES);
          frames += 1;
          // Each call of the service begins with packet 0.
          if (packet !== 'silence' && packet !== 0) expect(packet, 'in order, and none twice').toBe(next);
          if (packet !== 'silence') next = packet + 1;
        }
        playback.close();
        pacer.close();
      },
    ),
    { numRuns: 200 },
  );
}, 30_000);
