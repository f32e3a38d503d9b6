import { expect, test } from 'vitest';
import { createTally } from '../../../../bench/soak/tally.ts';

test('a successful action is counted and returns its result', async () => {
  const tally = createTally();
  expect(await tally.attempt('/say', async () => 'Spoken.')).toBe('Spoken.');
  await tally.attempt('/say', async () => 'Spoken.');
  expect([...tally.done]).toEqual([['/say', 2]]);
  expect(tally.failed.size).toBe(0);
});

test('a failure is counted separately, with its reason, and work continues', async () => {
  const tally = createTally();
  const attempt = () =>
    tally.attempt('/say', async () => {
      throw new Error('no answer');
    });
  expect(await attempt()).toBeUndefined();
  await attempt();
  expect([...tally.failed]).toEqual([['/say: no answer', 2]]);
  expect(tally.done.size).toBe(0);
});
