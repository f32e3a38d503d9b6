import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../../src/messages/catalogues.ts';
import { PAGE_WORDS, wordsOf } from '../../support/word-sets.ts';
import { keysRead, typeKeysIn } from './catalogue-uses.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Parts of the catalogue that code reads as a whole. */
const WHOLE = /^(?:format|names\.(?:commands|options|menus)|errors\.byCode|settings\.(?:fields|topics))\b/;

/** The same of the texts of the page: code picks steps of the tour, keys and settings, and hands problems on. */
const WHOLE_OF_PAGE =
  /^(?:tour\.\w+\.|shell\.keyNames\.|shell\.(?:disconnected|connectionLost)$|voice\.(?:echoCancellation|noiseSuppression)$)/;

/** Names under which code hands a topic on; there, parameters also take it apart without naming its type. */
const HANDED_ON_AS: Readonly<Record<string, string>> = { spoken: 'words' };

function keysOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => keysOf(inner, [...path, key]));
}

/** All keys that are read in these files. */
function readIn(patterns: readonly string[]): Set<string> {
  const files = globSync(patterns, { cwd: ROOT });
  const sources = files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const);
  const typeKeys = new Map(sources.flatMap(([file, source]) => typeKeysIn(file, source)));
  return new Set(sources.flatMap(([file, source]) => [...keysRead(file, source, typeKeys)]));
}

/** All of the source is parsed, which takes seconds on a busy machine. */
const PARSING_MS = 60_000;

describe('the keys of the catalogue', () => {
  it('are all read somewhere', { timeout: PARSING_MS }, () => {
    const read = readIn(['{commands,src/{discord,captions,text,web}}/**/*.ts', 'src/messages/catalogue.ts']);
    const isRead = (path: readonly string[]): boolean => {
      const [parent = '', key = ''] = path.slice(-2);
      const alias = HANDED_ON_AS[parent];
      if (alias !== undefined && (read.has(`${alias}.${key}`) || read.has(`.${key}`))) return true;
      // No code picks from a whole topic.
      return read.has(`${parent}.${key}`) || (path.length > 2 && read.has(`${parent}.*`));
    };
    const unused = keysOf(CATALOGUES['en-US']).filter((path) => !WHOLE.test(path.join('.')) && !isRead(path));
    const keys = unused.map((path) => path.join('.'));
    expect(keys, 'no code reads these: remove them from every file of locales/').toEqual([]);
  });
});

describe('the keys of the texts of the page', () => {
  it('are all read somewhere', { timeout: PARSING_MS }, () => {
    const read = readIn(['playground/page/client/**/*.ts']);
    const unused = keysOf(wordsOf(PAGE_WORDS, 'en-US.json')).filter((path) => {
      const [parent = '', key = ''] = path.slice(-2);
      if (WHOLE_OF_PAGE.test(path.join('.'))) return false;
      return !read.has(`${parent}.${key}`) && !(path.length > 2 && read.has(`${parent}.*`));
    });
    expect(unused.map((path) => path.join('.'))).toEqual([]);
  });
});

describe('the search for keys', () => {
  it.each([
    ['a chain', 'messages.playback.say.spoken;', 'say.spoken'],
    ['a pattern', 'const { say: { spoken } } = messages.playback;', 'say.spoken'],
    ['a parameter', 'const f = ({ playback: { say } }: Messages) => say.spoken;', 'say.spoken'],
    ['another name', 'const texts = messages.playback.say; texts.spoken;', 'say.spoken'],
    ['a type', "const f = (texts: Messages['playback']['say']) => texts.spoken;", 'say.spoken'],
    ['a computed key', 'messages.playback.say[kind];', 'say.*'],
  ])('follows %s', (_what, source, pair) => {
    expect([...keysRead('test.ts', source)]).toContain(pair);
  });
});
