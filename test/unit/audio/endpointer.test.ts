import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createEndpointer,
  DEFAULT_CLIP_TIMINGS,
  type SpeechCut,
  type SpeechPacket,
} from '../../../src/audio/endpointer.ts';
import { fuzzRuns } from '../../support/fuzz-runs.ts';

const FRAME = 960;

function setUp() {
  const events: string[] = [];
  const cuts: SpeechCut[] = [];
  const endpointer = createEndpointer(DEFAULT_CLIP_TIMINGS, {
    onStart: ({ position }) => events.push(`start ${position / FRAME}`),
    onClip: (cut) => {
      cuts.push(cut);
      events.push(`clip ${cut.part}`);
    },
    onEnd: () => events.push('end'),
  });
  return { endpointer, events, cuts };
}

/** The packet of frame number `frame`, 20 ms each; level 0 is silence. */
function packet(frame: number, level = 100): SpeechPacket {
  const position = frame * FRAME;
  const payload = Uint8Array.of(0xf8, frame >> 8, frame & 0xff);
  return { payload, position, samples: FRAME, level, voiced: level > 0, lost: 0, receivedAtMs: frame * 20 };
}

function frames({ packets }: SpeechCut): number[] {
  return packets.map(({ position }) => position / FRAME);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

test('speech becomes a clip when it ends', () => {
  const { endpointer, events, cuts } = setUp();
  for (const frame of range(0, 50)) endpointer.push(packet(frame));
  expect(events).toEqual(['start 0']);
  endpointer.end();
  expect(events).toEqual(['start 0', 'clip 0', 'end']);
  expect(cuts.map(frames)).toEqual([range(0, 50)]);
  expect(cuts[0]).toMatchObject({ part: 0, first: true, last: true, voiceEnd: 50 * FRAME, lastVoiceAtMs: 980 });
});

test('up to 200 ms of received silence is kept on either side', () => {
  const { endpointer, cuts } = setUp();
  for (const frame of range(0, 30)) endpointer.push(packet(frame, 0));
  for (const frame of range(30, 60)) endpointer.push(packet(frame));
  for (const frame of range(60, 90)) endpointer.push(packet(frame, 0));
  endpointer.end();
  expect(cuts.map(frames)).toEqual([range(20, 70)]);
});

test('a pause shorter than 700 ms does not end the clip, with or without silence packets', () => {
  const { endpointer, events, cuts } = setUp();
  for (const frame of range(0, 20)) endpointer.push(packet(frame));
  for (const frame of range(20, 54)) endpointer.push(packet(frame, 0));
  for (const frame of range(54, 70)) endpointer.push(packet(frame));
  for (const frame of range(104, 120)) endpointer.push(packet(frame));
  endpointer.end();
  expect(events).toEqual(['start 0', 'clip 0', 'end']);
  expect(frames(cuts[0] as SpeechCut)).toEqual([...range(0, 70), ...range(104, 120)]);
});

test('700 ms of silence, or of no packets by the speaker’s clock, ends the clip', () => {
  const { endpointer, events } = setUp();
  for (const frame of range(0, 20)) endpointer.push(packet(frame));
  for (const frame of range(20, 55)) endpointer.push(packet(frame, 0));
  expect(events).toEqual(['start 0', 'clip 0', 'end']);
  for (const frame of range(60, 80)) endpointer.push(packet(frame));
  endpointer.push(packet(115));
  expect(events.slice(3)).toEqual(['start 60', 'clip 0', 'end', 'start 115']);
});

test('less than 200 ms of voice is not speech', () => {
  const { endpointer, events } = setUp();
  for (const frame of range(0, 9)) endpointer.push(packet(frame));
  endpointer.end();
  expect(events).toEqual(['start 0', 'end']);
});

test('long speech is cut at the quietest point of its last five seconds, without losing a packet', () => {
  const { endpointer, events, cuts } = setUp();
  for (const frame of range(0, 800)) {
    const isPause = Math.abs(frame - 600) < 6 || Math.abs(frame - 300) < 10;
    endpointer.push(packet(frame, isPause ? 40 : 100));
  }
  endpointer.end();
  expect(events).toEqual(['start 0', 'clip 0', 'clip 1', 'end']);
  const [head, tail] = cuts as [SpeechCut, SpeechCut];
  expect([...frames(head), ...frames(tail)]).toEqual(range(0, 800));
  expect(Math.abs((frames(tail)[0] ?? 0) - 600)).toBeLessThan(6);
  expect([head.first, head.last, tail.first, tail.last]).toEqual([true, false, false, true]);
});

test('a minute without a pause is cut into clips of at most 15 s', () => {
  const { endpointer, cuts } = setUp();
  for (const frame of range(0, 3000)) endpointer.push(packet(frame, 100 + ((frame * 7919) % 60)));
  endpointer.end();
  expect(cuts.flatMap(frames)).toEqual(range(0, 3000));
  expect(cuts.map(({ part }) => part)).toEqual(range(0, cuts.length));
  for (const cut of cuts) expect(frames(cut).length).toBeLessThanOrEqual(750);
});

test('the size of a clip is limited in bytes', () => {
  const { endpointer, cuts } = setUp();
  for (const frame of range(0, 700)) endpointer.push({ ...packet(frame), payload: new Uint8Array(4000) });
  expect(cuts.length).toBeGreaterThan(0);
});

test('the clip in progress grows and matches the final clip', () => {
  const { endpointer, cuts } = setUp();
  expect(endpointer.current).toBeUndefined();
  for (const frame of range(0, 30)) endpointer.push(packet(frame));
  expect(frames(endpointer.current as SpeechCut)).toEqual(range(0, 30));
  for (const frame of range(30, 40)) endpointer.push(packet(frame));
  const grown = frames(endpointer.current as SpeechCut);
  endpointer.end();
  expect(cuts.map(frames)).toEqual([grown]);
});

test('dropped speech appears in no clip', () => {
  const { endpointer, events } = setUp();
  for (const frame of range(0, 30)) endpointer.push(packet(frame));
  endpointer.drop();
  endpointer.end();
  expect(events).toEqual(['start 0', 'end']);
});

test('silence alone never becomes a clip and is not kept', () => {
  const { endpointer, events } = setUp();
  for (const frame of range(0, 5000)) endpointer.push(packet(frame, 0));
  expect(events).toEqual([]);
  endpointer.push(packet(5000));
  expect(endpointer.current?.packets.length).toBeLessThanOrEqual(11);
});

test('a clip is bounded in packets, whatever their positions are', {
  meta: { promises: ['persons-clips-hold-more'] },
}, () => {
  const { endpointer, cuts } = setUp();
  for (const frame of range(0, 20_000)) endpointer.push({ ...packet(frame), position: 0, samples: 0, receivedAtMs: 0 });
  endpointer.end();
  expect(cuts.reduce((sum, { packets }) => sum + packets.length, 0)).toBe(20_000);
  for (const { packets } of cuts) expect(packets.length).toBeLessThanOrEqual(6_000);
});

test('a clip is bounded in the time that it takes to arrive', () => {
  const { endpointer, cuts } = setUp();
  for (const frame of range(0, 100)) endpointer.push({ ...packet(frame), receivedAtMs: frame * 600 });
  expect(cuts.length).toBeGreaterThan(1);
  for (const { packets } of cuts) {
    expect((packets.at(-1)?.receivedAtMs ?? 0) - (packets[0]?.receivedAtMs ?? 0)).toBeLessThanOrEqual(20_000);
  }
});

test('the quietest place is the one that comparing all places finds', () => {
  const levels = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 750, maxLength: 750 });
  fc.assert(
    fc.property(levels, (each) => {
      const { endpointer, cuts } = setUp();
      for (const [frame, level] of each.entries()) endpointer.push(packet(frame, level));
      const loudness = (frame: number): number =>
        [1, 3].reduce((sum, half) => {
          const span = each.slice(frame - half, frame + half);
          return sum + span.reduce((total, level) => total + level, 0) / (2 * half);
        }, 0);
      const places = range(500, 748);
      const least = Math.min(...places.map(loudness));
      const cut = cuts[0]?.packets.length ?? 0;
      expect(cut).toBeGreaterThanOrEqual(500);
      expect(loudness(cut)).toBeCloseTo(least, 6);
    }),
    { numRuns: fuzzRuns(20) },
  );
});
