import { expect, test } from 'vitest';
import { drawChart } from '../../../bench/chart.ts';

const svg = drawChart({
  title: 'Gaps & pauses',
  subtitle: 'as they arrive',
  panels: [
    {
      title: 'p99, ms',
      categories: ['1', '200'],
      aim: 23,
      series: [
        { name: 'Mynah', values: [20.123_45, 21] },
        { name: 'stock player', values: [undefined, 20] },
      ],
    },
    { title: 'longest, ms', categories: ['one'], logarithmic: true, series: [{ name: 'Mynah', values: [320] }] },
  ],
});

/** All text in the chart. */
const shown = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('a chart is a standalone image that names what it shows', () => {
  expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(shown).toEqual(
    expect.arrayContaining(['Gaps &amp; pauses', 'as they arrive', 'p99, ms', 'longest, ms', '1', '200', 'one']),
  );
});

test('a chart shows every value, and no bar for a missing one', () => {
  expect(shown).toEqual(expect.arrayContaining(['20.1', '21', '20', '320']));
  expect(shown).not.toContain('NaN');
});

test('a chart shows the aim, and each name once', () => {
  expect(shown).toContain('aim: 23');
  expect(shown.filter((text) => text === 'Mynah')).toHaveLength(1);
});
