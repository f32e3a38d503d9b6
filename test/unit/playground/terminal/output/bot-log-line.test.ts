import { expect, it } from 'vitest';
import { botLogLine } from '../../../../../playground/terminal/output/bot-log-line.ts';

const MODEL = 'SPEECH_MODEL is not a known model';

it('shows the warnings of the start as one dim line each', () => {
  expect(botLogLine({ level: 'warn', msg: MODEL }, true)).toBe(`\u001B[2m… the bot warns: ${MODEL}\u001B[22m`);
});

it.each([
  ['warn', false, undefined],
  ['info', true, undefined],
  ['error', true, `… the bot logs: ${MODEL}`],
  ['fatal', false, `… the bot logs: ${MODEL}`],
])('shows of the rest only failures: %s, starting: %s', (level, isStarting, line) => {
  expect(botLogLine({ level, msg: MODEL }, isStarting)).toBe(line);
});
