import { expect, it } from 'vitest';
import { FAULT_KINDS, planFaults } from '../../../../bench/chaos/plan.ts';
import { createRandom } from '../../../../bench/chaos/random.ts';
import { makeText } from '../../../../bench/chaos/texts.ts';

const RUN = { forMs: 30 * 60_000, servers: 6 };

it('makes the same decisions for the same seed, and others for another one', () => {
  const plan = planFaults(createRandom('one'), RUN);
  expect(planFaults(createRandom('one'), RUN)).toEqual(plan);
  expect(planFaults(createRandom('two'), RUN)).not.toEqual(plan);
});

it('makes decisions that do not depend on how many others are made', () => {
  const [idle, busy] = [createRandom('one'), createRandom('one')];
  for (let count = 0; count < 100; count += 1) busy.next();
  const textsOf = (random: ReturnType<typeof createRandom>) =>
    Array.from({ length: 5 }, () => makeText(random.fork('texts')));
  expect(textsOf(busy)).toEqual(textsOf(idle));
});

it('plans every kind of fault within half an hour, in order, some of them at the same time', () => {
  const plan = planFaults(createRandom('one'), RUN);
  expect(new Set(plan.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
  const times = plan.map(({ atMs }) => atMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(plan.some(({ atMs, forMs }, index) => atMs + forMs > (plan[index + 1]?.atMs ?? Infinity))).toBe(true);
});

it('chooses by weight', () => {
  const random = createRandom('weights');
  const chosen = Array.from({ length: 3_000 }, () => random.weigh([{ weight: 1 }, { weight: 2 }]).weight);
  const share = chosen.filter((weight) => weight === 2).length / chosen.length;
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.73);
});
