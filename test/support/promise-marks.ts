import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, type Node, type ObjectExpression, parseSync, Visitor } from 'oxc-parser';
import { PROMISES } from './promises.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A test that shows a promise. */
interface PromiseMark {
  /** As it stands in the code: `%s` of a test with several cases stays. */
  readonly title: string;
  /** From the project's root, with slashes. */
  readonly file: string;
}

/** The tests that name each promise, in the order of their files, by the promise's id. */
export type PromiseMarks = ReadonlyMap<string, readonly PromiseMark[]>;

/** Reads the marks from the code of all tests. */
export function findMarks(): PromiseMarks {
  const marks = new Map<string, PromiseMark[]>();
  for (const file of globSync(['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'], { cwd: ROOT }).toSorted()) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    if (!source.includes('promises: [')) continue;
    const { program } = parseSync(file, source);
    const add = (call: CallExpression): void => {
      const [title, options] = call.arguments;
      const text = textOf(title);
      if (text === undefined || options?.type !== 'ObjectExpression') return;
      for (const id of promisesOf(options)) {
        marks.set(id, [...(marks.get(id) ?? []), { title: text, file: file.replaceAll('\\', '/') }]);
      }
    };
    new Visitor({ CallExpression: add }).visit(program);
  }
  return marks;
}

/** docs/promises.md: a table for each section, with the tests of each promise. */
export function promisesPage(marks: PromiseMarks): string {
  const sections = Object.entries(PROMISES).map(([section, promises]) => {
    const rows = Object.entries<string>(promises).map(([id, promise]) => {
      const tests = (marks.get(id) ?? []).map(({ title, file }) => `[${escapeCell(title)}](../${file})`);
      return `| ${escapeCell(promise, /\|/g)} | ${[...new Set(tests)].join('<br>')} |`;
    });
    return [`## ${section}`, '', '| promise | tests |', '| --- | --- |', ...rows, ''].join('\n');
  });
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const INTRODUCTION = `# Promises and their tests

What [Security](../SECURITY.md) promises, point by point, with the tests that fail when it is broken. \`npm test\` fails when a promise has no passing test. Written by \`npm run promises\` from \`test/support/promises.ts\` and the marks in the tests: change those.
`;

function escapeCell(text: string, characters = /[|[\]*_<>`]/g): string {
  return text.replaceAll(characters, String.raw`\$&`);
}

function promisesOf(options: ObjectExpression): readonly string[] {
  const meta = propertyOf(options, 'meta');
  const promises = meta?.type === 'ObjectExpression' ? propertyOf(meta, 'promises') : undefined;
  if (promises?.type !== 'ArrayExpression') return [];
  return promises.elements.flatMap((element) => textOf(element ?? undefined) ?? []);
}

function propertyOf(object: ObjectExpression, name: string): Expression | undefined {
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name) {
      return property.value;
    }
  }
  return undefined;
}

function textOf(node: Node | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked ?? '').join('…');
}
