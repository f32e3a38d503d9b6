import { expect, test } from 'vitest';
import { matchLetters } from '../../../src/text/match-letters.ts';

const letters = (text: string) => ({ text, starts: new Set([0]) });

test.each([
  ['two letters between differences are chance', 'mmabnn', 'ppabqq', []],
  ['three are none', 'mmabcnn', 'ppabcqq', [{ a: 2, b: 2, length: 3 }]],
  ['a text of two letters is found whole', 'ab', 'ppabqq', [{ a: 0, b: 2, length: 2 }]],
  ['texts without anything in common have no match', 'mmmm', 'pppp', []],
])('%s', (_what, a, b, runs) => {
  expect(matchLetters(letters(a), letters(b))).toEqual(runs);
});
