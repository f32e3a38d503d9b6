import { expect, it } from 'vitest';
import { createOutage } from '../../../../src/speech/http/outage.ts';

function watch() {
  const clock = { nowMs: 0 };
  return { clock, outage: createOutage(() => clock.nowMs) };
}

it('is long once nothing was served for longer, counted from its first failure', () => {
  const { clock, outage } = watch();
  expect(outage.isLongerThan(10_000)).toBe(false);
  outage.failed();
  clock.nowMs = 9_000;
  outage.failed();
  clock.nowMs = 10_000;
  expect(outage.isLongerThan(10_000)).toBe(false);
  clock.nowMs = 10_001;
  expect(outage.isLongerThan(10_000)).toBe(true);
});

it('ends with the first request that is served', () => {
  const { clock, outage } = watch();
  outage.failed();
  clock.nowMs = 20_000;
  outage.succeeded();
  expect(outage.isLongerThan(10_000)).toBe(false);
  outage.failed();
  expect(outage.isLongerThan(10_000)).toBe(false);
});

it('of long ago is another one', () => {
  const { clock, outage } = watch();
  outage.failed();
  clock.nowMs = 3_600_000;
  outage.failed();
  expect(outage.isLongerThan(10_000)).toBe(false);
});
