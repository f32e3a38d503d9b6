/** Preloaded into a bot's process and its threads: spans are logged instead of exported. The bot is unchanged. */
import { registerHooks } from 'node:module';

const EXPORTED = new URL('../../src/telemetry/open-telemetry.ts', import.meta.url).href;
const LOGGED = new URL('./logged-spans.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return resolved.url === EXPORTED ? { ...resolved, url: LOGGED } : resolved;
  },
});
