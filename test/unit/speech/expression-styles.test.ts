import { expect, test } from 'vitest';
import { EXPRESSION_STYLES, expressionMark } from '../../../src/speech/expression-styles.ts';
import { TTS_MODELS } from '../../../src/speech/wire.ts';
import { readStyle } from '../../../src/text/sentence-marks.ts';

test('every model but the first takes any words in brackets', () => {
  for (const model of [...TTS_MODELS, 's9-pro'].filter((each) => each !== 's1')) {
    expect(expressionMark('like a tired pirate', model)).toBe('[like a tired pirate]');
  }
});

test('the first model takes what it knows, in parentheses', () => {
  expect(expressionMark('Whispering', 's1')).toBe('(whispering)');
  expect(expressionMark('like a tired pirate', 's1')).toBeUndefined();
});

test('all that are suggested can be written, and fit into one autocomplete', () => {
  expect(EXPRESSION_STYLES.map(readStyle)).toEqual(EXPRESSION_STYLES);
  expect(EXPRESSION_STYLES.length).toBeLessThanOrEqual(25);
});
