import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_CSV_LINES, readCsv, writeCsv } from '../../../../src/text/pronunciation/csv.ts';
import { checkEntry } from '../../../../src/text/pronunciation/entry.ts';
import { speechParts, withoutPhonemes } from '../../../../src/text/pronunciation/phonemes.ts';
import { replaceWords } from '../../../../src/text/pronunciation/replace-words.ts';
import { WordTrie } from '../../../../src/text/pronunciation/word-trie.ts';
import { makeSpeakable } from '../../../../src/text/spoken/speakable.ts';
import { fuzzRuns } from '../../../support/fuzz-runs.ts';

/** Bits that words, texts and tokens are made of. */
const bit = fc.constantFrom(
  ...[
    'a',
    'B',
    'gg',
    ' ',
    'ß',
    'İ',
    'ı',
    'Σ',
    '草',
    '東京',
    'は',
    'ラン',
    '디코',
    '에서',
    'ข้าว',
    'e\u0301',
    '👍🏽',
    '3',
    '.5',
  ],
  ...[
    '<',
    '|',
    '>',
    '＜',
    '｜',
    '[',
    ']',
    '{',
    '}',
    '<|',
    '|>',
    "'",
    '’',
    's',
    '_',
    'C++',
    ':D',
    '\ufff9',
    '\ufffa',
    '\ufffb',
  ],
  ...['\n', '\u200b', '\ud83d', '"', ',', ';', '=', '\t', '{EH1 N}', '{ha0shi1}', '@here'],
);
const written = fc.oneof(
  fc.array(bit, { maxLength: 30 }).map((bits) => bits.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const entries = fc.array(fc.tuple(written, written), { maxLength: 20 }).map((pairs) =>
  pairs.flatMap(([word, as]) => {
    const checked = checkEntry(word, as);
    return checked.kind === 'entry' ? [checked.entry] : [];
  }),
);

test('whatever people enter, the result is as clean as the text was', {
  meta: { promises: ['dictionaries-csv-files-survive'] },
}, () => {
  fc.assert(
    fc.property(written, entries, entries, (typed, near, far) => {
      const text = makeSpeakable(typed);
      const result = replaceWords(text, [new WordTrie(near), new WordTrie(far)]);
      const spelled = withoutPhonemes(result);
      expect(spelled).not.toMatch(/[<＜﹤][|｜]|[|｜][>＞﹥]/u);
      for (const part of speechParts(result)) {
        if (part.kind === 'text') expect(part.text).not.toMatch(/[<＜﹤][|｜]|[|｜][>＞﹥]/u);
        else expect(part.phonemes).toMatch(/^[A-Za-zü0-9 ]+$/);
      }
      expect(spelled.isWellFormed()).toBe(true);
      const marks = (all: string): readonly string[] => all.match(/\[[^[\]]{1,100}\]/g) ?? [];
      expect(marks(spelled)).toEqual(marks(text));
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('a text without any of the words stays as it is', () => {
  fc.assert(
    fc.property(written, (typed) => {
      const text = makeSpeakable(typed);
      expect(replaceWords(text, [new WordTrie([{ word: 'zzzz', as: 'no' }])])).toBe(text);
    }),
    { numRuns: fuzzRuns(100) },
  );
});

test('an entry that was cleaned is an entry, and means the same', () => {
  fc.assert(
    fc.property(entries, (all) => {
      for (const entry of all) expect(checkEntry(entry.word, entry.as)).toEqual({ kind: 'entry', entry });
    }),
    { numRuns: fuzzRuns(200) },
  );
});

test('no bytes break the reader of CSV, and every line of text is counted once', {
  meta: { promises: ['dictionaries-csv-files-survive'] },
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        written.map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 200 }),
      ),
      async (bytes) => {
        const content = await readCsv(bytes);
        if (content.kind !== 'lines') return;
        const numbers = [...content.lines.map(({ line }) => line), ...content.malformed];
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(numbers.length).toBeLessThanOrEqual(MAX_CSV_LINES);
      },
    ),
    { numRuns: fuzzRuns(300) },
  );
});

test('what is written as CSV is read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (all) => {
      const plain = all.map(({ word, as }) => ({ word, as }));
      const content = await readCsv(writeCsv(plain));
      expect(content).toMatchObject({ kind: 'lines', malformed: [] });
      expect(content.kind === 'lines' && content.lines.map(({ word, as }) => ({ word, as }))).toEqual(plain);
    }),
    { numRuns: fuzzRuns(200) },
  );
});
