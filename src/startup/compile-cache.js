// @ts-check
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Beside the packages, so that only those who may change the code may change what was compiled of it: the folder for
 * temporary files would be open to every user of the machine.
 */
const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/mynah', import.meta.url));

/**
 * Lets Node keep what it compiled for the next start, which takes half the time then; in threads, too. NODE_COMPILE_CACHE
 * names another folder, NODE_DISABLE_COMPILE_CACHE=1 turns it off. Where the folder can't be written nothing is kept.
 */
export function cacheCompiledCode() {
  if (getCompileCacheDir() !== undefined) return;
  const { directory } = enableCompileCache(FOLDER);
  // Threads follow the variable when they start.
  if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = FOLDER;
}
