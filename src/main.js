/**
 * The entry: loads the program from the bundle where there is a current one, else from its sources. Plain JavaScript, like
 * what it imports: for TypeScript, Node loads a compiler, which costs 150 ms and 7 MB.
 */
// @ts-check
import { bundledFile } from './startup/bundle.js';
import { cacheCompiledCode } from './startup/compile-cache.js';

// Before anything else is loaded: each module comes out of the cache.
cacheCompiledCode();
/** @type {typeof import('./launch.ts')} */
const { launch } = await import(bundledFile('launch') ?? './launch.ts');
await launch(process.argv.slice(2));
