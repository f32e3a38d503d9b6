import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiscordClient } from '../../src/discord/client/client.ts';
import { createGatewaySender } from '../../src/discord/client/gateway/gateway-sender.ts';
import { logIn } from '../../src/discord/client/login.ts';
import { createLogger } from '../../src/log/log.ts';

interface Attempt {
  readonly msg: string;
  readonly delayMs: number;
  readonly code: string;
  readonly cause: string;
}

describe('a client whose gateway cannot be reached', () => {
  const attempts: Attempt[] = [];
  const log = createLogger(
    'info',
    [],
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        attempts.push(JSON.parse(line.toString()) as Attempt);
        done();
      },
    }),
  );
  /** The REST part of a Discord whose gateway is at `gatewayUrl`. */
  let gatewayUrl: string;
  const rest = createServer((_request, response) => {
    const limit = { total: 1_000, remaining: 1_000, reset_after: 0, max_concurrency: 1 };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ url: gatewayUrl, shards: 1, session_start_limit: limit }));
  });
  let apiUrl: string;

  beforeEach(async () => {
    attempts.length = 0;
    await new Promise<void>((resolve) => rest.listen(0, '127.0.0.1', resolve));
    apiUrl = `http://127.0.0.1:${(rest.address() as AddressInfo).port}/api`;
  });

  afterEach(() => new Promise((resolve) => rest.close(resolve)));

  it.each([
    // @discordjs/ws does not report why.
    ['refuses connections', () => 'ws://127.0.0.1:9', {}],
    ['is not a gateway', () => apiUrl.replace('http', 'ws'), { cause: 'Unexpected server response: 200' }],
  ])('retries with growing waits and a log line each when the address %s', async (_what, url, reason) => {
    gatewayUrl = url();
    const stopping = new AbortController();
    const { signal } = stopping;
    const client = createDiscordClient({
      ...{ apiUrl, shards: undefined, shardCount: undefined, signal, log },
      sender: createGatewaySender({ log }),
    });
    const login = logIn(client, 'token', { signal, log });
    const failed = expect(login).rejects.toBe('stop');
    await expect.poll(() => attempts.length, { timeout: 10_000, interval: 20 }).toBe(3);
    const [first, second, third] = attempts;
    expect(new Set(attempts.map(({ msg }) => msg))).toEqual(new Set(['the gateway connection closed: reconnecting']));
    expect(attempts).toMatchObject([reason, reason, reason]);
    expect(JSON.stringify(attempts)).not.toContain('stack');
    expect(first?.delayMs).toBe(0);
    expect(second?.delayMs).toBeGreaterThanOrEqual(500);
    expect(third?.delayMs).toBeGreaterThanOrEqual(1_000);
    stopping.abort('stop');
    await failed;
    await client.destroy();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(attempts).toHaveLength(3);
  });
});
