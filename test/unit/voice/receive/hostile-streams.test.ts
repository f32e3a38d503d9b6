import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CLIP_TIMINGS } from '../../../../src/audio/endpointer.ts';
import { createListener } from '../../../../src/voice/receive/listener.ts';
import { createTraffic } from '../../../../src/voice/traffic.ts';
import type { VoiceEvent } from '../../../../src/voice/voice-api.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Everything that a stream of two minutes makes; `send` gives the timestamps of the packets of the next 20 ms. */
function listenTo(send: (number: number) => readonly number[], payload = Uint8Array.of(0xfc, 1, 2, 3, 4, 5)) {
  const events: VoiceEvent[] = [];
  const listener = createListener(
    { others: 'hear', hear: [], ignore: [] },
    {
      guildId: 'guild',
      channelId: () => 'lounge',
      timings: DEFAULT_CLIP_TIMINGS,
      traffic: createTraffic(),
      onEvent: (event) => events.push(event),
    },
  );
  let sequence = 0;
  let interimMs = 0;
  for (let number = 0; number < (2 * MINUTE_MS) / 20; number += 1) {
    for (const timestamp of send(number)) {
      const receivedAtMs = performance.now();
      listener.onPacket({ userId: 'mallory', ssrc: 1, sequence, timestamp: timestamp >>> 0, payload, receivedAtMs });
      sequence = (sequence + 1) & 0xffff;
    }
    vi.advanceTimersByTime(20);
    const speaking = events.findLast((event) => event.type === 'speech-started');
    // Far more often than captions ask.
    if (number % 10 === 0) interimMs += listener.takeInterim(speaking?.utteranceId ?? '')?.durationMs ?? 0;
  }
  listener.complete();
  const clips = events.flatMap((event) => (event.type === 'clip' ? [event.clip] : []));
  return { clips, clipsMs: clips.reduce((sum, { durationMs }) => sum + durationMs, 0), interimMs };
}

const LOUD_AND_LONG = Uint8Array.of(0xf8 | 3, 6, ...Array.from({ length: 60 }, (_, index) => index));

test.each([
  ['frozen timestamps', (): number[] => [5]],
  ['timestamps that jump by half a second', (number: number): number[] => [number * 24_000]],
  ['timestamps that jump by two seconds', (number: number): number[] => [number * 96_000]],
  ['timestamps that run backwards', (number: number): number[] => [-number * 960]],
  [
    'ten times as many packets',
    (number: number): number[] => Array.from({ length: 10 }, (_, i) => (number * 10 + i) * 960),
  ],
])(
  'two minutes with %s make little more than two minutes of clips, in pieces of at most 15 s',
  { meta: { promises: ['persons-clips-hold-more'] } },
  (_name, send) => {
    const { clips, clipsMs, interimMs } = listenTo(send);
    expect(clipsMs).toBeGreaterThan(MINUTE_MS);
    expect(clipsMs).toBeLessThan(2.3 * MINUTE_MS);
    for (const { durationMs } of clips) expect(durationMs).toBeLessThanOrEqual(15_600);
    expect(interimMs).toBeLessThanOrEqual(4 * clipsMs);
  },
);

test('two minutes of packets of 120 ms every 20 ms make little more than two minutes of clips', () => {
  expect(listenTo((number) => [number * 5_760], LOUD_AND_LONG).clipsMs).toBeLessThan(2.3 * MINUTE_MS);
});

test('interim uploads are bounded per clip by their number and by what they cost', {
  meta: { promises: ['interim-uploads-bounded-each'] },
}, () => {
  const { clips, clipsMs, interimMs } = listenTo((number) => [number * 960]);
  expect(clips.length).toBeGreaterThan(7);
  expect(interimMs).toBeGreaterThan(clipsMs);
  expect(interimMs).toBeLessThanOrEqual(4 * clipsMs);
});
