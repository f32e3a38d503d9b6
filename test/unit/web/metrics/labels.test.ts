import { expect, test } from 'vitest';
import { LABEL_VALUES } from '../../../../src/web/metrics/labels.ts';
import { createEveryMetric } from './every-metric.ts';

const FIXED: Readonly<Record<string, readonly string[]>> = LABEL_VALUES;
/**
 * Labels whose values are bounded otherwise: threads by VOICE_WORKERS, versions because a process has one, `le` by a
 * histogram's buckets, and those of the runtime by V8.
 */
const OTHER: Readonly<Record<string, RegExp>> = {
  thread: /^(main|voice-\d{1,3})$/,
  version: /^v?\d+\.\d+\.\d+(-[\w.]+)?$/,
  le: /^(\+Inf|\d+(\.\d+)?)$/,
  major: /^\d+$/,
  minor: /^\d+$/,
  patch: /^\d+$/,
};

/** Every label of every sample. */
async function labels(threads?: number): Promise<readonly (readonly [metric: string, label: string, value: string])[]> {
  const { body } = await createEveryMetric(threads).text();
  const samples = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return samples.flatMap((line) =>
    [...line.matchAll(/(\w+)="([^"]*)"/g)].map(
      ([, label = '', value = '']) => [line.split(/[ {]/, 1)[0] ?? '', label, value] as const,
    ),
  );
}

test('every label has one of its declared values', {
  meta: { promises: ['labels-metrics-have-declared'] },
}, async () => {
  const found = await labels();
  expect(found.length).toBeGreaterThan(100);
  const undeclared = found.filter(
    ([, label, value]) => !(FIXED[label]?.includes(value) ?? OTHER[label]?.test(value) ?? false),
  );
  expect(undeclared).toEqual([]);
});

test('every declared label and value is used', async () => {
  const found = await labels();
  const declared = Object.entries(FIXED).flatMap(([label, values]) => values.map((value) => `${label}=${value}`));
  const used = new Set(found.map(([, label, value]) => `${label}=${value}`));
  expect(declared.filter((each) => !used.has(each))).toEqual([]);
  expect(Object.keys(OTHER).filter((label) => !found.some(([, name]) => name === label))).toEqual([]);
});

test('the number of series depends on nothing but the number of voice threads', async () => {
  const count = async (threads: number) => {
    const { body } = await createEveryMetric(threads).text();
    return body.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
  };
  const [one, two, eight] = await Promise.all([count(1), count(2), count(8)]);
  expect(eight - one).toBe(7 * (two - one));
  expect(one).toBeLessThan(500);
});
