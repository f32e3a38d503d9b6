import { expect, test } from 'vitest';
import { recordedWaveform } from '../../../../../playground/page/client/voice/recorded-waveform.ts';
import { waveformOf } from '../../../../../src/audio/waveform.ts';

/** Two seconds of silence, three of speech that grows. */
const POWERS = Array.from({ length: 250 }, (_, index) => (index < 100 ? 0 : ((index - 100) / 150) ** 2 / 10));

test('the waveform of a recording is the one that the bot makes of the same sound', () => {
  expect(recordedWaveform(POWERS)).toBe(waveformOf(POWERS, 20));
});

test('it has 256 points at most, and one at least', () => {
  expect(atob(recordedWaveform(Array(5_000).fill(0.1)))).toHaveLength(256);
  expect(atob(recordedWaveform([0.1]))).toHaveLength(1);
  expect(atob(recordedWaveform([]))).toHaveLength(1);
});

test('almost silence stays flat', () => {
  expect(atob(recordedWaveform(Array(50).fill(1e-8))).charCodeAt(0)).toBeLessThan(5);
});
