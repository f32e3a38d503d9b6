import { expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { cleanText } from '../../../../src/text/spoken/clean-text.ts';
import { replaceEmoji, replaceEmoticons } from '../../../../src/text/spoken/emoji.ts';
import { createEmojiNames } from '../../../../src/text/spoken/emoji-names.ts';
import { removeEmphasis } from '../../../../src/text/spoken/emphasis.ts';
import { shortenFloods, shortenRepeats } from '../../../../src/text/spoken/floods.ts';
import { sayLines } from '../../../../src/text/spoken/lines.ts';
import { replaceMarkup } from '../../../../src/text/spoken/markdown.ts';
import { shorten } from '../../../../src/text/spoken/shorten.ts';
import { SpokenParts } from '../../../../src/text/spoken/spoken-parts.ts';

const words = CATALOGUES['en-US'].spoken;

// Quadratic work would take minutes for this length, far beyond the timeout of a test.
const CHARS = 240_000;

const emojiNames = await createEmojiNames()('en');
const context = () => ({
  ...{ parts: new SpokenParts(), words, emojiNames, nowMs: 0, names: new Map<string, string>() },
  ...{ sayName: (name: string) => name, writtenFor: 'chat' as const },
});

/** Each step with what its patterns could stumble over. */
const STEPS: readonly (readonly [name: string, step: (text: string) => string, units: readonly string[]])[] = [
  ['emoticons', replaceEmoticons, ['¯\\_', ':)', '>', 'a ']],
  [
    'markup',
    (text) => replaceMarkup(text, context()),
    [
      '[',
      '](',
      '[](https://a',
      '](https://a(',
      '[a](https://a)',
      '||',
      '|',
      '`',
      '`a``',
      '<',
      '<@1',
      '\\',
      'a.',
      'https://',
    ],
  ],
  ['emoji', (text) => replaceEmoji(text, context()), ['😂', '🇩', '🇩 ', '😂\u200d', '1\ufe0f']],
  ['emphasis', removeEmphasis, ['*', '**a', '*a **b ', '_a ', '~~']],
  ['lines', (text) => sayLines(text, (line) => line, words), ['\n', '> ', '>\n', '| a ', ' ', '- ', '\u{f0000}']],
  ['floods', (text) => shortenFloods(text, words), ['a', 'ab', 'a1', '.', ', ', '-', '…', 'abcdefgh']],
  ['repeats', (text) => shortenRepeats(text, 'chat'), ['a ', 'a b ', 'a b c d e f g h ', ' ', '. ']],
  ['shortening', (text) => shorten(text, text.length - 20, words.andMore), ['…', '[', '. ', '。', ' ']],
];

test.each(STEPS)('reading hostile text is linear: %s', { timeout: 15_000 }, (_name, step, units) => {
  for (const unit of units) {
    const half = unit.repeat(CHARS / 2 / unit.length);
    // At the end, and followed by what is no part of it: each is hard for other patterns.
    for (const text of [`x${half}`, `${half}${'x y'.repeat(CHARS / 6)}`]) {
      expect(step(text).length).toBeLessThan(CHARS * 2);
    }
  }
});

test('a text is looked at up to a bound', () => {
  expect(cleanText('word and more '.repeat(CHARS), context()).length).toBeLessThan(20_000);
});

test('10,000 nested brackets are read without a stall', { timeout: 15_000 }, () => {
  const text = `${'['.repeat(100_000)}deep${']'.repeat(100_000)}(https://example.com)`;
  expect(replaceMarkup(text, context())).toContain('deep');
  expect(cleanText(`so ${'['.repeat(5_000)}deep${']'.repeat(5_000)}`, context())).toBe('');
});
