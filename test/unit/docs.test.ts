import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../commands/index.ts';
import { READABLE_FORMATS } from '../../src/audio/recording/recording-formats.ts';
import type { Services } from '../../src/discord/services.ts';
import { english } from '../../src/messages/english.ts';
import { parseOptions } from '../../src/web/overlay/client/options.ts';
import { calledNames, subcommandsOf } from '../support/command-names.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'packages/local-discord/README.md',
  'packages/local-speech/README.md',
  ...readdirSync(new URL('docs/', ROOT))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** All names by which people call commands: `/name`, `/name subcommand`, and menus by their title. */
function commandNames(): string[] {
  const { commands, menus } = createCommands({} as Services);
  return [...calledNames(commands).map((name) => `/${name}`), ...menus.map(({ name }) => name)];
}

/** What people put into options that have no list of choices. */
const NO_OPTIONS = new Set(['True', 'False', 'default']);

/** First cells of the tables' rows in a page, or in one section of it, without code and emphasis marks. */
function firstCells(page: string, section?: string): string[] {
  const text =
    section === undefined
      ? read(page)
      : (read(page)
          .split(/^## /m)
          .find((each) => each.startsWith(section)) ?? '');
  const cells = [...text.matchAll(/^\| +([^|]+?) +\|/gm)].map(([, cell = '']) => cell);
  return cells.map((cell) => cell.replaceAll(/`|◆/g, '').trim().replaceAll(/^_|_$/g, ''));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(page: string): readonly string[] {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase());
  return headings.map((heading) => heading.replaceAll(/[^\p{L}\p{N}_ -]/gu, '').replaceAll(' ', '-'));
}

describe('the documentation', () => {
  it.each(PAGES)('%s links only to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target = '']) => target);
    for (const target of links.filter((link) => !/^\w+:/.test(link))) {
      expect(existsSync(new URL(target, new URL(page, ROOT))), `${page} → ${target}`).toBe(true);
    }
  });

  it.each(PAGES)('%s links only to headings that exist', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)];
    for (const [, target = '', heading = ''] of links) {
      const path = new URL(target, new URL(page, ROOT)).href.slice(ROOT.href.length);
      expect(anchors(target === '' ? page : path), `${page} → ${target}`).toContain(heading);
    }
  });

  it('has a row for every command, and for nothing else', () => {
    const documented = firstCells('docs/commands.md').filter(
      (cell) => cell.startsWith('/') || ['Speak', 'Transcribe'].includes(cell),
    );
    expect(documented.toSorted(), 'the table in docs/commands.md').toEqual(commandNames().toSorted());
  });

  it('marks the commands that work everywhere, and no others', () => {
    const { commands, menus } = createCommands({} as Services);
    for (const { name, define } of [...commands, ...menus]) {
      const rows = read('docs/commands.md')
        .split('\n')
        .filter((row) => new RegExp(`^\\| +(\`/${name}[ \`]|_${name}_)`).test(row));
      const isEverywhere = (define(english).integration_types ?? []).length > 1;
      expect(rows.length, name).toBeGreaterThan(0);
      for (const row of rows) expect(row.includes('◆'), row).toBe(isEverywhere);
    }
  });

  it('names options and choices that the commands have', () => {
    const { commands } = createCommands({} as Services);
    for (const called of calledNames(commands)) {
      const [name, subcommand] = called.split(' ');
      const command = commands.find((each) => each.name === name);
      const definition =
        command && (subcommandsOf(command).find((each) => each.name === subcommand) ?? command.define(english));
      const known = JSON.stringify(definition);
      const row =
        read('docs/commands.md')
          .split('\n')
          .find((line) => line.startsWith(`| \`/${called}\``)) ?? '';
      const words = [...row.matchAll(/`([a-z][\w:]*)`/gi)].flatMap(([, word = '']) => word.split(':'));
      for (const word of words.filter((each) => !NO_OPTIONS.has(each))) {
        expect(known, `docs/commands.md, /${called}: ${word}`).toContain(`"${word}"`);
      }
    }
  });

  it('names the formats that can be read, and no others', () => {
    const [, list = ''] = /`\/transcribe` and _Transcribe_ read ([\w, ]+), up to/.exec(read('docs/commands.md')) ?? [];
    expect(list, 'docs/commands.md').toBe(new Intl.ListFormat('en').format(READABLE_FORMATS));
  });

  it('explains every environment variable, as the example file does', () => {
    const variables = [...read('src/config.ts').matchAll(/^ +([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
    expect(variables.length).toBeGreaterThan(15);
    const documented = firstCells('docs/configuration.md').filter((cell) => /^[A-Z_]+$/.test(cell));
    expect(documented.toSorted(), 'docs/configuration.md').toEqual(variables.toSorted());
    const example = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(example.toSorted(), '.env.example').toEqual(variables.toSorted());
  });

  it('has a row for every fault that is tested end to end, and for nothing else', () => {
    const files = readdirSync(new URL('test/e2e/', ROOT), { recursive: true, encoding: 'utf8' });
    const titles = files
      .filter((file) => /(^|\/)faults-[a-z-]+\.test\.ts$/.test(file))
      .flatMap((file) => [...read(`test/e2e/${file}`).matchAll(/^ *it\('([^']+)'/gm)].map(([, title = '']) => title));
    expect(titles.length).toBeGreaterThan(25);
    const rows = firstCells('docs/operation.md', 'Faults\n').filter((cell) => !/^(fault|-+)$/.test(cell));
    expect(rows.toSorted(), 'the table in docs/operation.md, “Faults”').toEqual(titles.toSorted());
  });

  it('explains every option of the page of captions', () => {
    const { options } = parseOptions(new URLSearchParams());
    const [header, ...documented] = firstCells('docs/overlay.md').filter((cell) => /^[a-z]+$/.test(cell));
    expect(header).toBe('option');
    expect(documented.toSorted(), 'docs/overlay.md').toEqual(Object.keys(options).toSorted());
  });

  it('has a row for every benchmark, and commands that they take', () => {
    const code = read('bench/main.ts');
    const names = [...code.matchAll(/^ {2}\[\s*'([a-z-]+)',\s*\{/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(15);
    const rows = firstCells('docs/performance.md', 'All benchmarks\n').filter((cell) => !/^(name|-+)$/.test(cell));
    expect(rows.toSorted(), 'the table in docs/performance.md, “All benchmarks”').toEqual(names.toSorted());
    for (const page of PAGES) {
      for (const [, command = ''] of read(page).matchAll(/npm run bench -- ([a-z][^`\n]+)/g)) {
        const words = command.split(' ').filter((word) => !/^[\d.,]+$/.test(word));
        expect(names, `${page}: ${command}`).toContain(words[0]);
        const options = words.filter((word) => word.startsWith('--'));
        for (const option of options) expect(code, `${page}: ${command}`).toContain(`'${option.slice(2)}'`);
      }
    }
  });

  it('names changes in CONTRIBUTING.md, each with a file that exists', () => {
    const [, table = ''] = read('CONTRIBUTING.md').split('## Which file?');
    const files = [...table.matchAll(/\| `([^`]+)` +\|$/gm)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThanOrEqual(20);
    for (const file of files) expect(existsSync(new URL(file, ROOT)), file).toBe(true);
  });

  it('leads through files that exist in the recipes of CONTRIBUTING.md', () => {
    const [, recipes = ''] = read('CONTRIBUTING.md').split('## Recipes');
    const files = [...recipes.matchAll(/`((?:src|commands|test|docs|locales)\/[\w/.-]+)`/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThan(40);
    for (const file of files) expect(existsSync(new URL(file, ROOT)), file).toBe(true);
  });

  it('is short in docs/architecture.md, which people read as a whole', () => {
    expect(Buffer.byteLength(read('docs/architecture.md'))).toBeLessThanOrEqual(12 * 1_024);
  });

  it('leads through files that exist in docs/architecture.md', () => {
    const known = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('node_modules') && /\.m?ts$/.test(path),
    );
    const named = [...read('docs/architecture.md').matchAll(/[\w/.-]+\.m?ts\b/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(40);
    for (const name of named) {
      expect(
        known.some((path) => `/${path}`.endsWith(`/${name}`)),
        name,
      ).toBe(true);
    }
  });
});
