import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { packetSamples, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CLIP_TIMINGS } from '../../../../src/audio/endpointer.ts';
import { createListener, type Listener } from '../../../../src/voice/receive/listener.ts';
import { createTraffic } from '../../../../src/voice/traffic.ts';
import type { ClipGrowth, SpeakerPolicy, VoiceEvent } from '../../../../src/voice/voice-api.ts';

const EVERYBODY: SpeakerPolicy = { others: 'hear', hear: [], ignore: [] };
const ASK: SpeakerPolicy = { others: 'ask', hear: [], ignore: [] };
const ANNA = 'anna';

let events: VoiceEvent[];
let listener: Listener;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  open(EVERYBODY);
});

afterEach(() => {
  vi.useRealTimers();
});

function open(policy: SpeakerPolicy): void {
  events = [];
  listener = createListener(policy, {
    ...{ guildId: 'guild', channelId: () => 'lounge', timings: DEFAULT_CLIP_TIMINGS, traffic: createTraffic() },
    onEvent: (event) => events.push(event),
  });
}

/** A packet with its number in its sound; its RTP numbers follow from it. */
function receive(number: number, bytes = 7): void {
  const payload = new Uint8Array(bytes).fill(1);
  payload.set([0xfc, number >> 8, number & 0xff]);
  const receivedAtMs = performance.now();
  listener.onPacket({ userId: ANNA, ssrc: 1, sequence: number, timestamp: number * 960, payload, receivedAtMs });
}

/** Anna speaks the numbered packets, 20 ms apart. */
function speak(from: number, to: number, check: (number: number) => void = () => undefined): void {
  for (let number = from; number < to; number += 1) {
    receive(number);
    check(number);
    vi.advanceTimersByTime(20);
  }
}

function growths(): ClipGrowth[] {
  return events.flatMap((event) => (event.type === 'clip-grown' ? [event.growth] : []));
}

function numbersIn(audio: Uint8Array): number[] {
  const packets = createOggOpusReader().push(audio);
  return packets.filter((one) => one.length > SILENCE_FRAME.length).map(([, high = 0, low = 0]) => high * 256 + low);
}

/** What is left of the reported events after a crash: the clips, and what grew and is no clip yet. */
function safe(): Uint8Array[] {
  const copies = new Map<string, Uint8Array[]>();
  const clips: Uint8Array[] = [];
  for (const event of events) {
    if (event.type === 'clip-grown') {
      const { clipId, audio, offset } = event.growth;
      const before = copies.get(clipId) ?? [];
      expect(offset).toBe(before.reduce((sum, { length }) => sum + length, 0));
      copies.set(clipId, [...before, audio]);
    } else if (event.type === 'clip') {
      copies.delete(event.clip.clipId);
      clips.push(event.clip.audio);
    } else if (event.type === 'speech-ended') copies.clear();
  }
  return [...clips, ...[...copies.values()].map((pages) => Buffer.concat(pages))];
}

