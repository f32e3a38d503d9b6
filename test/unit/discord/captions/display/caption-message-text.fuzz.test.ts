import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countWords,
  namedLine,
  parseMessage,
  renderTurn,
  withoutWords,
} from '../../../../../src/discord/captions/display/caption-message-text.ts';
import { english } from '../../../../../src/messages/english.ts';
import { fuzzRuns } from '../../../../support/fuzz-runs.ts';

/** What people say and are called, with what formats messages, and what interim text looks like. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom('*', '**', '***', '*hello…*', '…*', '…', '\\', '\\*', '_', '__', '`', '```', '~~', '||', ':'),
      fc.constantFrom(
        ' ',
        '\n',
        '**Ada:** ',
        '*(late)*',
        '> ',
        '# ',
        '- ',
        '1. ',
        '[a](b)',
        '<@1>',
        'https://x.example',
        '.',
        '。',
      ),
      fc.string(),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
  .filter((parts) => parts.isWellFormed());
const said = text.map((words) => words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
const turn = fc.record({ final: said, interim: said, name: fc.option(text, { nil: undefined }) });

/** As `CaptionTurn` writes it; interim text never comes late. */
function rendered({ final, interim }: { final: string; interim: string }) {
  const parts = [final, interim].filter((part) => part !== '');
  return renderTurn({ text: parts.join(' '), interimLength: interim.length, late: interim === '' }, english);
}

test('a message is read as it was rendered, whatever was said, with names and without', () => {
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 4 }), (turns) => {
      const lines = turns.flatMap(({ name, ...words }) => rendered(words).map((page) => ({ name, page })));
      const content = lines
        .map(({ name, page }) => (name === undefined ? page.content : namedLine(name, page.content)))
        .join('\n');
      fc.pre(lines.length > 0);
      expect(parseMessage(content)).toEqual(
        lines.map(({ name, page }) => ({
          lead: name === undefined ? '' : namedLine(name, ''),
          settled: page.settled,
          isInterim: page.isInterim,
        })),
      );
      expect(content).not.toMatch(/[.。]…\*$/m);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('the words of a turn that are shown already can be left out of its later states', () => {
  fc.assert(
    fc.property(said, said, said, (first, second, interim) => {
      const before = rendered({ final: first, interim })[0]?.settled ?? '';
      const grown = rendered({ final: [first, second].filter((part) => part !== '').join(' '), interim: '' });
      const [page] = grown;
      fc.pre(grown.length === 1 && page !== undefined && first !== '' && interim !== '');
      const rest = withoutWords(page, countWords(before));
      // Late text begins with its mark, which is a word of its own.
      expect(countWords(rest.content)).toBe(countWords(second) + 1);
    }),
    { numRuns: fuzzRuns(300) },
  );
});

test('speaker turns are read as lines, as they were rendered', () => {
  const lines = fc.array(
    said.filter((line) => line !== ''),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(
      lines,
      fc.array(
        said.filter((line) => line !== ''),
        { maxLength: 3 },
      ),
      (final, interim) => {
        const shown = {
          text: [...final, ...interim].join('\n'),
          interimLength: interim.join('\n').length,
          late: false,
        };
        const pages = renderTurn(shown, english);
        fc.pre(pages.length === 1);
        expect(parseMessage(pages[0]?.content ?? '').map((line) => line.isInterim)).toEqual([
          ...final.map(() => false),
          ...interim.map(() => true),
        ]);
        expect(countWords(pages[0]?.settled ?? '')).toBe(final.join(' ').split(' ').length);
      },
    ),
    { numRuns: fuzzRuns(300) },
  );
});

test('the words of several lines that are shown already can be left out', () => {
  const line = { content: 'One two.\nThree. *fo…*', settled: 'One two.\nThree.' };
  expect(withoutWords(line, 1)).toEqual({ content: 'two.\nThree. *fo…*', settled: 'two.\nThree.' });
  expect(withoutWords(line, 2)).toEqual({ content: 'Three. *fo…*', settled: 'Three.' });
  expect(withoutWords(line, 3)).toEqual({ content: '*fo…*', settled: '' });
});
