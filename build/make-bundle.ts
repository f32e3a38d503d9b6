/** Puts the program into few files, which Node loads faster: `npm ci` runs it. Without it, Mynah runs from its sources. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OutputAsset, OutputChunk, Plugin } from 'rolldown';
import { BUNDLE_FOLDER, SOURCES_FILE, type SourceStamp, stampOf } from '../src/startup/bundle.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The files that a process or thread begins with. */
const ENTRIES = {
  launch: 'src/launch.ts',
  'voice-thread': 'src/voice-thread.ts',
  'recording-child': 'src/audio/recording/recording-child.ts',
} as const;

/**
 * Packages of many modules that everybody loads. The others stay where they are: they bring files beside their code,
 * are missing on some machines, or are loaded later.
 */
const PACKAGES = [
  '@discordjs/builders',
  '@discordjs/collection',
  '@discordjs/formatters',
  '@discordjs/rest',
  '@discordjs/util',
  '@discordjs/voice',
  '@discordjs/ws',
  '@formatjs/fast-memoize',
  '@formatjs/icu-messageformat-parser',
  '@formatjs/icu-skeleton-parser',
  '@mynah/opus',
  '@mynah/pcm',
  '@mynah/speech-wire',
  '@msgpack/msgpack',
  '@opentelemetry/api',
  '@sapphire/async-queue',
  '@sapphire/shapeshift',
  '@sapphire/snowflake',
  '@vladfrangu/async_event_emitter',
  'discord-api-types',
  'discord.js',
  'fast-deep-equal',
  'intl-messageformat',
  'kysely',
  'lodash.snakecase',
  'magic-bytes.js',
  'pg',
  'prom-client',
  'rate-limiter-flexible',
  'ts-mixer',
  'tslib',
  'undici',
  'ws',
  'zod',
];

/** What rolldown itself adds for syntax that it rewrites. */
const HELPERS = '@oxc-project/runtime';

const ADDRESS = /new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g;

try {
  await makeBundle();
} catch (error) {
  // rolldown is missing where development packages are left out. Without a bundle, Mynah is still installed.
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') {
    process.stderr.write(
      `No bundle was made, so Mynah runs from its sources, which start more slowly: ${String(error)}\n`,
    );
  }
}

/** The folder changes at once, so that no process loads half of it. */
async function makeBundle(): Promise<void> {
  const { rolldown } = await import('rolldown');
  const folder = `${BUNDLE_FOLDER}-${process.pid}`;
  const input = Object.fromEntries(Object.entries(ENTRIES).map(([name, file]) => [name, join(ROOT, file)]));
  await using bundle = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    tsconfig: false,
    transform: { target: 'esnext' },
    external: (id) => isPackage(id) && !isBundled(id),
    plugins: [keepAddresses(folder), escapeCharacters()],
    // discord.js has an `eval`, which works as before.
    checks: { eval: false },
  });
  const { output } = await bundle.write({
    dir: folder,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name].mjs',
    // V8 keeps the text of every file in memory, in each thread. Names stay, for the traces of errors.
    minify: { compress: true, mangle: false, codegen: true },
  });
  await writeFile(join(folder, SOURCES_FILE), JSON.stringify(sourcesOf(output)));
  // Moved first: deleted file by file, it would look whole to a process that starts meanwhile.
  const old = `${folder}-old`;
  await rename(BUNDLE_FOLDER, old).catch(ignoreMissing);
  await rename(folder, BUNDLE_FOLDER);
  await rm(old, { recursive: true, force: true });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

function isPackage(id: string): boolean {
  return !(id.startsWith('.') || id.startsWith('\0') || isAbsolute(id));
}

function isBundled(id: string): boolean {
  return [...PACKAGES, HELPERS].some((name) => id === name || id.startsWith(`${name}/`));
}

/** Lets modules find what lies beside their sources, and the files that threads begin with in the bundle. */
function keepAddresses(folder: string): Plugin {
  return {
    name: 'keep-addresses',
    transform: (code, id) => {
      if (id.includes('node_modules') || !code.includes('import.meta.url')) return undefined;
      const source = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`;
      return code.replaceAll(ADDRESS, (_address, path?: string) => {
        if (path === undefined) return `${source}.href`;
        const entry = entryOf(join(dirname(id), path));
        return entry === undefined ? `new URL('${path}', ${source})` : `new URL('./${entry}.mjs', import.meta.url)`;
      });
    },
  };
}

/** Escapes what is not in ASCII: one such character in a file has all of them kept in two bytes each. */
function escapeCharacters(): Plugin {
  return {
    name: 'escape-characters',
    generateBundle: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7f]/g, escaped);
      }
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function entryOf(path: string): string | undefined {
  return Object.entries(ENTRIES).find(([, file]) => join(ROOT, file) === path)?.[0];
}

/** The project's own files in the bundle, and the manifests of its packages, which `npm install NAME` renews, as they are now. */
function sourcesOf(output: readonly (OutputAsset | OutputChunk)[]): readonly SourceStamp[] {
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const files = modules.filter((id) => isAbsolute(id)).map((id) => manifestOf(id) ?? id);
  return [...new Set(files)].map((file) => relative(ROOT, file)).map((path) => [path, stampOf(path)]);
}

/** The manifest of the package that a module belongs to; undefined for the project's own. */
function manifestOf(id: string): string | undefined {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id)?.[0];
  return folder === undefined ? undefined : join(folder, 'package.json');
}
