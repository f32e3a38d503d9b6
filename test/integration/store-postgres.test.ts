import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { makePostgres } from './store-databases.ts';

const log = createLogger('silent');

/** A server that closes every connection. */
async function startRudeServer(): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

describe('a PostgreSQL database', () => {
  const closings: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  test('that is not running is reported with its address, but without the password', async () => {
    const server = await startRudeServer();
    const address = `127.0.0.1:${portOf(server)}`;
    const url = `postgres://bird:hunter2@${address}/mynah`;
    const hungUp = await openDatabase(url, log).catch((error: unknown) => error);
    await new Promise((resolve) => server.close(resolve));
    const refused = await openDatabase(url, log).catch((error: unknown) => error);
    for (const error of [hungUp, refused]) {
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: true });
      expect(String(error)).toContain(address);
      expect(String(error)).toContain('check DATABASE_URL');
      expect(String(error)).not.toContain('hunter2');
    }
    expect(String(refused)).toContain('ECONNREFUSED');
  });

  test('with a missing certificate is reported', async () => {
    const url = 'postgres://bird:hunter2@127.0.0.1:1/mynah?sslmode=verify-full&sslrootcert=/not/there.pem';
    await expect(openDatabase(url, log)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('whose connections break fails with a retryable error, and works again afterwards', {
    tags: ['postgres'],
  }, async () => {
    const postgres = await makePostgres();
    closings.push(() => postgres.close());
    const database = await openDatabase(postgres.url, log);
    closings.push(() => database.close());
    await database.consent.setConsent('ada', 'opted-out', 1);

    await postgres.cut();
    await expect(database.consent.changedSince(0)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryable: true,
    });
    await postgres.mend();
    expect(await database.consent.changedSince(0)).toMatchObject([{ userId: 'ada', consent: 'opted-out' }]);
  });
});
