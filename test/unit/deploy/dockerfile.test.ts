import { existsSync, globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { BUNDLE_FOLDER } from '../../../src/startup/bundle.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** One instruction of the Dockerfile, with its lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
const stages = instructions.flatMap(({ name }, index) => (name === 'FROM' ? [index] : []));
const final = instructions.slice(stages.at(-1));
const restOf = (name: string): string | undefined => final.find((one) => one.name === name)?.rest;

/** The project's files and folders that the final stage has. */
const copied = final
  .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
  .flatMap(({ rest }) => rest.split(' ').slice(0, -1));

interface Package {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const folders = copied.filter((path) => path.startsWith('packages/'));
const manifests = ['package.json', ...folders.map((folder) => `${folder}/package.json`)].map(
  (path) => JSON.parse(read(path)) as Package,
);

/** The files of the program, and what they import that is there when it runs: no types. */
const sources = globSync(['src/**/*.ts', 'commands/**/*.ts', ...folders.map((folder) => `${folder}/src/**/*.ts`)], {
  cwd: ROOT,
});
const imported = sources.flatMap((file) => {
  const source = read(file);
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const isUsed = (entries: readonly { readonly isType: boolean }[]): boolean =>
    entries.length === 0 || entries.some(({ isType }) => !isType);
  const names = [
    ...staticImports.filter(({ entries }) => isUsed(entries)).map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      isUsed(entries) ? entries.map((entry) => entry.moduleRequest?.value) : [],
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => /^'(.*)'$/.exec(source.slice(start, end))?.[1]),
  ];
  return names.filter((name) => name !== undefined).map((name) => ({ file, name }));
});

describe('the Dockerfile', () => {
  it('copies files that exist, and that the build may read', () => {
    expect(copied.toSorted()).toEqual([
      ...['LICENSE', 'build/opus-binding', 'commands', 'locales', 'package.json'],
      ...['packages/opus', 'packages/pcm', 'packages/speech-wire', 'src'],
    ]);
    const [everything, ...readable] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(everything).toBe('*');
    const all = instructions.filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'));
    for (const path of all
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
      .filter((word) => !word.startsWith('--'))) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(readable).toContain(`!${path.split('/', 1)[0]}`);
    }
  });

  it('copies everything that the program imports', () => {
    expect(imported.length).toBeGreaterThan(1_000);
    const own = imported.filter(({ name }) => name.startsWith('.'));
    const outside = own
      .map(({ file, name }) => join(file, '..', name))
      .filter((path) => !copied.some((place) => path === place || path.startsWith(`${place}/`)));
    expect(outside).toEqual([]);
  });

  it('leaves out no package that the program imports', () => {
    const packages = new Set(
      imported
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !builtinModules.includes(name))
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
    );
    expect(packages.size).toBeGreaterThan(15);
    const there = manifests.flatMap(({ dependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }),
    );
    expect([...packages].filter((name) => !there.includes(name))).toEqual([]);
    const linked = [...packages].filter((name) => name.startsWith('@mynah/'));
    expect(linked.map((name) => name.replace('@mynah/', 'packages/')).toSorted()).toEqual(folders);
  });

  it('runs the same Node.js as the project, in both stages, from images that a digest names', {
    meta: { promises: ['images-named-digest-container'] },
  }, () => {
    const { version } = JSON.parse(read('build/pinned-node/package.json')) as { version: string };
    const images = instructions.filter(({ name }) => name === 'FROM').map(({ rest }) => rest.split(' ')[0] ?? '');
    expect(images.map((image) => image.replace(/@sha256:[0-9a-f]{64}$/, '@digest'))).toEqual([
      `docker.io/library/node:${version}-bookworm@digest`,
      `docker.io/library/node:${version}-bookworm-slim@digest`,
    ]);
  });

  it('installs as a user without rights, and runs no script of a package', () => {
    const build = instructions.slice(0, stages.at(-1));
    const user = build.findIndex(({ name }) => name === 'USER');
    const installs = build.filter(({ name, rest }) => name === 'RUN' && /\bnpm\b/.test(rest));
    expect(build[user]?.rest).toBe('node');
    expect(build.findIndex(({ rest }) => rest === installs[0]?.rest)).toBeGreaterThan(user);
    const commands = installs.flatMap(({ rest }) => rest.split(' && ')).filter((command) => command.startsWith('npm '));
    expect(commands).toEqual(['npm ci --ignore-scripts', 'npm run prepare', 'npm prune --omit=dev --ignore-scripts']);
  });

  it('runs as a user that is not root, and that Kubernetes knows not to be', () => {
    expect(restOf('USER')).toBe('1000:1000');
  });

  it('compiles the program as the user who runs it, into a folder that is root’s afterwards', () => {
    const { rest = '' } = final.findLast(({ name }) => name === 'RUN') ?? {};
    const folder = /\bNODE_COMPILE_CACHE=(\S+)/.exec(restOf('ENV') ?? '')?.[1];
    const [make, compile = '', own, read] = rest.split(' && ').map((step) => step.trim());
    expect(make).toBe(`install --directory --owner=node --group=node ${folder}`);
    expect(compile).toMatch(/^setpriv --reuid=node --regid=node --clear-groups node /);
    expect([own, read]).toEqual([`chown --recursive root:root ${folder}`, `chmod --recursive go=rX ${folder}`]);
    const loaded = [...compile.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, file = '']) => join(ROOT, file));
    expect(loaded).toEqual(['bot-process', 'voice-thread'].map((name) => join(BUNDLE_FOLDER, `${name}.mjs`)));
  });

  it('gives the user who runs it nothing but the data folder', {
    meta: { promises: ['images-named-digest-container'] },
  }, () => {
    const owned = final.filter(({ rest }) => /owner=node|chown=(?!root:root)/.test(rest));
    expect(owned.map(({ rest }) => rest.split(' && ', 1)[0])).toEqual([
      'install --directory --owner=node --group=node --mode=700 data',
      'install --directory --owner=node --group=node /var/cache/mynah',
    ]);
    const places = final.map(({ name }) => name);
    expect(places.indexOf('USER')).toBeGreaterThan(places.lastIndexOf('RUN'));
  });

  it('starts the program, stops it with a signal that it knows, and checks its health', () => {
    const [program, file = ''] = JSON.parse(restOf('ENTRYPOINT') ?? '[]') as string[];
    expect(program).toBe('node');
    expect(existsSync(join(ROOT, file))).toBe(true);
    expect(read('src/startup/stop-signal.ts')).toContain(`process.on('${restOf('STOPSIGNAL')}'`);
    expect(restOf('HEALTHCHECK')).toContain('/healthz');
    expect(restOf('VOLUME')).toBe('/app/data');
  });
});
