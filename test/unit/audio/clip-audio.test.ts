import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { packetSamples, SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { expect, test } from 'vitest';
import { clipAudio } from '../../../src/audio/clip-audio.ts';
import type { SpeechCut, SpeechPacket } from '../../../src/audio/endpointer.ts';

const FRAME = 960;
/** Samples that a player skips at the start. */
const PRE_SKIP = 312;

function packet(position: number, { toc = 0xf8, samples = FRAME, lost = 0, voiced = true } = {}): SpeechPacket {
  const payload = Uint8Array.of(toc, position >> 16, position >> 8, position);
  return { payload, position, samples, level: 100, voiced, lost, receivedAtMs: 0 };
}

function cut(packets: readonly SpeechPacket[], { first = true, last = true } = {}): SpeechCut {
  const voiced = packets.findLast((one) => one.voiced);
  const voiceEnd = voiced === undefined ? 0 : voiced.position + voiced.samples;
  return { part: first ? 0 : 1, first, last, packets, voiceEnd, lastVoiceAtMs: 0 };
}

function read(audio: Uint8Array): { packets: Uint8Array[]; samples: number; channels: number | undefined } {
  const reader = createOggOpusReader();
  const packets = reader.push(audio);
  reader.end();
  const samples = packets.reduce((sum, each) => sum + packetSamples(each), 0);
  expect(reader.head?.preSkipSamples).toBe(PRE_SKIP);
  return { packets, samples, channels: reader.head?.channels };
}

function row(from: number, count: number): SpeechPacket[] {
  return Array.from({ length: count }, (_, index) => packet((from + index) * FRAME));
}

test('the file contains the packets unchanged, with 200 ms of silence around them', () => {
  const packets = row(100, 50);
  const clip = clipAudio(cut(packets));
  const file = read(clip.audio);
  expect(file.packets.slice(10, 60)).toEqual(packets.map(({ payload }) => payload));
  expect(file.packets.slice(0, 10)).toEqual(Array(10).fill(SILENCE_FRAME));
  expect(file.packets.slice(60)).toEqual(Array(10).fill(SILENCE_FRAME));
  expect(clip).toMatchObject({ position: 90 * FRAME, samples: 70 * FRAME - PRE_SKIP, lostPackets: 0 });
  expect(file.samples).toBe(clip.samples + PRE_SKIP);
});

test('received silence counts towards the 200 ms', () => {
  const before = packet(96 * FRAME, { voiced: false });
  const after = packet(150 * FRAME, { voiced: false });
  const clip = clipAudio(cut([before, ...row(100, 50), after]));
  expect(clip.position).toBe(90 * FRAME);
  expect(clip.samples).toBe(70 * FRAME - PRE_SKIP);
});

test('the voice is told apart from the silence around it, on the same clock', () => {
  const packets = [packet(96 * FRAME, { voiced: false }), ...row(100, 50), packet(155 * FRAME, { voiced: false })];
  expect(clipAudio(cut(packets)).voice).toEqual({ start: 100 * FRAME, end: 150 * FRAME });
});

test('a part without voice counts as voice from end to end', () => {
  const quiet = row(100, 60).map((each) => ({ ...each, voiced: false }));
  const clip = clipAudio({ ...cut(quiet, { first: false, last: false }), voiceEnd: 500 * FRAME });
  expect(clip.voice).toEqual({ start: 100 * FRAME, end: 160 * FRAME });
});

test('gaps are filled with silence, so that every packet keeps its time', () => {
  const packets = [...row(0, 20), packet(30 * FRAME + 600, { lost: 2 }), ...row(60, 10)];
  const clip = clipAudio(cut(packets));
  const { packets: written } = read(clip.audio);
  let position = clip.position;
  const times = new Map<string, number>();
  for (const each of written) {
    times.set(Buffer.from(each).toString('hex'), position);
    position += packetSamples(each);
  }
  for (const { payload, position: at } of packets) {
    expect(Math.abs((times.get(Buffer.from(payload).toString('hex')) ?? -1) - at)).toBeLessThan(120);
  }
  expect(clip.lostPackets).toBe(2);
});

test('a short word is padded to one second', () => {
  const clip = clipAudio(cut(row(0, 12)));
  expect(clip.samples).toBeGreaterThanOrEqual(48_000);
  expect(clip.samples).toBeLessThan(49_000);
  expect(read(clip.audio).samples).toBe(clip.samples + PRE_SKIP);
});

test('no silence is added between parts of one utterance', () => {
  const clip = clipAudio(cut(row(0, 60), { first: false, last: false }));
  expect(read(clip.audio).packets).toHaveLength(60);
  expect(clip.position).toBe(0);
});

test('packets that overlap by their clock are written one after another, and the next gap is shortened', () => {
  const packets = [...row(0, 60), packet(59 * FRAME + 480), packet(62 * FRAME)];
  const written = packets.map(({ payload }) => payload);
  written.splice(61, 0, SILENCE_FRAME);
  expect(read(clipAudio(cut(packets, { first: false })).audio).packets.slice(0, 63)).toEqual(written);
});

test('a single stereo packet makes the file stereo', () => {
  expect(read(clipAudio(cut(row(0, 60))).audio).channels).toBe(1);
  expect(read(clipAudio(cut([...row(0, 60), packet(60 * FRAME, { toc: 0xfc })])).audio).channels).toBe(2);
});

test('packets of 60 ms keep their duration', () => {
  const packets = Array.from({ length: 20 }, (_, index) => packet(index * 2880, { toc: 0x18, samples: 2880 }));
  expect(clipAudio(cut(packets)).samples).toBe(20 * 2880 + 20 * FRAME - PRE_SKIP);
});
