import { expect, it } from 'vitest';
import { dropOldestBeyond, rememberWithin } from '../../src/bounded-map.ts';

it('the oldest entry of a map makes room', () => {
  const known = new Map<string, number>();
  for (const [index, key] of ['a', 'b', 'c'].entries()) rememberWithin(2, known, key, index);
  expect([...known]).toEqual([
    ['b', 1],
    ['c', 2],
  ]);
});

it('an entry that is set again is the newest', () => {
  const known = new Map<string, number>();
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) rememberWithin(2, known, key, index);
  expect([...known.keys()]).toEqual(['a', 'c']);
});

it('a set within its bound keeps everything', () => {
  const told = new Set(['a', 'b']);
  dropOldestBeyond(2, told);
  expect([...told]).toEqual(['a', 'b']);
  dropOldestBeyond(1, told.add('c'));
  expect([...told]).toEqual(['b', 'c']);
});
