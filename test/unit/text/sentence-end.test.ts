import { expect, test } from 'vitest';
import { isSentenceEnd } from '../../../src/text/sentence-end.ts';

test.each([
  ['today.', 'We'],
  ['today.', undefined],
  ['so.”', 'He'],
  ['(so.)', 'He'],
  ['what?!', 'He'],
  ['well…', 'He'],
  ['I.', 'You'],
  ['です。', '今'],
  ['吗？」', '他'],
  ['أسئلة؟', 'نعم'],
  ['है।', 'वह'],
])('a sentence ends with %s before %s', (word, next) => {
  expect(isSentenceEnd(word, next)).toBe(true);
});

test.each([
  ['today', 'We'],
  ['today,', 'We'],
  ['Dr.', 'Smith'],
  ['(Mrs.', 'Smith'],
  ['J.', 'Smith'],
  ['3.', 'Mai'],
  ['z.', 'B.'],
  ['e.g.', 'Smith'],
  ['U.S.', 'Army'],
  ['“Really?”', 'she'],
  ['3.5', 'We'],
])('no sentence ends with %s before %s', (word, next) => {
  expect(isSentenceEnd(word, next)).toBe(false);
});
