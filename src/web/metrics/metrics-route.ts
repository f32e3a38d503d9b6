import type { Route } from '../http-server.ts';
import type { Metrics } from './metrics.ts';

/** `/metrics`: the process's numbers for Prometheus. */
export function createMetricsRoute(metrics: Pick<Metrics, 'text'>): Route {
  return {
    matches: (path) => path === '/metrics',
    answer: async (_request, response) => {
      const { contentType, body } = await metrics.text();
      const bytes = Buffer.from(body);
      response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
      response.end(bytes);
    },
  };
}
