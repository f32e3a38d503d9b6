import { describe, expect, test } from 'vitest';
import { beginsClause, leadsIntoClause } from '../../../src/text/clause-words.ts';

describe('words that begin a clause', () => {
  test.each([
    'and',
    'And',
    '“but',
    '(because',
    'which,',
    'that’s',
    "I'm",
    'dass',
    'où',
    'qu’il',
    'Lorsqu’on',
    '¿cuando',
  ])('include %s', (word) => {
    expect(beginsClause(word)).toBe(true);
  });

  test.each(['house', 'android', 'sand', 'der', 'die', 'car', 'se', 'o', 'qu', 'l’eau', '42', '—', '', '그리고'])(
    'do not include %s',
    (word) => {
      expect(beginsClause(word)).toBe(false);
    },
  );

  test('lead into the clause unless punctuation follows', () => {
    expect(['and', '“and', 'that’s', 'qu’on', 'qu’'].map(leadsIntoClause)).toEqual([true, true, true, true, false]);
    expect(['and,', 'which …', 'who?', 'house'].map(leadsIntoClause)).toEqual([false, false, false, false]);
  });
});
