/** Mynah as it runs after a change: from its sources instead of the bundle. */
import { cacheCompiledCode } from '../src/startup/compile-cache.js';

// Like src/main.js: before anything else is loaded.
cacheCompiledCode();
const { launch } = await import('../src/launch.ts');
await launch(process.argv.slice(2));
