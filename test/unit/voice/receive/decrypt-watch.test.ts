import { expect, test } from 'vitest';
import { createDecryptWatch } from '../../../../src/voice/receive/decrypt-watch.ts';

/** Fails so many packets, 20 ms apart, and returns the number of the one too many. */
function fail(watch: ReturnType<typeof createDecryptWatch>, times: number, usable = true, userId = 'anna') {
  for (let number = 1; number <= times; number += 1) if (watch.failed(userId, usable, number * 20)) return number;
  return undefined;
}

test('failures of all of a person’s packets for 1.5 s mean lost keys', () => {
  expect(fail(createDecryptWatch(), 200)).toBe(76);
});

test('one success restarts the count', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 70)).toBeUndefined();
  watch.opened('anna');
  expect(fail(watch, 70)).toBeUndefined();
});

test('another person’s success does not restart the count', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 70)).toBeUndefined();
  watch.opened('ben');
  expect(watch.failed('anna', true, 2_000)).toBe(true);
});

test('while keys change, failures count only after 10 s', () => {
  expect(fail(createDecryptWatch(), 400, false)).toBeUndefined();
  expect(fail(createDecryptWatch(), 600, false)).toBe(501);
});

test('occasional failures do not count', () => {
  const watch = createDecryptWatch();
  for (let minute = 1; minute < 100; minute += 1) expect(watch.failed('anna', true, minute * 60_000)).toBe(false);
});

test('after an alarm it counts from the beginning', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 100)).toBe(76);
  expect(watch.failed('anna', true, 1_540)).toBe(false);
});
