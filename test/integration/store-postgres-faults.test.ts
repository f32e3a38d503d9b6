import { chown, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createLocalCertificate } from '@mynah/loopback/certificate';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { execute, startPostgresServer } from '../support/postgres-server.ts';
import { describePostgres, makePostgres, type PostgresDatabase } from './store-databases.ts';

const log = createLogger('silent');
const AWAY = { code: 'STORE_UNAVAILABLE', retryable: true };
const USE = { key: { kind: 'characters', scope: 'account', holder: '' }, amount: 1 } as const;

/** A connection of somebody else, who holds locks. */
async function openOther(url: string): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: url });
  other.on('error', () => undefined);
  await other.connect();
  onTestFinished(() => other.end());
  return other;
}

/** A way to the server that can fall silent: no byte passes any more, and no connection ends. */
async function startSilenceableLink(targetUrl: string) {
  const target = new URL(targetUrl);
  const targetPort = Number(target.port);
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(targetPort, target.hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
    sockets.push(near, far);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the link has no port');
  target.port = String(address.port);
  return {
    url: target,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
    /** Those that are open now; later ones work. */
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

describePostgres('a PostgreSQL server', () => {
  let postgres: PostgresDatabase;
  const opened: Database[] = [];
  const open = async (url = postgres.url): Promise<Database> => {
    const database = await openDatabase(url, log);
    opened.push(database);
    return database;
  };
  const withSetting = (name: string, value: string): string => {
    const url = new URL(postgres.url);
    url.searchParams.set('options', `-c ${name}=${value}`);
    return url.href;
  };

  beforeEach(async () => {
    postgres = await makePostgres();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
    await postgres.close();
  });

  test('that ends its sessions (57P01), as at a failover, costs at most the statements under way', async () => {
    const { consent, budgets } = await open();
    await consent.setConsent('ada', 'opted-out', 1);
    const other = await openOther(postgres.url);
    await other.query('begin; lock table budget_uses');
    const waiting = expect(budgets.add('2026-01-01', [USE])).rejects.toMatchObject(AWAY);
    await expect
      .poll(async () => (await postgres.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length)
      .toBe(1);
    await postgres.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mynah' and datname = current_database()",
    );
    await waiting;
    await other.query('rollback');
    expect(await budgets.add('2026-01-01', [USE])).toEqual([1]);
    expect(await consent.decisionsOf('ada')).toHaveLength(1);
  });

  test('that vanishes without a word is reached by new connections after the time limit of a statement', async () => {
    using link = await startSilenceableLink(postgres.url);
    link.url.searchParams.set('query_timeout', '300');
    const { consent } = await open(link.url.href);
    await consent.setConsent('ada', 'opted-out', 1);
    link.silence();
    await expect(consent.decisionsOf('ada')).rejects.toMatchObject(AWAY);
    expect(await consent.decisionsOf('ada')).toHaveLength(1);
  });

  test('that ends a statement after its statement_timeout can be asked again', async () => {
    const { budgets } = await open(withSetting('statement_timeout', '100'));
    const other = await openOther(postgres.url);
    await other.query('begin; lock table budget_uses');
    await expect(budgets.add('2026-01-01', [USE])).rejects.toMatchObject(AWAY);
    await other.query('rollback');
    expect(await budgets.add('2026-01-01', [USE])).toEqual([1]);
  });

  test('whose transactions are serializable: those that conflict (40001) are repeated, and all are counted', async () => {
    const databases = await Promise.all(
      [1, 2].map(() => open(withSetting('default_transaction_isolation', 'serializable'))),
    );
    await Promise.all(
      databases.flatMap(({ budgets }) => Array.from({ length: 4 }, () => budgets.add('2026-01-01', [USE]))),
    );
    expect(await databases[0]?.budgets.used('2026-01-01', [USE.key])).toEqual([8]);
  });

  test('that became a replica (25006) is left for another one', async () => {
    const { consent } = await open();
    await consent.setConsent('ada', 'opted-out', 1);
    const name = new URL(postgres.url).pathname.slice(1);
    await execute(postgres.url, `alter database ${name} set default_transaction_read_only = on`);
    await postgres.cut();
    await postgres.mend();
    await expect
      .poll(() => consent.setConsent('ada', 'opted-in', 2).catch((error: unknown) => error))
      .toMatchObject(AWAY);
    const adminUrl = inject('postgresUrl') ?? expect.fail('the server was not started');
    await execute(adminUrl, `alter database ${name} set default_transaction_read_only = off`);
    // No new session is forced: the failed ones were left.
    expect(await consent.setConsent('ada', 'opted-in', 3)).toMatchObject([{ consent: 'opted-in' }]);
  });

  test('all of whose connections are busy makes calls wait, and fail after five seconds', async () => {
    const { budgets, consent } = await open();
    const other = await openOther(postgres.url);
    await other.query('begin; lock table budget_uses');
    const waiting = Array.from({ length: 5 }, () => budgets.add('2026-01-01', [USE]));
    await expect
      .poll(async () => (await postgres.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).length)
      .toBe(5);
    await expect(consent.decisionsOf('ada')).rejects.toMatchObject(AWAY);
    await other.query('rollback');
    await Promise.all(waiting);
    expect(await consent.decisionsOf('ada')).toEqual([]);
    expect(await budgets.used('2026-01-01', [USE.key])).toEqual([5]);
  });

  test('that has no connection left (53300) is reported, and used once it has', async () => {
    const name = new URL(postgres.url).pathname.slice(1);
    await execute(postgres.url, `create role one_${name} login password 'hunter2' connection limit 0`);
    await execute(
      postgres.url,
      `grant all on database ${name} to one_${name}; grant all on schema public to one_${name}`,
    );
    const url = Object.assign(new URL(postgres.url), { username: `one_${name}`, password: 'hunter2' }).href;
    await expect(openDatabase(url, log)).rejects.toMatchObject({
      ...AWAY,
      message: expect.stringContaining('(53300)'),
    });
    await execute(postgres.url, `alter role one_${name} connection limit 20`);
    const { consent } = await open(url);
    expect(await consent.decisionsOf('ada')).toEqual([]);
  });

  test('whose user may not create tables is reported with what to grant, and one that may use them only works later', async () => {
    const name = new URL(postgres.url).pathname.slice(1);
    const role = `user_${name}`;
    await execute(postgres.url, `create role ${role} login password 'hunter2'`);
    const url = Object.assign(new URL(postgres.url), { username: role, password: 'hunter2' }).href;
    await expect(openDatabase(url, log)).rejects.toMatchObject({
      code: 'STORE_MIGRATION_FAILED',
      message: expect.stringMatching(/^the user of DATABASE_URL may not create tables: make it the owner.+grant it/),
    });
    await (await openDatabase(postgres.url, log)).close();
    await execute(postgres.url, `grant select, insert, update, delete on all tables in schema public to ${role}`);
    const { consent } = await open(url);
    expect(await consent.setConsent('ada', 'opted-out', 1)).toHaveLength(1);
  });

  test('that rejects the password is reported with what to check', async () => {
    const url = Object.assign(new URL(postgres.url), { password: 'hunter2' });
    const error = await openDatabase(url.href, log).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(
        /\(28P01\): the server rejects the login: check user, password and sslmode in DATABASE_URL/,
      ),
    });
    expect(String(error)).not.toContain('hunter2');
  });

  test('that requires TLS is used with sslmode=verify-full, and reported without', async () => {
    await using server = await startPostgresServer();
    const { caPem, certPem, keyPem } = createLocalCertificate();
    const { uid, gid } = await stat(server.folder);
    const files = { 'server.crt': certPem, 'server.key': keyPem, 'ca.crt': caPem };
    const rule = 'hostssl all all 127.0.0.1/32 scram-sha-256\n';
    for (const [name, content] of Object.entries({ ...files, 'pg_hba.conf': rule })) {
      await writeFile(join(server.folder, name), content, { mode: 0o600 });
      await chown(join(server.folder, name), uid, gid);
    }
    await execute(server.adminUrl, 'alter system set ssl = on');
    await server.stop();
    await server.start();
    await expect(openDatabase(server.adminUrl, log)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringMatching(/\(28000\): the server rejects the login: check user, password and sslmode/),
    });
    await expect(openDatabase(`${server.adminUrl}?sslmode=verify-full`, log)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('the certificate is not trusted: add sslrootcert'),
    });
    const trusted = `${server.adminUrl}?sslmode=verify-full&sslrootcert=${join(server.folder, 'ca.crt')}`;
    for (const url of [trusted, `${server.adminUrl}?sslmode=no-verify`]) {
      const database = await openDatabase(url, log);
      expect(await database.consent.decisionsOf('ada')).toEqual([]);
      await database.close();
    }
  });
});
