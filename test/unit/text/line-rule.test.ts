import { expect, test } from 'vitest';
import { lineRuleFor } from '../../../src/text/line-rule.ts';

test.each([
  ['an English text with 漢字 in it', 42, 20],
  ['我们要讨论的是字幕', 32, 18],
  ['新しい字幕について', 32, 14],
  ['새로운 자막 시스템', 32, 28],
  ['ระบบคำบรรยาย', 35, 20],
  ['42', 42, 20],
])('the lines of “%s” have %i columns, of which people read %i a second', (text, columns, columnsPerSecond) => {
  expect(lineRuleFor(text)).toEqual({ columns, columnsPerSecond });
});
