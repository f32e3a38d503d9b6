import { expect, it } from 'vitest';
import { readArguments } from '../../../playground/arguments.ts';

it.each([
  [[], { what: 'terminal', keep: false, opensBrowser: true }],
  [['--keep'], { what: 'terminal', keep: true, opensBrowser: true }],
  [['--no-open'], { what: 'terminal', keep: false, opensBrowser: false }],
  [['--help'], { what: 'help' }],
  [['-h'], { what: 'help' }],
  [['--forget'], { what: 'forget' }],
  [['tour'], { what: 'tour' }],
  [['tour', '--help'], { what: 'help' }],
  [['speech', '--port', '0'], { what: 'speech', rest: ['--port', '0'] }],
])('reads %j', (argv, wanted) => {
  expect(readArguments(argv)).toEqual(wanted);
});

it.each([[['--keep', '--forget']], [['tour', '--keep']], [['sing']], [['--sing']]])('refuses %j', (argv) => {
  expect(readArguments(argv)).toBeUndefined();
});
