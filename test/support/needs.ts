/**
 * What tests need besides Node. A test declares it with tags, `describe('…', { tags: ['ffmpeg'] }, …)`, or a whole file with
 * the comment `@module-tag ffmpeg`. It is skipped where something is missing, and reaches no program that it did not
 * declare, so that a tag that was forgotten shows on every machine.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { findProgram } from '@mynah/local-speech/recognition/find-program';
import { createPocketSphinx } from '@mynah/local-speech/recognition/recognizer';

declare module 'vitest' {
  interface TestTags {
    readonly needs: Need;
  }
}

/** Names, separated by commas or spaces, or `all`: what counts as missing although it may be here. */
const LEFT_OUT_VARIABLE = 'TEST_WITHOUT';

/** Where Debian, Ubuntu and the PGDG packages put PostgreSQL's programs, which are not in PATH. */
const POSTGRES_FOLDERS = '/usr/lib/postgresql/*/bin';

/** Files of programs by the names that tests call them by. */
type ProgramFiles = Readonly<Record<string, string>>;

interface NeedFacts {
  /** How Debian and Ubuntu install it. */
  readonly install: string;
  /** `undefined` where any part is missing. */
  readonly find: (environment: NodeJS.ProcessEnv) => ProgramFiles | undefined;
}

const NEEDS = {
  pocketsphinx: {
    install: 'apt-get install pocketsphinx pocketsphinx-en-us',
    find: (environment) =>
      createPocketSphinx({ path: environment['PATH'] }) && findPrograms(environment['PATH'], 'pocketsphinx_batch'),
  },
  ffmpeg: {
    install: 'apt-get install ffmpeg',
    find: ({ PATH }) => findPrograms(PATH, 'ffmpeg'),
  },
  chromium: {
    install: 'apt-get install chromium, or CHROMIUM_PATH=the program of another Chrome or Chromium',
    find: ({ PATH, CHROMIUM_PATH }) =>
      CHROMIUM_PATH === undefined ? findPrograms(PATH, 'chromium') : runnable({ chromium: CHROMIUM_PATH }),
  },
  postgres: {
    install: 'apt-get install postgresql',
    find: ({ PATH = '' }) => {
      const version = (folder: string): number => Number(folder.split('/').at(-2));
      const folders = globSync(POSTGRES_FOLDERS).toSorted((a, b) => version(b) - version(a));
      const path = [...folders, PATH].join(delimiter);
      // `id` finds whom a server of root's runs as.
      return findPrograms(path, 'initdb', 'postgres', 'pg_dump', 'pg_restore', 'psql', 'id');
    },
  },
  pgbouncer: {
    install: 'apt-get install pgbouncer',
    // Debian's package puts it where only root's PATH leads.
    find: ({ PATH = '' }) => findPrograms([PATH, '/usr/sbin'].join(delimiter), 'pgbouncer'),
  },
  promtool: {
    install: 'apt-get install prometheus',
    find: ({ PATH }) => findPrograms(PATH, 'promtool'),
  },
  opusinfo: {
    install: 'apt-get install opus-tools',
    find: ({ PATH }) => findPrograms(PATH, 'opusinfo'),
  },
  prlimit: {
    install: 'apt-get install util-linux',
    find: ({ PATH }) => findPrograms(PATH, 'prlimit'),
  },
  python: {
    install: 'apt-get install python3',
    find: findPython,
  },
  compiler: {
    install: 'apt-get install g++',
    find: ({ PATH }) => findPrograms(PATH, 'cc', 'as', 'ld'),
  },
  systemd: {
    install: 'apt-get install systemd',
    find: ({ PATH }) => findPrograms(PATH, 'systemd-analyze'),
  },
  'native-opus': {
    install: 'apt-get install python3 make g++, then npm run prepare',
    find: () => (loads('@discordjs/opus') ? {} : undefined),
  },
} as const satisfies Readonly<Record<string, NeedFacts>>;

/** Something that a test may need. */
export type Need = keyof typeof NEEDS;

