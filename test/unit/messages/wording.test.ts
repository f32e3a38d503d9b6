import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A count compared with one, as a language with two plural forms would choose between them. */
const COMPARES_WITH_ONE = /(?:(?:===|!==|>|<=) ?1|(?:<|>=) ?2)$/;
const HAS_WORDS = /\p{L}{2}/u;

interface Fault {
  readonly line: number;
  readonly what: string;
}

/** What in a catalogue's file would be wrong in another language, or in another person's Discord. */
function faultsIn(file: string, source: string): Fault[] {
  const faults: Fault[] = [];
  const note = (start: number, what: string): void => {
    faults.push({ line: source.slice(0, start).split('\n').length, what });
  };
  const { program } = parseSync(file, source);
  new Visitor({
    ConditionalExpression: ({ start, test, consequent, alternate }) => {
      const isText = [consequent, alternate].every(
        ({ type, start: from, end }) =>
          ['Literal', 'TemplateLiteral'].includes(type) && HAS_WORDS.test(source.slice(from, end)),
      );
      if (isText && COMPARES_WITH_ONE.test(source.slice(test.start, test.end))) note(start, 'a plural by hand');
    },
  }).visit(program);
  return faults;
}

describe('the catalogues', () => {
  it('choose every plural by the language', () => {
    const files = globSync('src/messages/topics/*.ts', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(10);
    const faults = files.flatMap((file) =>
      faultsIn(file, readFileSync(join(ROOT, file), 'utf8')).map(({ line, what }) => `${file}:${line} ${what}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([
    ['a plural by hand', "const a = count === 1 ? 'one text' : 'more texts';"],
    ['a plural by hand', 'const a = texts.length > 1 ? `they are` : `it is`;'],
  ])('are searched for %s: %s', (what, source) => {
    expect(faultsIn('test.ts', source)).toEqual([{ line: 1, what }]);
  });

  it.each(['const a = list.length === 1 ? [] : [`b c`];', "const a = isOn ? 'on' : 'off';"])(
    'may have %s',
    (source) => {
      expect(faultsIn('test.ts', source)).toEqual([]);
    },
  );
});
