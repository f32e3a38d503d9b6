/** The entry: loads the program from the bundle where there is a current one, else from its sources. */
import { bundledFile } from './startup/bundle.ts';
import { cacheCompiledCode } from './startup/compile-cache.ts';

// Before anything else is loaded: each module comes out of the cache.
cacheCompiledCode();
const { launch } = (await import(bundledFile('launch') ?? './launch.ts')) as typeof import('./launch.ts');
await launch(process.argv.slice(2));
