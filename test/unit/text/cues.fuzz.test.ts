import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { speakerLabel } from '../../../src/text/cue-lines.ts';
import { makeCues } from '../../../src/text/cues.ts';
import { columnsOf, lineRuleFor } from '../../../src/text/line-rule.ts';
import { toSingleLine } from '../../../src/text/single-line.ts';
import { splitWords, spreadWords } from '../../../src/text/timed-words.ts';
import { alignWords } from '../../../src/text/word-alignment.ts';

const word = fc.constantFrom(
  ...[
    'the',
    'weather',
    'is',
    'nice',
    'today.',
    'Well,',
    '3.5',
    '35',
    'Dr.',
    'it’s',
    '—',
    '…',
    '„Gut“',
    'Donaudampfschiff',
  ],
  ...[
    '今日は',
    '良い',
    '天気です。',
    '大家好，',
    '欢迎',
    '안녕하세요',
    'สวัสดีครับ',
    'مرحبا',
    'أسئلة؟',
    '👩‍👩‍👧',
    'e\u0301',
    'x'.repeat(99),
  ],
  ...['\n', '\u202e', '\ud83d', '<b>', '-->', '\u200b', '\u0301'],
);
const text = fc
  .array(fc.tuple(word, fc.constantFrom('', ' ', ' ', ' ')), { maxLength: 120 })
  .chain((parts) => fc.constantFrom(parts.map((part) => part.join('')).join('')));
const anyText = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
);
const timeMs = fc.oneof(fc.double({ min: -10_000, max: 100_000, noNaN: true }), fc.constantFrom(0, 5_000));
const segments = fc.array(fc.record({ text: anyText, startMs: timeMs, endMs: timeMs }), { maxLength: 40 });
/** What was said, and what a recognizer may make of it: its words with times, some of them missing, changed or added. */
const heard = fc.oneof(
  fc.tuple(anyText, segments),
  text.chain((said) => {
    const words = splitWords(said);
    const each = words.map((one, index) =>
      fc.oneof(
        fc.constant([{ text: one.text.toLowerCase(), startMs: index * 300, endMs: index * 300 + 250 }]),
        fc.constant([]),
        fc.record({ text: word, startMs: timeMs, endMs: timeMs }).map((other) => [other]),
      ),
    );
    return fc.tuple(
      fc.constant(said),
      fc.tuple(...each).map((all) => all.flat()),
    );
  }),
);
const range = fc
  .tuple(fc.nat(10_000), fc.nat(120_000))
  .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }));
const squeeze = (written: string) => toSingleLine(written).replace(/\s+/g, '');

test('every word of any text is there once, in order, with times within its piece that never decrease', () => {
  fc.assert(
    fc.property(heard, range, ([said, parts], piece) => {
      const words = alignWords(said, parts, piece);
      expect(words.map((each) => each.text).join('')).toBe(squeeze(said));
      let last = piece.startMs;
      for (const { startMs, endMs } of words) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        last = endMs;
      }
      expect(last).toBeLessThanOrEqual(piece.endMs);
    }),
  );
});

const noPause = () => undefined;

describe('the cues of anything that is said', () => {
  test('lose no character, and are in order, without overlap, at most 7 s, and within two lines of their width', async () => {
    await fc.assert(
      fc.asyncProperty(heard, range, fc.string({ maxLength: 30 }), async ([said, parts], piece, name) => {
        const label = toSingleLine(name) === '' ? '' : speakerLabel(toSingleLine(name));
        const cues = await makeCues([alignWords(said, parts, piece)], noPause, { label });
        expect(cues.map((cue) => squeeze(cue.text)).join('')).toBe(squeeze(said));
        let last = 0;
        for (const cue of cues) {
          expect(Number.isInteger(cue.startMs) && Number.isInteger(cue.endMs)).toBe(true);
          expect(cue.startMs).toBeGreaterThanOrEqual(last);
          expect(cue.endMs).toBeGreaterThan(cue.startMs);
          expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(7_000);
          expect(cue.text.isWellFormed()).toBe(true);
          const lines = `${label}${cue.text}`.split('\n');
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines) expect(columnsOf(line)).toBeLessThanOrEqual(42);
          last = cue.endMs;
        }
      }),
    );
  });

  test('last at least 1 s and can be read where it is said slowly enough', async () => {
    await fc.assert(
      fc.asyncProperty(text, async (said) => {
        const words = splitWords(said);
        const columns = words.reduce((sum, each) => sum + columnsOf(each.text) + 1, 0);
        const cues = await makeCues([spreadWords(words, 0, columns * 100)], noPause);
        for (const cue of cues) {
          expect(cue.endMs - cue.startMs).toBeGreaterThanOrEqual(1_000);
          const width = columnsOf(cue.text.replace('\n', ' '));
          expect(width / ((cue.endMs - cue.startMs) / 1_000)).toBeLessThanOrEqual(28);
          expect(lineRuleFor(cue.text).columns).toBeLessThanOrEqual(42);
        }
      }),
    );
  });

  test('never end a line with a word that begins a clause, while people talk steadily', async () => {
    const begin = fc.constantFrom(
      'and',
      'because',
      'That',
      'who',
      'I',
      'weil',
      'dass',
      'que',
      'qu’on',
      'mientras',
      'e',
    );
    const other = fc.constantFrom(
      'water',
      'house',
      'Sommer',
      'petit',
      'amigos',
      'to',
      'la',
      'im',
      '12',
      'Größe,',
      'end.',
    );
    const clause = fc.tuple(begin, fc.array(other, { minLength: 2, maxLength: 12 }));
    await fc.assert(
      fc.asyncProperty(fc.array(clause, { minLength: 1, maxLength: 30 }), async (clauses) => {
        const words = splitWords(clauses.flat(2).join(' '));
        const said = words.map((each, index) => ({ ...each, startMs: index * 400, endMs: index * 400 + 350 }));
        for (const line of (await makeCues([said], noPause)).flatMap((cue) => cue.text.split('\n'))) {
          expect(line).not.toMatch(/(?:^| )(?:and|because|That|who|I|weil|dass|que|qu’on|mientras|e)$/);
        }
      }),
    );
  });
});
