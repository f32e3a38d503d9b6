import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CLIP_TIMINGS } from '../../../../src/audio/endpointer.ts';
import { createListener, type Listener } from '../../../../src/voice/receive/listener.ts';
import { createTraffic, NO_TRAFFIC, type Traffic } from '../../../../src/voice/traffic.ts';
import type { Clip, SpeakerPolicy, VoiceEvent } from '../../../../src/voice/voice-api.ts';

const EVERYBODY: SpeakerPolicy = { others: 'hear', hear: [], ignore: [] };
const START_MS = Date.parse('2026-01-01T00:00:00Z');

let events: VoiceEvent[];
let listener: Listener;
let traffic: Traffic;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
  events = [];
  traffic = createTraffic();
  listener = createListener(EVERYBODY, {
    guildId: 'guild',
    channelId: () => 'lounge',
    timings: DEFAULT_CLIP_TIMINGS,
    traffic,
    onEvent: (event) => events.push(event),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** A packet with its number in its sound; its RTP numbers follow from it. */
function packet(number: number, { userId = 'anna', ssrc = 1, payload = voice(number) } = {}) {
  const sequence = (65_500 + number) & 0xffff;
  const timestamp = (4_294_960_000 + number * 960) >>> 0;
  return { userId, ssrc, sequence, timestamp, payload, receivedAtMs: performance.now() };
}

function voice(number: number): Uint8Array {
  return Uint8Array.of(0xfc, number >> 8, number & 0xff, 1, 2, 3, 4);
}

/** Somebody speaks the numbered packets, 20 ms apart. */
function speak(from: number, to: number, userId = 'anna'): void {
  for (let number = from; number < to; number += 1) {
    listener.onPacket(packet(number, { userId, ssrc: userId === 'anna' ? 1 : 2 }));
    vi.advanceTimersByTime(20);
  }
}

/** Without what clips under way grow by: see `growth.test.ts`. */
function types(): string[] {
  return events.map(({ type }) => type).filter((type) => type !== 'clip-grown');
}

function clips(): Clip[] {
  return events.flatMap((event) => (event.type === 'clip' ? [event.clip] : []));
}

/** Numbers of a clip's packets, without silence. */
function numbersIn({ audio }: Clip): number[] {
  const packets = createOggOpusReader().push(audio);
  return packets.filter((one) => one.length > SILENCE_FRAME.length).map(([, high = 0, low = 0]) => high * 256 + low);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

test('speech is reported when it begins, its clip 700 ms after the last voice', () => {
  speak(0, 100);
  expect(types()).toEqual(['speech-started']);
  vi.advanceTimersByTime(670);
  expect(types()).toEqual(['speech-started']);
  vi.advanceTimersByTime(20);
  expect(types()).toEqual(['speech-started', 'clip', 'speech-ended']);
  expect(clips().map(numbersIn)).toEqual([range(0, 100)]);
  expect(events.at(-1)).toMatchObject({ clips: 1 });
});

test('the clip begins 200 ms before the first packet came, and lasts as long as the speech and its silence', () => {
  vi.advanceTimersByTime(5_000);
  speak(0, 100);
  vi.advanceTimersByTime(700);
  const [clip] = clips();
  expect(clip?.startedAtMs).toBe(START_MS + 5_000 - 200);
  expect(clip?.durationMs).toBeCloseTo(2_400 - 6.5);
  expect(clip?.lastVoiceAtMs).toBeCloseTo(performance.now() - 720);
});

test("the clip's voice lasts from the first voiced packet to the last, by their RTP times", () => {
  for (const number of range(0, 10)) {
    listener.onPacket(packet(number, { payload: SILENCE_FRAME }));
    vi.advanceTimersByTime(20);
  }
  speak(10, 60);
  vi.advanceTimersByTime(700);
  const [clip] = clips();
  expect(clip?.startedAtMs).toBe(START_MS);
  expect(clip?.voiceStartedAtMs).toBe(START_MS + 200);
  expect(clip?.voiceEndedAtMs).toBe(START_MS + 1_200);
});

test('silence frames do not delay the end', () => {
  speak(0, 50);
  for (const number of range(50, 55)) {
    listener.onPacket(packet(number, { payload: SILENCE_FRAME }));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(590);
  expect(types()).toContain('clip');
});

test('a pause within a sentence does not cut it', () => {
  speak(0, 50);
  vi.advanceTimersByTime(600);
  for (const number of range(80, 130)) {
    const { timestamp, ...rest } = packet(number);
    listener.onPacket({ ...rest, sequence: (65_500 + number - 30) & 0xffff, timestamp });
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([[...range(0, 50), ...range(80, 130)]]);
  expect(clips()[0]?.lostPackets).toBe(0);
  expect(clips()[0]?.durationMs).toBeCloseTo(3_000 - 6.5);
});

test('people are heard independently of each other', () => {
  for (const number of range(0, 50)) {
    listener.onPacket(packet(number));
    listener.onPacket(packet(number, { userId: 'ben', ssrc: 2 }));
    vi.advanceTimersByTime(20);
  }
  speak(50, 100, 'ben');
  expect(clips().map(({ userId }) => userId)).toEqual(['anna']);
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([range(0, 50), range(0, 100)]);
  expect(new Set(clips().map(({ utteranceId }) => utteranceId)).size).toBe(2);
});

test('25 people who speak at the same time are all heard completely', () => {
  for (const number of range(0, 100)) {
    for (const person of range(0, 25)) listener.onPacket(packet(number, { userId: `p${person}`, ssrc: person }));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual(range(0, 25).map(() => range(0, 100)));
});

test('lost and reordered packets and duplicates are counted', () => {
  for (const number of [0, 1, 2, 3, 5, 4, 6, 7, 7, 9, ...range(10, 60)]) {
    listener.onPacket(packet(number));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([[...range(0, 8), ...range(9, 60)]]);
  expect(clips()[0]?.lostPackets).toBe(1);
  expect(listener.figures).toEqual({ packets: 60, lost: 1 });
  expect(traffic.figures.total).toEqual({
    ...NO_TRAFFIC,
    ...{ packetsReceived: 60, packetsLost: 1, packetsReordered: 1, packetsDuplicated: 1 },
  });
});

test('packets that cannot be decrypted or named, and new connections, are counted for the session', () => {
  listener.onUnreadable(undefined);
  listener.onUnknown();
  listener.onUnknown();
  listener.onReopened();
  expect(traffic.figures.total).toEqual({ ...NO_TRAFFIC, decryptFailures: 1, packetsUnknown: 2, reopened: 1 });
});

test('people whose packets cannot be decrypted are known by name', () => {
  for (const _ of range(0, 30)) listener.onUnreadable('2');
  expect(listener.undecryptable).toEqual(['2']);
});

test('packets of padding are neither sound nor loss', () => {
  for (const number of range(0, 60)) {
    const isPadding = number >= 20 && number < 25;
    listener.onPacket(packet(number, isPadding ? { payload: new Uint8Array() } : {}));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([[...range(0, 20), ...range(25, 60)]]);
  expect(listener.figures.lost).toBe(0);
});

test('a click is reported as speech without a clip', () => {
  speak(0, 5);
  vi.advanceTimersByTime(700);
  expect(types()).toEqual(['speech-started', 'speech-ended']);
  expect(events.at(-1)).toMatchObject({ clips: 0 });
});

test('ignoring somebody discards their clip under way, and a new policy lets them be heard again', () => {
  speak(0, 50);
  listener.setPolicy({ ...EVERYBODY, ignore: ['anna'] });
  expect(listener.isSubscribedTo('anna')).toBe(false);
  expect(types()).toEqual(['speech-started', 'speech-ended']);
  vi.advanceTimersByTime(2_000);
  expect(clips()).toEqual([]);
  listener.setPolicy(EVERYBODY);
  speak(200, 250);
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([range(200, 250)]);
  expect(listener.figures.lost).toBe(0);
});

test('ignoring outweighs hearing', () => {
  listener.setPolicy({ others: 'ignore', hear: ['anna', 'ben'], ignore: ['ben'] });
  expect(['anna', 'ben', 'cleo'].map((userId) => listener.isSubscribedTo(userId))).toEqual([true, false, false]);
});

test('an interim clip holds what was heard so far, and comes only when it has grown', () => {
  speak(0, 30);
  const [started] = events;
  const utteranceId = started?.type === 'speech-started' ? started.utteranceId : '';
  const look = listener.takeInterim(utteranceId);
  expect(look === undefined ? [] : numbersIn(look)).toEqual(range(0, 30));
  expect(listener.takeInterim('another')).toBeUndefined();
  expect(listener.takeInterim(utteranceId)).toBeUndefined();
  speak(30, 60);
  const longer = listener.takeInterim(utteranceId);
  expect(longer === undefined ? [] : numbersIn(longer)).toEqual(range(0, 60));
  speak(60, 70);
  vi.advanceTimersByTime(700);
  expect(clips()[0]).toMatchObject({ clipId: look?.clipId, utteranceId, startedAtMs: look?.startedAtMs });
  expect(listener.takeInterim(utteranceId)).toBeUndefined();
});

test('another stream of the same person begins a new utterance', () => {
  speak(0, 50);
  for (const number of range(700, 750)) {
    listener.onPacket(packet(number, { ssrc: 9 }));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips().map(numbersIn)).toEqual([range(0, 50), range(700, 750)]);
  expect(listener.figures.lost).toBe(0);
});

test('a new voice server completes what was heard over the old one', () => {
  speak(0, 50);
  listener.onNewServer();
  expect(types()).toEqual(['speech-started', 'clip', 'speech-ended']);
  expect(clips().map(numbersIn)).toEqual([range(0, 50)]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the clip includes a packet that was held back for reordering at the end', () => {
  speak(0, 50);
  listener.onPacket(packet(51));
  vi.advanceTimersByTime(1_400);
  expect(clips().map(numbersIn)).toEqual([[...range(0, 50), 51]]);
});

test('ids grow within one person’s speech, and differ between listeners', () => {
  speak(0, 1_600);
  vi.advanceTimersByTime(700);
  speak(2_000, 2_050);
  vi.advanceTimersByTime(700);
  const ids = clips().map(({ clipId }) => clipId);
  expect(ids.length).toBeGreaterThan(3);
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(clips().map(({ part }) => part)).toEqual([...range(0, ids.length - 1), 0]);
});

test('the parts of long speech follow the speaker’s clock, without drift', () => {
  speak(0, 2_000);
  vi.advanceTimersByTime(700);
  const all = clips();
  expect(all.flatMap(numbersIn)).toEqual(range(0, 2_000));
  for (const [index, clip] of all.entries()) {
    const first = numbersIn(clip)[0] ?? 0;
    expect(clip.startedAtMs).toBe(START_MS + first * 20 - (index === 0 ? 200 : 0));
  }
});

test('after a stall of the process, packets that waited at the socket still belong to the sentence', () => {
  speak(0, 50);
  // The clock runs ahead of the timers, like in a stall.
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() - START_MS + 1_000);
  vi.advanceTimersByTime(400);
  expect(clips()).toEqual([]);
  speak(50, 60);
  vi.advanceTimersByTime(700);
  vi.restoreAllMocks();
  expect(clips().map(numbersIn)).toEqual([range(0, 60)]);
});

test('a hundred people are remembered; a silent one makes room for the next', () => {
  for (const person of range(0, 130)) {
    for (const number of range(0, 20)) {
      listener.onPacket(packet(number, { userId: `p${person}`, ssrc: person }));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(700);
  }
  expect(clips()).toHaveLength(130);
  for (const number of range(0, 20)) {
    for (const person of range(200, 310)) listener.onPacket(packet(number, { userId: `p${person}`, ssrc: person }));
    vi.advanceTimersByTime(20);
  }
  vi.advanceTimersByTime(700);
  expect(clips()).toHaveLength(230);
});

test('everyone’s speech is held back until it is known who may be heard, and then nothing of it is missing', () => {
  listener.setPolicy({ others: 'ask', hear: [], ignore: [] });
  speak(0, 10);
  expect(events).toEqual([{ type: 'speaker-unknown', guildId: 'guild', userId: 'anna' }]);
  listener.changeSpeakers({ hear: ['anna'] });
  expect(types()).toEqual(['speaker-unknown', 'speech-started']);
  speak(10, 60);
  vi.advanceTimersByTime(5_000);
  expect(types()).toEqual(['speaker-unknown', 'speech-started', 'clip', 'speech-ended']);
  expect(clips().flatMap(numbersIn)).toEqual(Array.from({ length: 60 }, (_, number) => number));
});

test('nothing of a person who must be ignored is ever reported, and they are asked about once', {
  meta: { promises: ['until-engine-knows-hear'] },
}, () => {
  listener.setPolicy({ others: 'ask', hear: [], ignore: [] });
  speak(0, 60);
  vi.advanceTimersByTime(5_000);
  listener.changeSpeakers({ ignore: ['anna'] });
  expect(listener.isSubscribedTo('anna')).toBe(false);
  vi.advanceTimersByTime(5_000);
  expect(types()).toEqual(['speaker-unknown']);
});

test('a clip that was complete before the answer is reported after it', () => {
  listener.setPolicy({ others: 'ask', hear: [], ignore: [] });
  speak(0, 60);
  vi.advanceTimersByTime(5_000);
  expect(types()).toEqual(['speaker-unknown']);
  listener.changeSpeakers({ hear: ['anna'] });
  expect(types()).toEqual(['speaker-unknown', 'speech-started', 'clip', 'speech-ended']);
});

test('speech that nobody answers for is discarded after 10 s, and asked about again', () => {
  listener.setPolicy({ others: 'ask', hear: [], ignore: [] });
  speak(0, 540);
  expect(types()).toEqual(['speaker-unknown', 'speaker-unknown']);
  listener.changeSpeakers({ hear: ['anna'] });
  vi.advanceTimersByTime(5_000);
  expect(clips().flatMap(numbersIn)).toEqual(Array.from({ length: 39 }, (_, number) => 501 + number));
});

test('a change of one person leaves the speech of others alone', () => {
  listener.setPolicy({ others: 'ask', hear: ['anna', 'bert'], ignore: [] });
  speak(0, 30);
  speak(0, 30, 'bert');
  listener.changeSpeakers({ ignore: ['anna'] });
  vi.advanceTimersByTime(5_000);
  expect(clips().map(({ userId }) => userId)).toEqual(['bert']);
});

test('a person who is forgotten loses what is being recorded, and is asked about again', () => {
  listener.setPolicy({ others: 'ask', hear: ['anna'], ignore: ['bert'] });
  speak(0, 30);
  listener.changeSpeakers({ forget: ['anna', 'bert'] });
  expect(listener.isSubscribedTo('bert')).toBe(true);
  speak(30, 60);
  listener.changeSpeakers({ hear: ['anna'] });
  vi.advanceTimersByTime(5_000);
  expect(types()).toEqual([
    'speech-started',
    'speech-ended',
    'speaker-unknown',
    'speech-started',
    'clip',
    'speech-ended',
  ]);
  expect(clips().flatMap(numbersIn)).toEqual(Array.from({ length: 30 }, (_, number) => 30 + number));
});

test('a policy for other people asks again about those who are speaking', () => {
  listener.setPolicy({ others: 'ask', hear: ['anna'], ignore: [] });
  speak(0, 30);
  listener.setPolicy({ others: 'ask', hear: [], ignore: [] });
  speak(30, 60);
  vi.advanceTimersByTime(5_000);
  expect(types()).toEqual(['speech-started', 'speech-ended', 'speaker-unknown']);
});
