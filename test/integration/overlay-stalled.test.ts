import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { OverlayStream } from '../../src/captions/overlay/overlay-api.ts';
import { OverlayFeed } from '../../src/captions/overlay/overlay-feed.ts';
import { createLogger } from '../../src/log/log.ts';
import { startHttpServer } from '../../src/web/http-server.ts';
import { createOverlayRoute } from '../../src/web/overlay/overlay-route.ts';
import { WireViewer } from './overlay-viewer.ts';

const HEARTBEAT_MS = 100;

it('a viewer who reads nothing when captions end neither harms the bot nor stays', {
  meta: { promises: ['viewer-reads-too-slowly'] },
}, async () => {
  const feed = new OverlayFeed('live', 'session');
  const streams: (OverlayStream & { end(): void })[] = [];
  const route = createOverlayRoute({
    source: () => ({
      isLoaded: true,
      guildOf: () => 'guild',
      open: async (_secret, after, listener) => {
        const stream = feed.subscribe(after, listener);
        streams.push(stream);
        return stream;
      },
    }),
    limits: { heartbeatMs: HEARTBEAT_MS, maxWaitingBytes: 1024 ** 3 },
  });
  const address = { host: '127.0.0.1', port: 0 };
  const server = await startHttpServer(address, { routes: [route], log: createLogger('silent') });
  onTestFinished(() => server.close());
  const viewer = new WireViewer(`http://127.0.0.1:${server.port}/overlay/${'s'.repeat(32)}/events`, { reads: false });
  onTestFinished(() => viewer.close());
  await expect.poll(() => viewer.status).toBe(200);
  const text = 'word '.repeat(800);
  // More than the system's own buffers hold.
  for (let count = 0; count < 4_000; count += 1) {
    feed.show({ lineId: `${count}`, userId: 'ada', speaker: 'Ada', text, isFinal: true, startedAtMs: count });
  }
  for (const stream of streams) stream.end();
  await expect.poll(() => route.viewers, { timeout: 5_000 }).toBe(0);
});

it.each(['w', 's'])('requests that do not wait for answers leave nothing behind when they go (%s)', async (letter) => {
  const feed = new OverlayFeed('live', 'session');
  const route = createOverlayRoute({
    source: () => ({
      isLoaded: true,
      guildOf: (secret) => (secret.startsWith('s') ? 'guild' : undefined),
      open: async (secret, after, listener) => (secret.startsWith('s') ? feed.subscribe(after, listener) : undefined),
    }),
  });
  const address = { host: '127.0.0.1', port: 0 };
  const server = await startHttpServer(address, { routes: [route], log: createLogger('silent') });
  onTestFinished(() => server.close());
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const request = `GET /overlay/${letter.repeat(32)}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`;
  socket.write(request);
  await expect.poll(() => route.refused + feed.viewers).toBe(1);
  socket.write(request.repeat(20));
  await new Promise((resolve) => setTimeout(resolve, 100));
  socket.destroy();
  await expect.poll(() => route.refused + route.viewers + feed.viewers, { timeout: 3_000 }).toBe(0);
});
