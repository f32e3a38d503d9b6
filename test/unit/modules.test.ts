import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findModuleFacts } from '../support/module-facts.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** The files that run other code than by `import`, or change how it is loaded: in threads, in processes, found by a name. */
const MAY_LOAD = [
  'packages/local-speech/src/recognition/decoding-threads.ts',
  'packages/local-speech/src/recognition/ffmpeg.ts',
  'packages/local-speech/src/recognition/recognizer.ts',
  'packages/local-speech/src/synthesis/flite.ts',
  'packages/local-speech/src/synthesis/synthesizer.ts',
  'packages/opus/src/opusscript-instances.ts',
  'playground/bot-process.ts',
  'playground/lifetime/guard.ts',
  'src/audio/recording/recording-child.ts',
  'src/audio/recording/recording-process.ts',
  'src/main.js',
  'src/startup/compile-cache.js',
  'src/startup/voice-threads.ts',
  'src/store/backup/postgres-programs.ts',
  'src/voice/transport/libsodium.ts',
];
const MAX_FILES_IN_FOLDER = 24;

const files = globSync(['src/**/*.{ts,js}', 'commands/**/*.ts', 'packages/*/src/**/*.ts', 'playground/**/*.ts'], {
  cwd: ROOT,
});
const facts = files.map((file) => ({ file, ...findModuleFacts(file, readFileSync(join(ROOT, file), 'utf8')) }));

describe('the modules of src, commands, packages and playground', () => {
  it('keep no state that can be assigned again', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(
      facts.flatMap(({ state }) => state),
      'keep this in an object that a factory creates',
    ).toEqual([]);
  });

  it('run other code only by imports, but for a few files', () => {
    const loading = facts.filter(({ loaders }) => loaders.length > 0).map(({ file }) => file);
    expect(loading.toSorted(), 'MAY_LOAD in test/unit/modules.test.ts').toEqual(MAY_LOAD);
  });

  it('are in folders that one can survey', () => {
    const sizes = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf('/')));
    const large = [...sizes].filter(([, inside]) => inside.length > MAX_FILES_IN_FOLDER).map(([folder]) => folder);
    expect(large, `divide these folders: they have more than ${MAX_FILES_IN_FOLDER} files`).toEqual([]);
  });
});

describe('the search through modules', () => {
  it.each([
    ['let', 'let count = 0;'],
    ['an exported let', 'export let count = 0;'],
    ['var in a block', 'if (true) { var count = 0; }'],
  ])('finds state: %s', (_what, source) => {
    expect(findModuleFacts('a.ts', source).state).toHaveLength(1);
  });

  it('leaves the variables of functions alone', () => {
    expect(findModuleFacts('a.ts', 'function f() { let a = 0; } const g = () => { let b = 0; };').state).toEqual([]);
  });

  it.each([
    ['a thread', "import { Worker } from 'node:worker_threads';"],
    ['everything of threads', "import * as threads from 'worker_threads';"],
    ['a process', "import { fork } from 'node:child_process';"],
    ['createRequire', "import { createRequire } from 'node:module';"],
    ['such a module, passed on', "export { fork } from 'node:child_process';"],
    ['such a module, imported later', "await import('node:module');"],
    ['a computed import', 'await import(name);'],
    ['a template as an import', 'await import(`./a.ts`);'],
    ['a module of Node by its name', "process.getBuiltinModule('node:module');"],
    ['require', "require('./a.ts');"],
  ])('finds what runs other code: %s', (_what, source) => {
    expect(findModuleFacts('a.ts', source).loaders).toHaveLength(1);
  });

  it.each([
    ['the other end of a thread', "import { parentPort, workerData } from 'node:worker_threads';"],
    [
      'types',
      "import type { Worker } from 'node:worker_threads'; import { type Transferable } from 'node:worker_threads';",
    ],
    ['an import by name', "await import('./a.ts');"],
  ])('passes over %s', (_what, source) => {
    expect(findModuleFacts('a.ts', source).loaders).toEqual([]);
  });
});
