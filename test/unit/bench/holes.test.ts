import { SILENCE_FRAME } from '@mynah/opus/opus-packet';
import { expect, test } from 'vitest';
import { holesOf } from '../../support/holes.ts';

const SOUND = Uint8Array.of(0xf8, 1, 2);

/** `count` packets of sound, 20 ms apart. */
function sound(fromMs: number, count: number) {
  return Array.from({ length: count }, (_, index) => ({ opus: SOUND, receivedAtMs: fromMs + index * 20 }));
}

function silence(fromMs: number, count: number) {
  return sound(fromMs, count).map((packet) => ({ ...packet, opus: SILENCE_FRAME }));
}

test('an utterance without late packets has no hole', () => {
  expect(holesOf(sound(0, 50))).toEqual([]);
  expect(holesOf([])).toEqual([]);
});

test('silence frames between packets with sound are a hole, and so are missing packets', () => {
  const packets = [...sound(0, 5), ...silence(100, 3), ...sound(160, 5), ...sound(400, 20)];
  expect(holesOf(packets)).toEqual([60, 140]);
});

test('packets that are late and then catch up are no hole', () => {
  const packets = sound(0, 50).map(({ opus, receivedAtMs }, index) => ({
    opus,
    receivedAtMs: receivedAtMs + (index >= 20 && index < 25 ? 90 : 0),
  }));
  expect(holesOf(packets)).toEqual([]);
});

test('silence before and after the sound is no hole', () => {
  expect(holesOf([...silence(0, 20), ...sound(700, 30), ...silence(1_300, 9)])).toEqual([]);
});
