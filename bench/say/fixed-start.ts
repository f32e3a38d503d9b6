/** Preloaded into a bot's process and its threads: sound starts as `fixed-start-delay.ts` says. The bot is unchanged. */
import { registerHooks } from 'node:module';

const ADAPTIVE = new URL('../../src/voice/playback/start-delay.ts', import.meta.url).href;
const FIXED = new URL('./fixed-start-delay.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, nextResolve) {
    const resolved = nextResolve(specifier, context);
    return resolved.url === ADAPTIVE ? { ...resolved, url: FIXED } : resolved;
  },
});
