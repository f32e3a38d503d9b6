import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CLIP_TIMINGS } from '../../../../src/audio/endpointer.ts';
import { createListener, type Listener } from '../../../../src/voice/receive/listener.ts';
import { createTraffic } from '../../../../src/voice/traffic.ts';
import type { VoiceEvent } from '../../../../src/voice/voice-api.ts';

const { hangoverMs, minHangoverMs, maxHangoverMs } = DEFAULT_CLIP_TIMINGS;
const FRAME_MS = 20;

let events: VoiceEvent[];
let listener: Listener;
let sequence: number;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  events = [];
  sequence = 0;
  listener = createListener(
    { others: 'hear', hear: [], ignore: [] },
    {
      ...{ guildId: 'guild', channelId: () => 'lounge', timings: DEFAULT_CLIP_TIMINGS, traffic: createTraffic() },
      onEvent: (event) => events.push(event),
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
});

/** Somebody speaks now, for a time. */
function speak(ms: number, userId = 'anna'): void {
  for (let spokenMs = 0; spokenMs < ms; spokenMs += FRAME_MS) {
    sequence += 1;
    const receivedAtMs = performance.now();
    const payload = Uint8Array.of(0xfc, 1, 2, 3, 4, 5);
    listener.onPacket({ userId, ssrc: 1, sequence, timestamp: receivedAtMs * 48, payload, receivedAtMs });
    vi.advanceTimersByTime(FRAME_MS);
  }
}

/** Somebody says a sentence again and again, with this pause in its middle. */
function talk(sentences: number, pauseMs: number): void {
  for (let said = 0; said < sentences; said += 1) {
    speak(1_000);
    vi.advanceTimersByTime(pauseMs);
    speak(1_000);
    vi.advanceTimersByTime(3_000);
  }
}

/** How long after the last packet the end of what was said is reported. */
function timeToEnd(userId = 'anna', spokenMs = 1_000): number {
  const before = ended();
  speak(spokenMs, userId);
  const lastMs = performance.now() - FRAME_MS;
  while (ended() === before) vi.advanceTimersByTime(1);
  return performance.now() - lastMs;
}

function ended(): number {
  return events.filter(({ type }) => type === 'speech-ended').length;
}

test('the speech of somebody who pauses briefly is reported sooner, that of the next person is not', () => {
  talk(20, 100);
  expect(timeToEnd()).toBeLessThan(minHangoverMs + 5);
  expect(timeToEnd('ben')).toBeGreaterThanOrEqual(hangoverMs);
});

test('speech in which it is learnt that somebody does not pause is reported sooner, too', () => {
  // Half a minute of voice shows it: the end was awaited later before that.
  for (let beyondMs = FRAME_MS; beyondMs < hangoverMs; beyondMs += 3 * FRAME_MS) {
    expect(timeToEnd(`speaker ${beyondMs}`, 30_000 + beyondMs)).toBeLessThan(minHangoverMs + 5);
  }
});

test('the sentences of somebody who pauses for long are no longer cut', () => {
  talk(4, 720);
  const before = ended();
  talk(4, 720);
  expect(ended()).toBe(before + 4);
  expect(timeToEnd()).toBeLessThan(maxHangoverMs + 5);
});

test('packets that a stalled network delivers at once are divided by what is known of the speaker', () => {
  talk(4, 720);
  const before = ended();
  const at = performance.now();
  vi.advanceTimersByTime(2_000);
  const receivedAtMs = performance.now();
  for (const ms of [0, 20, 40, 760, 780, 1_660, 1_680]) {
    sequence += 1;
    const payload = Uint8Array.of(0xfc, 1, 2, 3, 4, 5);
    listener.onPacket({ userId: 'anna', ssrc: 1, sequence, timestamp: (at + ms) * 48, payload, receivedAtMs });
  }
  // After 700 ms they go on, after 860 ms it is something new.
  expect(ended()).toBe(before + 1);
});

test.each([
  ['the session ends', () => listener.complete()],
  ['they opt out', () => listener.changeSpeakers({ ignore: ['anna'] })],
])('what is known of a speaker is forgotten when %s', (_when, end) => {
  talk(20, 100);
  end();
  listener.changeSpeakers({ hear: ['anna'] });
  expect(timeToEnd()).toBeGreaterThanOrEqual(hangoverMs);
});
