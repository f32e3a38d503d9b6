import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log.ts';
import { createHealthRoute } from '../../src/web/health.ts';
import { type HttpServer, startHttpServer } from '../../src/web/http-server.ts';

const log = createLogger('silent');

const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(source: { ready(): boolean }, port = 0): Promise<HttpServer> {
  const server = await startHttpServer({ host: '127.0.0.1', port }, { routes: [createHealthRoute(source)], log });
  open.push(server);
  return server;
}

describe('the http server', () => {
  it('answers /healthz while it runs and /readyz by the state of the bot', async () => {
    let ready = false;
    const { port } = await start({ ready: () => ready });
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await status('/healthz')).toBe(200);
    expect(await status('/readyz')).toBe(503);
    ready = true;
    expect(await status('/readyz')).toBe(200);
    expect(await status('/nothing')).toBe(404);
  });

  it('rejects other methods', async () => {
    const { port } = await start({ ready: () => true });
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
  });

  it('names the variable to change when the port is taken', async () => {
    const { port } = await start({ ready: () => true });
    await expect(start({ ready: () => true }, port)).rejects.toMatchObject({
      code: 'HTTP_LISTEN_FAILED',
      message: expect.stringMatching(/^HTTP_PORT \d+ .*is taken: set another/),
    });
  });

  it('names the variable to change when the address does not belong to this machine', async () => {
    const elsewhere = { host: '192.0.2.1', port: 0 };
    await expect(startHttpServer(elsewhere, { routes: [], log })).rejects.toMatchObject({
      code: 'HTTP_LISTEN_FAILED',
      message: expect.stringMatching(/^HTTP_HOST 192\.0\.2\.1 cannot be used/),
    });
  });
});
