import { pathOf, type Route, sendText } from './http-server.ts';
import type { Readiness } from './readiness.ts';

/** `/healthz`: 200 while the process lives; `/readyz`: 200 when all parts are ready, else 503 with a line for each problem. */
export function createHealthRoute(readiness: Pick<Readiness, 'read'>): Route {
  return {
    matches: (path) => path === '/healthz' || path === '/readyz',
    answer: async (_request, response, url) => {
      if (pathOf(url) === '/healthz') {
        sendText(response, 200, 'ok');
        return;
      }
      const { problems } = await readiness.read();
      if (problems.length === 0) sendText(response, 200, 'ready');
      else sendText(response, 503, problems.join('\n'));
    },
  };
}
