import { expect, test } from 'vitest';
import { EXPRESSION_STYLES, expressionMark } from '../../../src/speech/expression-styles.ts';
import { readStyle } from '../../../src/text/sentence-marks.ts';

test('a style is any words in brackets: what is in parentheses is read out', () => {
  expect(expressionMark('like a tired pirate')).toBe('[like a tired pirate]');
});

test('all that are suggested can be written, and fit into one autocomplete', () => {
  expect(EXPRESSION_STYLES.map(readStyle)).toEqual(EXPRESSION_STYLES);
  expect(EXPRESSION_STYLES.length).toBeLessThanOrEqual(25);
});
