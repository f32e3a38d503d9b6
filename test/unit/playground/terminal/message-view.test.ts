import { expect, it } from 'vitest';
import { changed } from '../../../../playground/terminal/message-view.ts';

it.each([
  ['Mynah: a\n  b', 'Mynah: c\n  b', 'Mynah (edited): c'],
  ['Mynah: a\n  b\n  c', 'Mynah: a\n  b\n  d\n  c', 'Mynah (edited):\n  d'],
  [
    'Mynah #2 (only you see this): a',
    'Mynah #2 (only you see this): b\n  c',
    'Mynah #2 (only you see this) (edited): b\n  c',
  ],
  ['Mynah: a\n  b', 'Mynah: a', undefined],
])('of %j and %j, %j is new', (before, after, news) => {
  expect(changed('Mynah', before, after)).toBe(news);
});
