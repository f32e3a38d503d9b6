import { expect, it } from 'vitest';
import { hintAt, nearest } from '../../../../playground/terminal/nearest.ts';

it.each([
  ['titel', ['title', 'audio', 'visibility'], ['title']],
  ['VOI', ['text', 'voice', 'style'], ['voice']],
  ['capt', ['general', 'captions'], ['captions']],
  ['xyz', ['text', 'voice'], []],
  ['s', ['say', 'speed', 'queue'], ['say', 'speed']],
])('for %j of %j: %j', (word, names, meant) => {
  expect(nearest(word, names)).toEqual(meant);
});

it('names all where none is near, and nothing where there is none', () => {
  expect(hintAt('titel', ['title'])).toBe(' Did you mean title?');
  expect(hintAt('xyz', ['text', 'voice'])).toBe(' There is: text, voice.');
  expect(hintAt('xyz', [])).toBe('');
});
