import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/log.ts';
import { runChecks } from '../../src/startup/check/checks.ts';
import { diskChecks, storageChecks } from '../../src/startup/check/storage-checks.ts';
import { lockDataFolder } from '../../src/store/data-folder-lock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { listFolder } from '../support/list-folder.ts';

const log = createLogger('silent');
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mynah-check-test-'));
});

afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** What the checks of the database and the disk found, by name. */
async function findAll(changes: Record<string, string> = {}) {
  const read = readConfig({
    ...{ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: 'speech-key', SPEECH_API_URL: 'http://127.0.0.1:9' },
    ...{ DATA_DIR: dataDir, ...changes },
  });
  if (read.kind === 'invalid') throw new Error(read.lines.join());
  const results = runChecks([...diskChecks(read.config), ...storageChecks(read.config)], 10_000);
  return Object.fromEntries(
    await Promise.all(results.map(async (one) => [one.check.name, await one.finding] as const)),
  );
}

/** Makes a database as a start does, and closes it. */
async function makeDatabase(): Promise<string> {
  const file = join(dataDir, 'mynah.sqlite');
  await (await openDatabase(`sqlite:${file}`, log)).close();
  return file;
}

describe('npm start -- --check looks at storage', () => {
  it('that does not exist yet, and creates nothing', async () => {
    const later = join(dataDir, 'later', 'still');
    const found = await findAll({ DATA_DIR: later });
    expect(found).toMatchObject({
      'data folder': { status: 'ok', found: expect.stringContaining('does not exist yet') },
      database: { status: 'ok', found: expect.stringContaining('does not exist yet') },
      'disk space': { status: 'ok' },
    });
    expect(await listFolder(dataDir)).toEqual({});
  });

  it('and changes no byte of it', async () => {
    await makeDatabase();
    const before = await listFolder(dataDir);
    expect(await findAll()).toMatchObject({
      'data folder': { status: 'ok', found: `${dataDir} is writable and has file locks` },
      database: { status: 'ok' },
    });
    expect(await listFolder(dataDir)).toEqual(before);
  });

  it('that another process uses, and says which, without taking its lock', async () => {
    await using parts = new AsyncDisposableStack();
    parts.adopt(await lockDataFolder(dataDir), (lock) => lock.release());
    parts.adopt(await openDatabase(`sqlite:${join(dataDir, 'mynah.sqlite')}`, log), (database) => database.close());
    expect(await findAll()).toMatchObject({
      'data folder': { status: 'ok', found: expect.stringContaining(`in use by process ${process.pid} on the host`) },
      database: { status: 'ok' },
    });
  });

  it('of an older version, and does not migrate it', async () => {
    const file = await makeDatabase();
    const database = new Sqlite(file);
    database.exec("delete from kysely_migration where name >= '0013'");
    database.close();
    expect((await findAll())['database']).toMatchObject({
      status: 'warning',
      found: expect.stringMatching(/12 migrations applied, \d+ to come/),
    });
    const after = new Sqlite(file, { readonly: true });
    onTestFinished(() => void after.close());
    expect(after.prepare('select count(*) as count from kysely_migration').get()).toEqual({ count: 12 });
  });

  it('of a newer version', async () => {
    const database = new Sqlite(await makeDatabase());
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    database.close();
    expect((await findAll())['database']).toMatchObject({ status: 'failed', found: expect.stringContaining('newer') });
  });

  it('that is damaged, or no database at all', async () => {
    const file = await makeDatabase();
    const bytes = await readFile(file);
    bytes.fill(0x5a, 8_192, 24_576);
    await writeFile(file, bytes);
    expect((await findAll())['database']).toMatchObject({ status: 'failed' });
    await writeFile(file, 'a shopping list');
    expect((await findAll())['database']).toMatchObject({
      status: 'failed',
      found: expect.stringContaining('SQLITE_NOTADB'),
    });
  });

  it('that cannot be a folder, and skips what lies in it', async () => {
    await writeFile(join(dataDir, 'file'), '');
    expect(await findAll({ DATA_DIR: join(dataDir, 'file', 'below') })).toMatchObject({
      'data folder': { status: 'failed', found: expect.stringContaining('ENOTDIR') },
      'disk space': { status: 'skipped' },
      database: { status: 'skipped' },
    });
  });

  it('in a database outside of DATA_DIR, where the start could not create it', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const found = await findAll({ DATABASE_URL: `sqlite:${join(dataDir, 'file', 'mynah.sqlite')}` });
    expect(found['database']).toMatchObject({ status: 'failed', found: expect.stringContaining('ENOTDIR') });
    expect(Object.keys(await listFolder(dataDir))).toEqual(['file']);
  });

  it('and warns of processes that share the servers on SQLite files', async () => {
    await mkdir(join(dataDir, 'own'));
    const shards = { SHARDS: '0,1', SHARD_COUNT: '4' };
    expect((await findAll(shards))['shards']).toMatchObject({ status: 'warning' });
    expect((await findAll({ ...shards, DATABASE_URL: 'postgres://ada@127.0.0.1:9/mynah' }))['shards']).toMatchObject({
      status: 'ok',
    });
  });
});
