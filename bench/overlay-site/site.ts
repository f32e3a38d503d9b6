import { OverlayFeed } from '../../src/captions/overlay/overlay-feed.ts';
import { createLogger } from '../../src/log/log.ts';
import { startHttpServer } from '../../src/web/http-server.ts';
import { createOverlayRoute } from '../../src/web/overlay/overlay-route.ts';
import { serveCalls } from '../rig/serve-calls.ts';
import type { SiteCalls } from './site-calls.ts';

/** Speakers who talk at once. */
const SPEAKERS = 4;
/** As the bot asks for interim text. */
const INTERIM_EVERY_MS = 1_200;
/** Interim texts before the final one: clips of about six seconds. */
const INTERIMS = 5;
const WORDS =
  'and then we look at the next point of the list which is about the summer party and who brings cake'.split(' ');

const feed = new OverlayFeed('live', 'session');
const route = createOverlayRoute({
  source: () => ({
    isLoaded: true,
    guildOf: () => 'guild',
    open: async (_secret, after, listener) => feed.subscribe(after, listener),
  }),
});
const server = await startHttpServer({ host: '127.0.0.1', port: 0 }, { routes: [route], log: createLogger('silent') });

/** Goes from interim text to interim text, and then to the final one, with the time when it was shown at its end. */
function speak(speaker: number): void {
  let step = speaker;
  setInterval(() => {
    const clip = Math.floor(step / (INTERIMS + 1));
    const part = step % (INTERIMS + 1);
    const text = WORDS.slice(0, 3 * (part + 1)).join(' ');
    const shownAtMs = performance.timeOrigin + performance.now();
    feed.show({
      lineId: `00000000-0000-4000-8000-00000000000${speaker}-${clip}`,
      userId: `${speaker}`,
      speaker: `Speaker ${speaker}`,
      text: `${text} @${shownAtMs.toFixed(3)}`,
      isFinal: part === INTERIMS,
      startedAtMs: Math.floor(shownAtMs),
    });
    step += 1;
  }, INTERIM_EVERY_MS);
}

for (let speaker = 0; speaker < SPEAKERS; speaker += 1)
  setTimeout(() => speak(speaker), (speaker * INTERIM_EVERY_MS) / SPEAKERS);

serveCalls({
  port: async () => server.port,
  viewers: async () => route.viewers,
  cpuMs: async () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
} satisfies SiteCalls);
