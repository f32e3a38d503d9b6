import { expect, it } from 'vitest';
import { marksIn } from '../../../src/reading/proxied-text.ts';

it.each([
  ['A: ok', 'ok', 2],
  ['[hello]', 'hello', 2],
  ['text -L', 'text', 2],
  ['okay: ok', 'ok', 5],
  ['lol 😂', 'lol', 2],
  ['hello', 'hello', 0],
  ['A:', '', 2],
  ['🎀こんにちは', 'こんにちは', 2],
])('%s is %s and marks', (text, words, marks) => {
  expect(marksIn(text, words)).toBe(marks);
});

it.each([
  ['I hate Bob', 'I'],
  ['no, he is gay', 'no'],
  ['I never said I quit my job', 'I quit my job'],
  ['okay', 'ok'],
  ['Look at these pictures', ''],
  ['a-very-long-word ok', 'ok'],
])('%s says more than %s', (text, words) => {
  expect(marksIn(text, words)).toBeUndefined();
});