/** Returns the numbers of the packets in it, read again only when something was reported. */
function createSafeNumbers(): () => Set<number> {
  let seen = -1;
  let numbers = new Set<number>();
  return () => {
    if (seen !== events.length) numbers = new Set(safe().flatMap(numbersIn));
    seen = events.length;
    return numbers;
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

describe('a clip under way', () => {
  test('lacks at most 1 s of what arrived, whenever the bot is killed, also where long clips are divided', () => {
    const safeNumbers = createSafeNumbers();
    const missing: number[] = [];
    speak(0, 2_500, (number) => missing.push(number + 1 - safeNumbers().size));
    expect(Math.max(...missing)).toBeLessThanOrEqual(51);
    expect(events.filter(({ type }) => type === 'clip').length).toBeGreaterThanOrEqual(3);
  });

  test('lacks at most 2 s while packets come late, out of order, twice or never', () => {
    const safeNumbers = createSafeNumbers();
    let sent = 0;
    for (let number = 0; number < 1_500; number += 1) {
      // One in seven comes three places later, one in eleven never, and each tenth second nothing for 600 ms.
      if (number % 11 !== 0 && number % 7 !== 0) receive(number);
      if (number % 7 === 3 && (number - 3) % 11 !== 0) receive(number - 3);
      if (number % 13 === 0) receive(number);
      sent += 1;
      const expected = range(0, sent).filter((each) => each % 11 !== 0 && (each % 7 !== 0 || each + 3 < sent));
      const left = safeNumbers();
      expect(expected.filter((each) => !left.has(each)).length).toBeLessThanOrEqual(100);
      vi.advanceTimersByTime(number % 500 === 499 ? 620 : 20);
    }
  });

  test('is reported by what is new only, which continues one stream of the same packets', () => {
    speak(0, 260);
    expect(growths().map(({ clipId }) => clipId)).toEqual(Array(5).fill(growths()[0]?.clipId));
    const [first, second, third] = growths();
    expect([second, third].every((growth) => (growth?.audio.length ?? 0) < 600)).toBe(true);
    expect(numbersIn(first?.audio ?? new Uint8Array())).toEqual(range(0, 51));
    const whole = Buffer.concat(growths().map(({ audio }) => audio));
    expect(numbersIn(whole)).toEqual(range(0, 251));
    vi.advanceTimersByTime(700);
    const clip = events.flatMap((event) => (event.type === 'clip' ? [event.clip] : []))[0];
    const {
      durationMs,
      audio: _audio,
      offset: _offset,
      lastVoiceAtMs: _at,
      voiceEndedAtMs,
      ...about
    } = growths()[0] ?? ({} as ClipGrowth);
    expect(clip).toMatchObject(about);
    expect(voiceEndedAtMs - about.voiceStartedAtMs).toBe(51 * 20);
    expect(durationMs).toBeCloseTo(200 + 51 * 20 - 6.5);
    const samples = createOggOpusReader()
      .push(whole)
      .reduce((sum, packet) => sum + packetSamples(packet), 0);
    expect(growths().at(-1)?.durationMs).toBeCloseTo((samples - 312) / 48);
  });

  test('has a copy only once it has the length that the speech service accepts', () => {
    // A network that stalls: what is spoken in half a second comes within 2.
    for (const number of range(0, 25)) {
      receive(number);
      vi.advanceTimersByTime(80);
    }
    expect(growths()).toEqual([]);
    speak(25, 60);
    expect(growths()[0]?.durationMs).toBeGreaterThanOrEqual(1_000);
  });

  test('has no copy while it may be noise', () => {
    receive(0);
    for (const number of range(1, 34)) {
      vi.advanceTimersByTime(20);
      const sound = { userId: ANNA, ssrc: 1, sequence: number, timestamp: number * 960 };
      listener.onPacket({ ...sound, payload: SILENCE_FRAME, receivedAtMs: performance.now() });
    }
    receive(34);
    for (const number of range(35, 65)) {
      vi.advanceTimersByTime(20);
      const sound = { userId: ANNA, ssrc: 1, sequence: number, timestamp: number * 960 };
      listener.onPacket({ ...sound, payload: SILENCE_FRAME, receivedAtMs: performance.now() });
    }
    vi.advanceTimersByTime(700);
    expect(events.map(({ type }) => type)).toEqual(['speech-started', 'speech-ended']);
  });

  test('that is divided: the next part has a copy, with what was carried over, before the first is complete', () => {
    for (const number of range(0, 760)) {
      receive(number, number === 600 ? 4 : 60);
      vi.advanceTimersByTime(20);
    }
    const index = events.findIndex(({ type }) => type === 'clip');
    const [next, clip] = events.slice(index - 1);
    if (next?.type !== 'clip-grown' || clip?.type !== 'clip') return expect.fail('no copy came before the clip');
    expect([next.growth.part, clip.clip.part]).toEqual([1, 0]);
    const carried = numbersIn(next.growth.audio);
    expect([...numbersIn(clip.clip.audio), ...carried]).toEqual(range(0, 750));
    expect(carried.length).toBeGreaterThan(100);
  });
});

describe('a speaker whom nobody has answered for', () => {
  beforeEach(() => open(ASK));

  test('has no copy; once they may be heard it holds all from the beginning', () => {
    speak(0, 150);
    expect(events.map(({ type }) => type)).toEqual(['speaker-unknown']);
    listener.changeSpeakers({ hear: [ANNA] });
    speak(150, 151);
    expect(growths().map(({ audio }) => numbersIn(audio))).toEqual([range(0, 151)]);
  });

  test('has none after an opt-out', () => {
    listener.changeSpeakers({ hear: [ANNA] });
    speak(0, 60);
    expect(growths()).toHaveLength(1);
    listener.changeSpeakers({ ignore: [ANNA] });
    expect(events.at(-1)).toMatchObject({ type: 'speech-ended', clips: 0 });
    speak(60, 200);
    expect(growths()).toHaveLength(1);
  });
});
