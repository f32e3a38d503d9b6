import { describe, expect, test } from 'vitest';
import { CATALOGUES } from '../../../../src/messages/catalogues.ts';
import { LOCALES } from '../../../../src/messages/locales.ts';
import { MAX_CSV_LINES, readCsv, writeCsv } from '../../../../src/text/pronunciation/csv.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const linesOf = async (text: string | Uint8Array): Promise<unknown> => {
  const content = await readCsv(typeof text === 'string' ? utf8(text) : text);
  return content.kind === 'lines' ? content.lines.map(({ word, as }) => [word, as]) : content.kind;
};

describe('reads', () => {
  const gg = [['gg', 'good game']];
  test.each([
    ['lines without a header', 'gg,good game', gg],
    ['lines with one', 'Word,AS\r\ngg,good game\r\n', gg],
    ['a byte order mark', '\ufeffword,as\ngg,good game', gg],
    ["semicolons, as Excel's German writes them", 'word;as\r\ngg;"good game"\r\n', gg],
    [
      'semicolons without a header, with commas in cells',
      'gg;good game, mate\nwp;well played',
      [
        ['gg', 'good game, mate'],
        ['wp', 'well played'],
      ],
    ],
    ['tabs', 'gg\tgood game', gg],
    ["Excel's line about the separator", 'sep=;\r\ngg;good game', gg],
    ['quotes, and quotes in them', '"a,b","c ""d"""', [['a,b', 'c "d"']]],
    ['empty cells at the end', 'gg,good game,,', gg],
    ['wide commas', 'gg，good game', gg],
    ['wide commas after a header', '単語、読み\ngg、good game', gg],
    [
      'commas, with wide ones in cells',
      'gg,よし、行くぞ\nwp,よく、やった',
      [
        ['gg', 'よし、行くぞ'],
        ['wp', 'よく、やった'],
      ],
    ],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeffgg\tgood game', 'utf16le'), gg],
    ['an entry for the word "word", after the header', 'word,as\nword,as', [['word', 'as']]],
  ])('%s', async (_, text, entries) => {
    expect(await linesOf(text)).toEqual(entries);
  });

  test.each(LOCALES)('the header in %s', async (locale) => {
    const { csv } = CATALOGUES[locale].pronunciation;
    expect(await linesOf(`${csv.word};${csv.as.toUpperCase()}\r\ngg;good game`)).toEqual(gg);
  });

  test('each line by itself: a line that is torn costs no other', async () => {
    expect(await readCsv(utf8('gg,good game\n\nonly one\n"open,quote\na,b,c\nwp,well played'))).toEqual({
      kind: 'lines',
      lines: [
        { line: 1, word: 'gg', as: 'good game' },
        { line: 6, word: 'wp', as: 'well played' },
      ],
      malformed: [3, 4, 5],
    });
  });
});

test('refuses what is no text, or too much of it', async () => {
  expect(await readCsv(new Uint8Array([0x67, 0xfc, 0x2c]))).toEqual({ kind: 'not-text' });
  expect(await readCsv(utf8('a\0b,c'))).toEqual({ kind: 'not-text' });
  expect(await readCsv(utf8('a,b\n'.repeat(MAX_CSV_LINES + 1)))).toEqual({ kind: 'too-many-lines' });
});

test('writes what it reads unchanged, and no formula', async () => {
  const entries = [
    { word: '=1+1', as: "'=x" },
    { word: '@home', as: '-minus' },
    { word: "'''+", as: 'a "quoted", b; c' },
    { word: '＝x', as: '{EH1 N}' },
    { word: 'word', as: 'as' },
  ];
  const written = writeCsv(entries);
  expect(await linesOf(written)).toEqual(entries.map(({ word, as }) => [word, as]));
});

/** The cells that a program makes of a file which takes this for the delimiter, as lenient with quotes as spreadsheets are. */
function cellsBy(delimiter: string, text: string): string[] {
  return text.split(/\r\n|\n/).flatMap((line) => {
    const cells: string[] = [''];
    let isQuoted = false;
    for (const [at, character] of line.split('').entries()) {
      const isStart = cells.at(-1) === '' && line[at - 1] !== '"';
      if (character === '"' && (isQuoted || isStart)) isQuoted = !isQuoted;
      else if (character === delimiter && !isQuoted) cells.push('');
      else cells.push((cells.pop() ?? '') + character);
    }
    return cells;
  });
}

test.each([',', ';', '\t', ':', '|', ' '])(
  'writes no cell that a spreadsheet runs when it takes "%s" for the delimiter',
  { meta: { promises: ['exported-csv-has-cell'] } },
  async (delimiter) => {
    const formulas = [
      '=1+1',
      "y;=cmd|' /C calc'!A0",
      'a\t=1',
      'x;"=1+1"',
      'y; @SUM(1)',
      'a:-1',
      'b|+1',
      "c;'=1",
      '"=1',
      'd，＝1',
    ];
    const entries = formulas.flatMap((as) => [
      { word: 'mynah', as },
      { word: as, as: 'mynah' },
    ]);
    const written = writeCsv(entries);
    const text = new TextDecoder().decode(written);
    for (const by of [delimiter]) for (const cell of cellsBy(by, text)) expect(cell).not.toMatch(/^["\s]*[=+\-@＝]/);
    expect(await linesOf(written)).toEqual(entries.map(({ word, as }) => [word.trim(), as]));
  },
);

test('other work goes on while a long file is read', { meta: { promises: ['exported-csv-has-cell'] } }, async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  await readCsv(utf8(Array.from({ length: MAX_CSV_LINES }, (_, index) => `word${index},as it is said`).join('\n')));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

test('a line above 1 KiB is malformed, and costs no other', async () => {
  expect(await readCsv(utf8(`gg,good game\nx,${',y'.repeat(600)}\nwp,well played`))).toMatchObject({
    lines: [{ word: 'gg' }, { word: 'wp' }],
    malformed: [2],
  });
});
