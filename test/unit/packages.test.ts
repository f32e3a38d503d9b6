import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

/** One of package-lock.json's entries, as far as it is looked at. */
interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly gypfile?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

async function readLock(): Promise<Readonly<Record<string, LockEntry>>> {
  return ((await readJson('package-lock.json')) as { packages: Record<string, LockEntry> }).packages;
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../${name}`, import.meta.url), 'utf8'));
}

test('every package has a hash in the lock, for every platform', {
  meta: { promises: ['every-package-has-hash'] },
}, async () => {
  const installed = Object.entries(await readLock()).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(installed.length).toBeGreaterThan(300);
  const unhashed = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  // `npm install` leaves them out for platforms other than its own: `npm view NAME@VERSION dist.integrity` has them.
  expect(unhashed.map(([path]) => path)).toEqual([]);
});

test('no version of npm runs a script of a package, or compiles one', {
  meta: { promises: ['every-package-has-hash'] },
}, async () => {
  const packages = await readLock();
  // npm 11.16 and newer heed package.json; older ones go by these lines of the lock. `npm install` writes what the packages
  // say instead: put the lines back after it.
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(scripted.map(([path]) => path)).toEqual([]);
  const { allowScripts } = (await readJson('package.json')) as { allowScripts: Record<string, boolean> };
  expect(allowScripts).toEqual({ '@discordjs/opus': false, 'better-sqlite3': false });
  for (const name of Object.keys(allowScripts))
    expect(packages[`node_modules/${name}`]).toMatchObject({ gypfile: false });
  expect(packages['node_modules/@discordjs/opus']).toMatchObject({ optional: true });
});

test('the Node that npm scripts run on is a package for each platform, all of one version', async () => {
  const { version, optionalDependencies } = (await readJson('build/pinned-node/package.json')) as {
    version: string;
    optionalDependencies: Record<string, string>;
  };
  const packages = await readLock();
  expect(Object.keys(optionalDependencies).length).toBeGreaterThan(4);
  for (const [name, wanted] of Object.entries(optionalDependencies)) {
    expect(wanted, name).toBe(version);
    expect(packages[`node_modules/${name}`], name).toMatchObject({ version, optional: true });
  }
});

test('every dependency has an exact version', async () => {
  const { dependencies, optionalDependencies, devDependencies } = (await readJson('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const versions = Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(versions.length).toBeGreaterThan(20);
  expect(
    versions.filter(([, version]) => !/^(file:(build|packages)\/[\w-]+|(npm:[^ ]+@)?\d+\.\d+\.\d+)$/.test(version)),
  ).toEqual([]);
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