/** What a need is on this machine. */
export type FoundNeed =
  | { readonly kind: 'here'; readonly programs: ProgramFiles }
  | { readonly kind: 'missing'; readonly why: string };

/** All needs, in a fixed order. */
export type FoundNeeds = ReadonlyMap<Need, FoundNeed>;

/** Looks for one need, whatever is to be left out. */
export function findNeed(need: Need, environment: NodeJS.ProcessEnv): FoundNeed {
  const { find, install }: NeedFacts = NEEDS[need];
  const programs = find(environment);
  return programs === undefined ? { kind: 'missing', why: install } : { kind: 'here', programs };
}

/**
 * Looks for everything that tests may need.
 * @throws {Error} under CI=true when something is missing and TEST_WITHOUT does not name it; when TEST_WITHOUT names
 * something unknown.
 */
export function findNeeds(environment: NodeJS.ProcessEnv = process.env): FoundNeeds {
  const names = Object.keys(NEEDS) as Need[];
  const leftOut = readLeftOut(environment[LEFT_OUT_VARIABLE] ?? '', names);
  const without = { kind: 'missing', why: `left out by ${LEFT_OUT_VARIABLE}` } as const;
  const found = names.map((need) => [need, leftOut.has(need) ? without : findNeed(need, environment)] as const);
  const missing = found.flatMap(([need, { kind }]) =>
    kind === 'missing' && !leftOut.has(need) ? [`${need} (${NEEDS[need].install})`] : [],
  );
  if (environment['CI'] === 'true' && missing.length > 0) {
    throw new Error(`CI needs what ${LEFT_OUT_VARIABLE} does not name, and this is missing: ${missing.join(', ')}`);
  }
  return new Map(found);
}

/** A line for each need that is missing: how many of the skipped tests, whose tags these are, have its tag. */
export function skippedWithout(needs: FoundNeeds, tags: readonly string[]): string[] {
  return [...needs].flatMap(([need, found]) => {
    const tests = tags.filter((tag) => tag === need).length;
    if (found.kind === 'here' || tests === 0) return [];
    return [`skipped ${tests} ${tests === 1 ? 'test' : 'tests'} without ${need} (${found.why})`];
  });
}

/**
 * The file of a program that the running test has declared.
 * @throws {Error} with the tag to add, where it has not.
 */
export function declaredProgram(need: Need, program: string): string {
  const file = findProgram(program, process.env['PATH']);
  if (file === undefined) throw new Error(undeclared(need));
  return file;
}

/** What a test is told that uses something without its tag. */
export function undeclared(need: Need): string {
  return `This test needs the tag '${need}': test/support/needs.ts`;
}

function readLeftOut(text: string, names: readonly Need[]): ReadonlySet<string> {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.includes('all')) return new Set(names);
  const unknown = words.filter((word) => !(names as readonly string[]).includes(word));
  if (unknown.length === 0) return new Set(words);
  throw new Error(`${LEFT_OUT_VARIABLE} names ${unknown.join(', ')}: expected all, ${names.join(', ')}`);
}

function findPrograms(path: string | undefined, ...names: readonly string[]): ProgramFiles | undefined {
  const found = names.map((name) => [name, findProgram(name, path)] as const);
  return found.every(([, file]) => file !== undefined) ? (Object.fromEntries(found) as ProgramFiles) : undefined;
}

/** Python says where it is: version managers put scripts into PATH that call further programs. */
function findPython(environment: NodeJS.ProcessEnv): ProgramFiles | undefined {
  const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], {
    env: environment,
    encoding: 'utf8',
  });
  const python3 = stdout?.trim() ?? '';
  return python3 === '' ? undefined : { python3 };
}

function runnable(files: ProgramFiles): ProgramFiles | undefined {
  try {
    for (const file of Object.values(files)) accessSync(file, constants.X_OK);
    return files;
  } catch {
    return undefined;
  }
}

function loads(name: string): boolean {
  try {
    createRequire(import.meta.url)(name);
    return true;
  } catch {
    return false;
  }
}
