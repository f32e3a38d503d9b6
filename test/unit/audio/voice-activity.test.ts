import { packetLevel } from '@mynah/opus/opus-silence';
import { expect, test } from 'vitest';
import { createVoiceActivity } from '../../../src/audio/voice-activity.ts';

/** Classifies 20 ms packets of the given sizes in bytes. */
function judge(sizes: readonly number[]): boolean[] {
  const activity = createVoiceActivity();
  return sizes.map((bytes) => activity.isVoiced(packetLevel(new Uint8Array(bytes).fill(7), 960), 960));
}

function repeat(times: number, ...sizes: number[]): number[] {
  return Array.from({ length: times }, () => sizes).flat();
}

test('silence frames and DTX are not voice; the first packet with sound is', () => {
  expect(judge([3, 1, 2, 120, 3])).toEqual([false, false, false, true, false]);
});

test('steady sizes, as from a constrained bit rate, all count as voice because they carry no information', () => {
  expect(judge(repeat(300, 161, 116, 190, 246, 130)).every(Boolean)).toBe(true);
});

test('noise far below speech is not voice; speech after it is', () => {
  const verdicts = judge([...repeat(100, 20, 22), ...repeat(50, 90, 110), ...repeat(50, 20, 22), ...repeat(10, 95)]);
  expect(verdicts.slice(202, 300).every(Boolean)).toBe(true);
  expect(verdicts.slice(310, 400).some(Boolean)).toBe(false);
  expect(verdicts.slice(402).every(Boolean)).toBe(true);
});

test('someone who continues quietly is detected again within six seconds', () => {
  const verdicts = judge([...repeat(100, 20), ...repeat(100, 120), ...repeat(400, 28)]);
  expect(verdicts.at(-1)).toBe(true);
});

test('levels are comparable between packets of different durations', () => {
  expect(packetLevel(new Uint8Array(300), 2880)).toBe(100);
  expect(packetLevel(new Uint8Array(50), 480)).toBe(100);
});
