import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { ConnectionLimits } from '../../src/web/connections.ts';
import { createHealthRoute } from '../../src/web/health.ts';
import { type Route, startHttpServer } from '../../src/web/http-server.ts';
import { createOverlayRoute } from '../../src/web/overlay/overlay-route.ts';

const log = createLogger('silent');

async function serve(routes: readonly Route[], limits: Partial<ConnectionLimits> = {}): Promise<number> {
  const health = createHealthRoute({ read: async () => ({ problems: [], parts: {} }) });
  const server = await startHttpServer({ host: '127.0.0.1', port: 0 }, { routes: [health, ...routes], limits, log });
  onTestFinished(() => server.close());
  return server.port;
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .resume();
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const healthOf = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status;

it('6,000 wrong addresses in one write cost no look-up, and hold up neither other work nor the health check', {
  meta: { promises: ['wrong-address-costs-look'] },
}, async () => {
  let opened = 0;
  const asked: string[] = [];
  const route = createOverlayRoute({
    source: () => ({
      isLoaded: true,
      guildOf: (secret) => {
        asked.push(secret);
        return undefined;
      },
      open: async () => {
        opened += 1;
        return undefined;
      },
    }),
  });
  const port = await serve([route]);
  const socket = await open(port);
  const wrong = Array.from({ length: 6_000 }, (_, index) => `${index}`.padStart(32, 'x'));
  socket.write(wrong.map((secret) => `GET /overlay/${secret}/events HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  await expect.poll(() => socket.destroyed).toBe(true);
  // The connection sent too many ahead: nothing of what it sent is under way any more.
  expect(asked.length).toBeLessThanOrEqual(21);
  expect(opened).toBe(0);
  expect(route.viewers).toBe(0);
  expect(await healthOf(port)).toBe(200);
  await expect.poll(() => route.refused).toBe(0);
});

it('requests of one connection are answered one after the other', {
  meta: { promises: ['wrong-address-costs-look'] },
}, async () => {
  let underWay = 0;
  let most = 0;
  const route: Route = {
    matches: (path) => path === '/slow',
    answer: async (_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await sleep(5);
      underWay -= 1;
      response.end('done');
    },
  };
  const port = await serve([route]);
  const socket = await open(port);
  let answers = '';
  socket.on('data', (bytes: Buffer) => {
    answers += bytes.toString();
  });
  socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(10));
  await expect.poll(() => answers.split('done').length - 1).toBe(10);
  expect(most).toBe(1);
});

it('connections that send nothing make room for others, the oldest first, so that health checks are answered', {
  meta: { promises: ['connections-send-nothing-dont'] },
}, async () => {
  const port = await serve([], { inAll: 50 });
  const silent = await Promise.all(Array.from({ length: 200 }, () => open(port)));
  expect(await healthOf(port)).toBe(200);
  await expect
    .poll(() => silent.filter(({ destroyed, readyState }) => !destroyed && readyState === 'open').length)
    .toBeLessThanOrEqual(50);
});

it('a connection that waits for its answer is not closed for a new one', async () => {
  const waiting = Promise.withResolvers<void>();
  const route: Route = {
    matches: (path) => path === '/waits',
    answer: async (_request, response) => {
      await waiting.promise;
      response.end('at last');
    },
  };
  const port = await serve([route], { inAll: 2 });
  const first = fetch(`http://127.0.0.1:${port}/waits`);
  const second = await open(port);
  await sleep(20);
  for (let count = 0; count < 5; count += 1) await open(port);
  await expect.poll(() => second.destroyed).toBe(true);
  waiting.resolve();
  expect(await (await first).text()).toBe('at last');
});
