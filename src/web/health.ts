import { pathOf, type Route, sendText } from './http-server.ts';

/** What the health checks need to know of the bot. */
export interface HealthSource {
  /** Whether the gateway is connected on every shard and commands are answered. */
  ready(): boolean;
}

/** `/healthz`: 200 while the process lives; `/readyz`: 200 when ready, else 503. */
export function createHealthRoute(source: HealthSource): Route {
  return {
    matches: (path) => path === '/healthz' || path === '/readyz',
    answer: (_request, response, url) => {
      if (pathOf(url) === '/healthz') sendText(response, 200, 'ok');
      else if (source.ready()) sendText(response, 200, 'ready');
      else sendText(response, 503, 'not ready');
    },
  };
}
