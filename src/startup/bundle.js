// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Where `npm ci` puts the program in few files (`build/make-bundle.ts`): Node loads those in half the time that a
 * thousand modules take. Beside the packages, so that only those who may change the code may change it.
 */
export const BUNDLE_FOLDER = join(ROOT, 'node_modules', '.cache', 'mynah', 'bundle');

/** The list of what the bundle was made from, in its folder. */
export const SOURCES_FILE = 'sources.json';

/**
 * What tells a source from its state at another time: its path from the project's root, and `stampOf`.
 * @typedef {readonly [path: string, stamp: string]} SourceStamp
 */

/**
 * Size in bytes and time of the last change in whole seconds: copies for containers keep no more.
 * @param {string} path
 */
export function stampOf(path) {
  const { size, mtimeMs } = statSync(join(ROOT, path));
  return `${size} ${Math.floor(mtimeMs / 1_000)}`;
}

/**
 * The URL of one of the bundle's entries; undefined where there is no bundle, or a source or package has changed since.
 * @param {string} entry
 */
export function bundledFile(entry) {
  try {
    /** @type {readonly SourceStamp[]} */
    const sources = JSON.parse(readFileSync(join(BUNDLE_FOLDER, SOURCES_FILE), 'utf8'));
    if (!sources.every(([path, stamp]) => stampOf(path) === stamp)) return undefined;
    return pathToFileURL(join(BUNDLE_FOLDER, `${entry}.mjs`)).href;
  } catch {
    // There is none, or a source is gone.
    return undefined;
  }
}
