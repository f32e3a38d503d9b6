import type { Random } from './random.ts';

const WHO = [
  'My brother',
  'The old teacher',
  'Our neighbour',
  'A young doctor',
  'The captain',
  'Her cousin',
  'Nobody',
  'The baker',
  'Their daughter',
  'A tired farmer',
];
const DOES = ['found', 'painted', 'remembered', 'lost', 'carried', 'sold', 'borrowed', 'hid', 'repaired', 'described'];
const WHAT = [
  'a silver spoon',
  'the garden gate',
  'three yellow boats',
  'a letter from home',
  'the broken clock',
  'some warm bread',
  'an empty suitcase',
  'the green umbrella',
  'a wooden horse',
  'the last ticket',
];
const WHERE = [
  'behind the station',
  'in the market',
  'near the river',
  'under the bridge',
  'at the top of the hill',
  'beside the church',
  'on the way to school',
  'in the big city',
];
const WHEN = [
  'on Monday',
  'before lunch',
  'when it rained',
  'last summer',
  'after the concert',
  'early in the morning',
  'without a word',
  'at midnight',
];

/** Most sentences of a text. */
const MAX_SENTENCES = 4;

/** A text of one to four sentences, hardly ever the same twice. */
export function makeText(random: Random): string {
  const sentences = 1 + Math.floor(random.next() * MAX_SENTENCES);
  const parts = [WHO, DOES, WHAT, WHERE, WHEN];
  return Array.from({ length: sentences }, () => `${parts.map((words) => random.pick(words)).join(' ')}.`).join(' ');
}
