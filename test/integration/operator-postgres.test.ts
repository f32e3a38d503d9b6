import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ConfigResult, readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/log.ts';
import { backUp, restore } from '../../src/startup/backup/commands.ts';
import { runChecks } from '../../src/startup/check/checks.ts';
import { storageChecks } from '../../src/startup/check/storage-checks.ts';
import { openDatabase } from '../../src/store/database.ts';
import { chooseLater, expectLaterChoices, fillWithChoices } from '../support/choices-about-captions.ts';
import {
  createTestDatabase,
  execute,
  type PostgresServer,
  query,
  startPostgresServer,
} from '../support/postgres-server.ts';

const log = createLogger('silent');
let server: PostgresServer;
let folder: string;
let url: string;

function configOf(databaseUrl: string): ConfigResult {
  return readConfig({
    ...{ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: 'speech-key', SPEECH_API_URL: 'http://127.0.0.1:9' },
    ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl },
  });
}

async function run(command: typeof backUp, path: string) {
  const lines: string[] = [];
  const add = (line: string): void => void lines.push(line);
  return { code: await command([path], configOf(url), { out: add, err: add }), lines };
}

const addWord = (word: string) => execute(url, `insert into revisions (topic, latest) values ('${word}', 1)`);

async function words(): Promise<unknown[]> {
  const rows = await query(url, "select topic from revisions where topic not in ('consents', 'epoch') order by topic");
  return rows.map(({ topic }) => topic);
}

/** Backs up, and returns the file. */
async function makeBackup(): Promise<string> {
  const backups = await mkdtemp(join(folder, 'backups-'));
  expect(await run(backUp, backups)).toMatchObject({ code: 0 });
  const [name = ''] = await readdir(backups);
  return join(backups, name);
}

describe('for operators of a PostgreSQL database', { timeout: 60_000, tags: ['postgres'] }, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-operator-test-'));
    server = await startPostgresServer();
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    ({ url } = await createTestDatabase(server.adminUrl));
  });

  it('--check finds it new, up to date, not writable or gone', async () => {
    const find = async (address: string) => {
      const read = configOf(address);
      if (read.kind === 'invalid') throw new Error(read.lines.join());
      return runChecks(storageChecks(read.config), 10_000)[0]?.finding;
    };
    expect(await find(url)).toMatchObject({ status: 'ok', found: expect.stringMatching(/PostgreSQL .*, empty/) });
    await (await openDatabase(url, log)).close();
    expect(await find(url)).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/PostgreSQL .*, [1-9]\d* mig/),
    });
    await execute(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    expect(await find(url)).toMatchObject({ status: 'failed', found: expect.stringContaining('newer version') });
    const readOnly = `${url}?options=-c%20default_transaction_read_only%3Don`;
    expect(await find(readOnly)).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('cannot be written'),
    });
    const gone = await find('postgres://ada:hunter2@127.0.0.1:9/mynah');
    expect(gone).toMatchObject({ status: 'failed', found: expect.stringContaining('ECONNREFUSED') });
    expect(JSON.stringify(gone)).not.toContain('hunter2');
    const wrongName = Object.assign(new URL(url), { pathname: '/nobodys' });
    expect(await find(wrongName.href)).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('there is no such database: create it'),
    });
    expect(await find(`${url}?sslmode=verify-full`)).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('the server does not use TLS: leave sslmode out'),
    });
    const noPassword = Object.assign(new URL(url), { password: '' });
    expect(await find(noPassword.href)).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('the server wants a password'),
    });
  });

  it('npm run backup and restore bring back what was there, and keep what is replaced', async () => {
    const running = await openDatabase(url, log);
    await addWord('before');
    // A table of another program stays as it is.
    await execute(url, "create table theirs (word text); insert into theirs values ('hello')");
    const backup = await makeBackup();
    expect(backup).toMatch(/\.dump$/);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    await addWord('after');
    expect(await run(restore, backup)).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('mynah is connected to the database')],
    });
    await running.close();
    const { code, lines } = await run(restore, backup);
    expect(lines).toEqual([
      `restored ${backup}`,
      expect.stringContaining('transcripts erased since stay erased'),
      expect.stringContaining('addresses of captions on a screen'),
      expect.stringContaining('is kept in'),
    ]);
    expect(code).toBe(0);
    expect(await words()).toEqual(['before']);
    expect(await query(url, 'select word from theirs')).toEqual([{ word: 'hello' }]);
    const kept = /is kept in (.*)$/.exec(lines.join('\n'))?.[1] ?? '';
    expect(await run(restore, kept)).toMatchObject({ code: 0 });
    expect(await words()).toEqual(['after', 'before']);
    // A start goes on with it.
    await (await openDatabase(url, log)).close();
  });

  it('npm run restore undoes no decision about captions, and no erasure of transcripts', {
    meta: { promises: ['restoring-backup-undoes-decision'] },
  }, async () => {
    await (await openDatabase(url, log)).close();
    await fillWithChoices(url);
    const backup = await makeBackup();
    await chooseLater(url);
    expect(await run(restore, backup)).toMatchObject({ code: 0 });
    await expectLaterChoices(url);
    const epochOf = async () =>
      Number((await query(url, "select latest from revisions where topic = 'epoch'"))[0]?.['latest']);
    const first = await epochOf();
    expect(await run(restore, backup)).toMatchObject({ code: 0 });
    expect(await epochOf()).toBeGreaterThan(first);
  });

  it('npm run restore over a database of a newer version says which version can do it', async () => {
    await (await openDatabase(url, log)).close();
    const backup = await makeBackup();
    await execute(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    expect(await run(restore, backup)).toMatchObject({
      code: 1,
      lines: [expect.stringContaining('restore with that version, then install this one')],
    });
  });

  it('npm run restore refuses a damaged file, one of SQLite or of a newer version, and changes nothing', async () => {
    await (await openDatabase(url, log)).close();
    await addWord('before');
    const backup = await makeBackup();
    const bytes = await readFile(backup);
    const damaged = join(folder, 'damaged.dump');
    for (const wrong of [bytes.subarray(0, bytes.length / 2), Buffer.from('a shopping list'), Buffer.alloc(0)]) {
      await writeFile(damaged, wrong);
      expect(await run(restore, damaged)).toMatchObject({ code: 1, lines: [expect.stringContaining('damaged')] });
    }
    await writeFile(damaged, 'SQLite format 3\0');
    expect(await run(restore, damaged)).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/is a backup of SQLite, but DATABASE_URL names PostgreSQL: .* --migrate-from/)],
    });
    await execute(url, "insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    expect((await run(backUp, join(folder, 'newer'))).lines).toEqual([expect.stringContaining('newer version')]);
    const newer = join(folder, 'newer.dump');
    execFileSync('pg_dump', ['--format=custom', `--file=${newer}`, url]);
    expect(await run(restore, newer)).toMatchObject({ code: 1, lines: [expect.stringContaining('newer version')] });
    expect(await words()).toEqual(['before']);
  });
});
