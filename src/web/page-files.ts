import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';

/** A file as a browser gets it. */
interface PageFile {
  /** The `Content-Type`. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The `ETag`, with its quotes. */
  readonly etag: string;
}

/** Files for browsers, read once and then kept. */
export interface PageFiles {
  /**
   * The file at a path such as `client/main.ts`, without a slash in front; `undefined` where there is none. TypeScript comes
   * as JavaScript: its types are blanked out, so lines and columns stay those of the source.
   * @throws what the disk throws, and amaro's error for TypeScript that is more than types.
   */
  get(path: string): Promise<PageFile | undefined>;
}

/** By extension; files of other kinds are not served. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ...['.ts', '.js', '.mjs'].map((extension) => [extension, 'text/javascript; charset=utf-8'] as const),
  ['.json', 'application/json; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.wav', 'audio/wav'],
  ['.mp3', 'audio/mpeg'],
  ['.ogg', 'audio/ogg'],
]);

/**
 * Files for browsers. `mounts` says what is where: a folder, with all that is in it, under a path that ends in `/`, or a single
 * file under its own path. Nothing else can be reached: a path is looked up among the files found, never joined to a folder.
 * Folders are listed when the first file is asked for, and each file is read when it is asked for first.
 */
export function loadPageFiles(mounts: Readonly<Record<string, string>>): PageFiles {
  const files = new Map<string, Promise<PageFile>>();
  let listing: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    async get(path) {
      listing ??= listMounts(mounts);
      const source = (await listing).get(path);
      if (source === undefined) return undefined;
      const known = files.get(path);
      if (known !== undefined) return known;
      const reading = readPageFile(source);
      files.set(path, reading);
      // What the disk refuses now it may give later.
      reading.catch(() => files.delete(path));
      return reading;
    },
  };
}

/** The files of all mounts: path → file on disk. */
async function listMounts(mounts: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const listed = await Promise.all(
    Object.entries(mounts).map(async ([path, source]): Promise<(readonly [string, string])[]> => {
      if (!(await stat(source)).isDirectory()) return [[path, source]];
      const inside = await readdir(source, { recursive: true });
      return inside.map((file) => [path + file.replaceAll(sep, '/'), join(source, file)] as const);
    }),
  );
  return new Map(listed.flat().filter(([, source]) => isServed(source)));
}

function isServed(file: string): boolean {
  const name = basename(file);
  return TYPES.has(extname(name)) && name !== 'tsconfig.json' && !name.endsWith('.d.ts');
}

async function readPageFile(file: string): Promise<PageFile> {
  const extension = extname(file);
  const source = await readFile(file);
  const bytes = extension === '.ts' ? await stripTypes(source) : new Uint8Array(source);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { type: TYPES.get(extension) ?? 'application/octet-stream', bytes, etag };
}

/** Imported late: amaro is a WebAssembly module of some megabytes, which only a page needs. */
async function stripTypes(source: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { transformSync } = await import('amaro');
  const { code } = transformSync(new TextDecoder().decode(source), { mode: 'strip-only' });
  return new TextEncoder().encode(code);
}
