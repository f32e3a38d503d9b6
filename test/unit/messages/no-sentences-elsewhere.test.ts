import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProse } from './prose-finder.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The folders whose code answers people. */
const FOLDERS = ['src/discord', 'commands', 'src/captions', 'src/files', 'src/voice-models'];

/** Texts that nobody reads, although they look like prose; each with the reason. */
const ALLOWED: ReadonlyMap<string, string> = new Map([]);

const findIn = (source: string): string[] => findProse('test.ts', source).map(({ text }) => text);

describe('what members read', () => {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT },
  );

  it('is in the catalogue, and in no other file', () => {
    expect(files.length).toBeGreaterThan(100);
    const elsewhere = files.flatMap((file) =>
      findProse(file, readFileSync(join(ROOT, file), 'utf8'))
        .filter(({ text }) => !ALLOWED.has(text))
        .map(({ line, text }) => `${file}:${line} ${text}`),
    );
    expect(elsewhere).toEqual([]);
  });
});

describe('the search for sentences', () => {
  it.each([
    ['a string', "const a = 'Join a channel.';", ['Join a channel.']],
    ['a template', `answer(\`I am in \${channel} now.\`);`, ['I am in … now.']],
    ['a number with a noun', `const a = \`\${count} texts\`;`, ['… texts']],
    ['a refusal', "throw new UserError('No such voice.');", ['No such voice.']],
    ['one word that Discord shows', "const a = { label: isOn ? 'Stop' : 'Start' };", ['Stop', 'Start']],
  ])('finds %s', (_what, source, found) => {
    expect(findIn(source)).toEqual(found);
  });

  it.each([
    ['log lines', "log.info({ err }, 'could not post'); this.#log.warn('too late'); log[level]('a request failed');"],
    ['errors for operators', "throw new MynahError('CODE', 'the database refused', { cause });"],
    ['functions that make such errors', "function late(why: string): MynahError {}\nlate('nothing came');"],
    ['imports and types', "import a from 'some module'; type A = 'one or two';"],
    [
      'codes, ids and names',
      `const a = ['captions:opt-in', 'item-started', \`voice:\${id}\`, 'captions', { name: 'say' }];`,
    ],
  ])('passes over %s', (_what, source) => {
    expect(findIn(source)).toEqual([]);
  });
});
