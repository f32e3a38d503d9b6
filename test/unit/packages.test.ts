import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** One of package-lock.json's entries, as far as it is looked at. */
interface LockEntry {
  readonly gypfile?: boolean;
  readonly optional?: boolean;
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'));
}

test('npm compiles nothing that Mynah cannot do without', async () => {
  const { packages } = (await readJson('package-lock.json')) as { packages: Record<string, LockEntry> };
  // npm forgets what better-sqlite3's own package.json says, and runs node-gyp although binaries come with it: after
  // every `npm install`, add this line to its entry again.
  expect(packages['node_modules/better-sqlite3']).toMatchObject({ gypfile: false });
  expect(packages['node_modules/@discordjs/opus']).toMatchObject({ optional: true });
});

test('every dependency has an exact version', async () => {
  const { dependencies, optionalDependencies, devDependencies } = (await readJson('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(versions.length).toBeGreaterThan(20);
  expect(versions.filter(([, version]) => !/^(npm:[^ ]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});

/** A word that every shell, cmd.exe too, passes on as it is: no quotes, variables, patterns, pipes or redirections. */
const PLAIN_WORD = /^[\w@./:=-]+$/;

test('every script is a program with plain words, or several joined by &&: all that each shell understands', async () => {
  const { scripts } = (await readJson('package.json')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '));
  expect(commands.length).toBeGreaterThan(15);
  for (const command of commands) {
    const [program = '', ...words] = command.split(' ');
    // What npm finds on every system: not `exec`, `rm` or `VARIABLE=value`, which are a shell's or one system's.
    const isThere = program === 'npm' || existsSync(new URL(`../../node_modules/.bin/${program}`, import.meta.url));
    expect(isThere && /^\w+$/.test(program), command).toBe(true);
    for (const word of words) expect(word, command).toMatch(PLAIN_WORD);
  }
});
