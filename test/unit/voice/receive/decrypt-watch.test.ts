import { expect, test } from 'vitest';
import { createDecryptWatch } from '../../../../src/voice/receive/decrypt-watch.ts';

/** Fails so many packets, 20 ms apart, and gives the number of the one that was too many. */
function fail(watch: ReturnType<typeof createDecryptWatch>, times: number, usable = true, userId = 'anna') {
  for (let number = 1; number <= times; number += 1) if (watch.failed(userId, usable, number * 20)) return number;
  return undefined;
}

test('all of somebody’s packets failing for a second and a half is one too many', () => {
  expect(fail(createDecryptWatch(), 200)).toBe(76);
});

test('one that succeeds in between begins the count anew', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 70)).toBeUndefined();
  watch.opened('anna');
  expect(fail(watch, 70)).toBeUndefined();
});

test('that another person is understood says nothing', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 70)).toBeUndefined();
  watch.opened('ben');
  expect(watch.failed('anna', true, 2_000)).toBe(true);
});

test('while keys change it is patient for ten seconds', () => {
  expect(fail(createDecryptWatch(), 400, false)).toBeUndefined();
  expect(fail(createDecryptWatch(), 600, false)).toBe(501);
});

test('a few failures now and then are nothing', () => {
  const watch = createDecryptWatch();
  for (let minute = 1; minute < 100; minute += 1) expect(watch.failed('anna', true, minute * 60_000)).toBe(false);
});

test('after it has cried out it waits as long again', () => {
  const watch = createDecryptWatch();
  expect(fail(watch, 100)).toBe(76);
  expect(watch.failed('anna', true, 1_540)).toBe(false);
});
