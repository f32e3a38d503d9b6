import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Config } from '../../src/config.ts';
import { createLogger } from '../../src/log/log.ts';
import { storageChecks } from '../../src/startup/check/storage-checks.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { sessionProblem } from '../../src/store/processes/sessions.ts';
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/postgres-server.ts';

const log = createLogger('silent');
const adminUrl = (): string => inject('postgresUrl') ?? expect.fail('the server was not started');
const connect = (connectionString: string) => ({ connectionString });
const claim = { bot: 'bot', shards: [0, 1], shardCount: 3 };
const waiting = { signal: new AbortController().signal, onTaken: () => undefined, patienceMs: 500 };

describe('PgBouncer', { tags: ['postgres', 'pgbouncer'] }, () => {
  let database: TestDatabase;
  let bouncer: PgBouncer | undefined;
  const opened: Database[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(adminUrl());
  });

  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await bouncer?.[Symbol.asyncDispose]();
    bouncer = undefined;
    await database.drop();
  });

  async function open(url: string, directUrl?: string): Promise<Database> {
    const each = await openDatabase(url, log, { directUrl });
    opened.push(each);
    return each;
  }

  it('in transaction mode is refused with a line that says what to set, and nothing is created', {
    meta: { promises: ['pooler-shares-sessions-refused'] },
  }, async () => {
    bouncer = await startPgBouncer(database.url, 'transaction');
    await expect(open(bouncer.url)).rejects.toMatchObject({
      code: 'STORE_SESSIONS_SHARED',
      message: expect.stringMatching(
        /^DATABASE_URL leads to a pooler that shares sessions.*: set DATABASE_DIRECT_URL to/,
      ),
    });
    expect(await query(database.url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  it('in transaction mode is refused as DATABASE_DIRECT_URL, too', async () => {
    bouncer = await startPgBouncer(database.url, 'transaction');
    await expect(open(bouncer.url, bouncer.url)).rejects.toMatchObject({
      message: expect.stringMatching(/^DATABASE_DIRECT_URL leads to a pooler.*: expected PostgreSQL's own address/),
    });
  });

  it('in transaction mode works with DATABASE_DIRECT_URL: shards are locked, changes noticed, charges and decisions stored', async () => {
    bouncer = await startPgBouncer(database.url, 'transaction');
    const [one, other] = [await open(bouncer.url, database.url), await open(bouncer.url, database.url)];
    await one.sharing?.lockShards(claim, waiting);
    await expect(other.sharing?.lockShards(claim, waiting)).rejects.toMatchObject({ code: 'SHARDS_TAKEN' });
    const news: string[] = [];
    other.notices.on('consents', (what) => news.push(what));
    const tell = async (): Promise<number> => {
      await one.notices.notify('consents');
      return news.length;
    };
    // The first may be the connection's own.
    await expect.poll(tell).toBeGreaterThan(1);
    await one.consent.setConsent('300000000000000001', 'opted-out', 1);
    expect(await other.consent.decisionsOf('300000000000000001')).toMatchObject([{ consent: 'opted-out' }]);
    const key = { kind: 'characters', scope: 'account', holder: '' } as const;
    const takes = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? one : other).budgets.take('2026-11-22', [{ key, amount: 1, limit: 15 }]),
    );
    expect((await Promise.all(takes)).filter(({ kind }) => kind === 'taken')).toHaveLength(15);
    await Promise.all(opened.splice(0).map((each) => each.close()));
    await expect.poll(() => query(database.url, "select 1 from pg_locks where locktype = 'advisory'")).toEqual([]);
  });

  it('in transaction mode fails the check of the database, unless DATABASE_DIRECT_URL is set', {
    meta: { promises: ['pooler-shares-sessions-refused'] },
  }, async () => {
    bouncer = await startPgBouncer(database.url, 'transaction');
    const check = (databaseUrl: string, databaseDirectUrl?: string) => {
      const checks = storageChecks({ databaseUrl, databaseDirectUrl, discord: {} } as unknown as Config);
      return checks.find(({ name }) => name === 'database')?.run(new AbortController().signal);
    };
    expect(JSON.stringify(await check(bouncer.url))).toMatch(/"failed".*set DATABASE_DIRECT_URL to PostgreSQL's own/);
    expect(JSON.stringify(await check(bouncer.url, database.url))).not.toContain('failed');
  });

  it('in session mode works as it is', async () => {
    bouncer = await startPgBouncer(database.url, 'session');
    const [one, other] = [await open(bouncer.url), await open(bouncer.url)];
    await one.sharing?.lockShards(claim, waiting);
    await expect(other.sharing?.lockShards(claim, waiting)).rejects.toMatchObject({ code: 'SHARDS_TAKEN' });
  });
});

describe('DATABASE_DIRECT_URL', { tags: ['postgres'] }, () => {
  it('that leads to another database is refused', async () => {
    const [one, other] = [await createTestDatabase(adminUrl()), await createTestDatabase(adminUrl())];
    expect(await sessionProblem({ url: one.url, directUrl: other.url }, connect)).toMatch(
      /^DATABASE_DIRECT_URL leads to another database than DATABASE_URL: expected the same one/,
    );
    expect(await sessionProblem({ url: one.url, directUrl: one.url }, connect)).toBeUndefined();
    for (const each of [one, other]) await each.drop();
  });
});
