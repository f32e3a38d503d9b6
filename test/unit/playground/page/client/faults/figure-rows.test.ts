import { expect, test } from 'vitest';
import { figureRows } from '../../../../../../playground/page/client/faults/figure-rows.ts';
import { english } from '../../../../../../playground/page/client/texts/load-texts.ts';

const { voice } = english;

const FIGURES = {
  firstSoundMs: 1_234.4,
  lossShare: 0.0625,
  jitterMs: 41.6,
  captionDelayMs: 987,
  queue: 2,
  permits: { held: 1, allowed: 5, waiting: 0 },
};

test('figures have units, in the format of the visitor’s language', () => {
  const values = (locale: string) =>
    figureRows(FIGURES, voice, locale).map(({ value }) => value?.replaceAll(/\s/g, ' '));
  expect(values('en-US')).toEqual(['1,234 ms', '987 ms', '6.3%', '42 ms', '2', '1 of 5']);
  expect(values('de')).toEqual(['1.234 ms', '987 ms', '6,3 %', '42 ms', '2', '1 of 5']);
});

test('requests that wait are named', () => {
  const permits = { held: 5, allowed: 5, waiting: 3 };
  expect(figureRows({ ...FIGURES, permits }, voice, 'en-US').at(-1)?.value).toBe('5 of 5, 3 waiting');
});

test('what is not known has no value', () => {
  expect(figureRows(undefined, voice, 'en-US').every(({ value }) => value === undefined)).toBe(true);
});
