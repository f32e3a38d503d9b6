import { expect, test } from 'vitest';
import {
  createEndpointer,
  DEFAULT_CLIP_TIMINGS,
  type SpeechCut,
  type SpeechPacket,
} from '../../../src/audio/endpointer.ts';

const FRAME = 960;
const MS = 48;

function setUp() {
  const told: string[] = [];
  const cuts: SpeechCut[] = [];
  const cutter = createEndpointer(DEFAULT_CLIP_TIMINGS, {
    onStart: ({ position }) => told.push(`start ${position / FRAME}`),
    onClip: (cut) => {
      cuts.push(cut);
      told.push(`clip ${cut.part}`);
    },
    onEnd: () => told.push('end'),
  });
  return { cutter, told, cuts };
}

/** The packet at so many 20 ms; level 0 is silence. */
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

test('speech is a clip once it has ended', () => {
  const { cutter, told, cuts } = setUp();
  for (const frame of range(0, 50)) cutter.push(packet(frame));
  expect(told).toEqual(['start 0']);
  cutter.end();
  expect(told).toEqual(['start 0', 'clip 0', 'end']);
  expect(cuts.map(frames)).toEqual([range(0, 50)]);
  expect(cuts[0]).toMatchObject({ part: 0, first: true, last: true, voiceEnd: 50 * FRAME, lastVoiceAtMs: 980 });
});

test('200 ms of the silence around it is kept, as far as it came', () => {
  const { cutter, cuts } = setUp();
  for (const frame of range(0, 30)) cutter.push(packet(frame, 0));
  for (const frame of range(30, 60)) cutter.push(packet(frame));
  for (const frame of range(60, 90)) cutter.push(packet(frame, 0));
  cutter.end();
  expect(cuts.map(frames)).toEqual([range(20, 70)]);
});

test('a pause shorter than 700 ms does not cut, whether silence came or nothing', () => {
  const { cutter, told, cuts } = setUp();
  for (const frame of range(0, 20)) cutter.push(packet(frame));
  for (const frame of range(20, 54)) cutter.push(packet(frame, 0));
  for (const frame of range(54, 70)) cutter.push(packet(frame));
  for (const frame of range(104, 120)) cutter.push(packet(frame));
  cutter.end();
  expect(told).toEqual(['start 0', 'clip 0', 'end']);
  expect(frames(cuts[0] as SpeechCut)).toEqual([...range(0, 70), ...range(104, 120)]);
});

test('700 ms of silence, or of nothing by the speaker’s clock, ends it', () => {
  const { cutter, told } = setUp();
  for (const frame of range(0, 20)) cutter.push(packet(frame));
  for (const frame of range(20, 55)) cutter.push(packet(frame, 0));
  expect(told).toEqual(['start 0', 'clip 0', 'end']);
  for (const frame of range(60, 80)) cutter.push(packet(frame));
  cutter.push(packet(115));
  expect(told.slice(3)).toEqual(['start 60', 'clip 0', 'end', 'start 115']);
});

test('a clock that jumps back begins something new', () => {
  const { cutter, told } = setUp();
  for (const frame of range(1000, 1020)) cutter.push(packet(frame));
  cutter.push(packet(3));
  expect(told).toEqual(['start 1000', 'clip 0', 'end', 'start 3']);
});

test('less than 200 ms of voice is no speech', () => {
  const { cutter, told } = setUp();
  for (const frame of range(0, 9)) cutter.push(packet(frame));
  cutter.end();
  expect(told).toEqual(['start 0', 'end']);
});

test('long speech is cut where it is quietest in the last five seconds, and no packet is lost', () => {
  const { cutter, told, cuts } = setUp();
  for (const frame of range(0, 800)) {
    const isPause = Math.abs(frame - 600) < 6 || Math.abs(frame - 300) < 10;
    cutter.push(packet(frame, isPause ? 40 : 100));
  }
  cutter.end();
  expect(told).toEqual(['start 0', 'clip 0', 'clip 1', 'end']);
  const [head, tail] = cuts as [SpeechCut, SpeechCut];
  expect([...frames(head), ...frames(tail)]).toEqual(range(0, 800));
  expect(Math.abs((frames(tail)[0] ?? 0) - 600)).toBeLessThan(6);
  expect([head.first, head.last, tail.first, tail.last]).toEqual([true, false, false, true]);
});

test('a minute without any pause comes in clips of at most 15 s', () => {
  const { cutter, cuts } = setUp();
  for (const frame of range(0, 3000)) cutter.push(packet(frame, 100 + ((frame * 7919) % 60)));
  cutter.end();
  expect(cuts.flatMap(frames)).toEqual(range(0, 3000));
  expect(cuts.map(({ part }) => part)).toEqual(range(0, cuts.length));
  for (const cut of cuts) expect(frames(cut).length).toBeLessThanOrEqual(750);
});

test('a clip is bounded in bytes, too', () => {
  const { cutter, cuts } = setUp();
  for (const frame of range(0, 700)) cutter.push({ ...packet(frame), payload: new Uint8Array(4000) });
  expect(cuts.length).toBeGreaterThan(0);
});

test('what is under way grows and is the same as the clip in the end', () => {
  const { cutter, cuts } = setUp();
  expect(cutter.current).toBeUndefined();
  for (const frame of range(0, 30)) cutter.push(packet(frame));
  expect(frames(cutter.current as SpeechCut)).toEqual(range(0, 30));
  for (const frame of range(30, 40)) cutter.push(packet(frame));
  const grown = frames(cutter.current as SpeechCut);
  cutter.end();
  expect(cuts.map(frames)).toEqual([grown]);
});

test('what is thrown away comes in no clip', () => {
  const { cutter, told } = setUp();
  for (const frame of range(0, 30)) cutter.push(packet(frame));
  cutter.drop();
  cutter.end();
  expect(told).toEqual(['start 0', 'end']);
});

test('silence alone is never a clip and is not kept', () => {
  const { cutter, told } = setUp();
  for (const frame of range(0, 5000)) cutter.push(packet(frame % 3, 0));
  expect(told).toEqual([]);
  cutter.push({ ...packet(0), position: 3 * FRAME + 10 * MS });
  expect(cutter.current?.packets.length).toBeLessThanOrEqual(81);
});
