import { afterEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { createHealthRoute } from '../../src/web/health.ts';
import { type HttpServer, startHttpServer } from '../../src/web/http-server.ts';

const log = createLogger('silent');

const open: HttpServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function start(problems: () => readonly string[] = () => [], port = 0): Promise<HttpServer> {
  const route = createHealthRoute({ read: async () => ({ problems: problems(), parts: {} }) });
  const server = await startHttpServer({ host: '127.0.0.1', port }, { routes: [route], log });
  open.push(server);
  return server;
}

describe('the http server', () => {
  it('answers /healthz while it runs and /readyz by the state of the bot', async () => {
    let problems = ['discord: is not connected', 'voice-1: does not answer'];
    const { port } = await start(() => problems);
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      return [response.status, await response.text()];
    };
    expect(await get('/healthz')).toEqual([200, 'ok\n']);
    expect(await get('/readyz')).toEqual([503, 'discord: is not connected\nvoice-1: does not answer\n']);
    problems = [];
    expect(await get('/readyz')).toEqual([200, 'ready\n']);
    expect(await get('/nothing')).toEqual([404, 'not found\n']);
  });

  it('rejects other methods', async () => {
    const { port } = await start();
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(405);
  });

  it('names the variable to change when the port is taken', async () => {
    const { port } = await start();
    await expect(start(undefined, port)).rejects.toMatchObject({
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
