import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/log.ts';
import { backUp, restore } from '../../src/startup/backup/commands.ts';
import { lockDataFolder } from '../../src/store/data-folder-lock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { chooseLater, expectLaterChoices, fillWithChoices } from '../support/choices-about-captions.ts';
import { listFolder } from '../support/list-folder.ts';

const log = createLogger('silent');
let folder: string;
let dataDir: string;
let backups: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-backup-test-'));
  dataDir = join(folder, 'data');
  backups = join(folder, 'backups');
  file = join(dataDir, 'mynah.sqlite');
  await mkdir(dataDir);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs one of the commands with this test's folders. */
async function run(command: typeof backUp, args: readonly string[], changes: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const read = readConfig({
    ...{ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: 'speech-key', SPEECH_API_URL: 'http://127.0.0.1:9' },
    ...{ DATA_DIR: dataDir, ...changes },
  });
  const code = await command(args, read, { out: (line) => void out.push(line), err: (line) => void err.push(line) });
  return { code, out, err };
}

/** Opens the database as a start does, and writes a word into it. */
async function writeWord(word: string): Promise<void> {
  await (await openDatabase(`sqlite:${file}`, log)).close();
  const database = new Sqlite(file);
  database.prepare('insert into revisions (topic, latest) values (?, 1)').run(word);
  database.close();
}

function words(path = file): string[] {
  const database = new Sqlite(path, { readonly: true });
  try {
    const rows = database
      .prepare("select topic from revisions where topic not in ('consents', 'epoch') order by topic")
      .all();
    return (rows as { readonly topic: string }[]).map(({ topic }) => topic);
  } finally {
    database.close();
  }
}

/** Backs up, and returns the file. */
async function makeBackup(): Promise<string> {
  expect(await run(backUp, [backups])).toMatchObject({ code: 0, err: [] });
  const [name = ''] = await readdir(backups);
  return join(backups, name);
}

describe('npm run backup', () => {
  it('copies the database while Mynah uses it into one file that only its user can read', async () => {
    await writeWord('first');
    await using parts = new AsyncDisposableStack();
    parts.adopt(await lockDataFolder(dataDir), (lock) => lock.release());
    parts.adopt(await openDatabase(`sqlite:${file}`, log), (database) => database.close());
    // It is in the write-ahead log alone.
    const writer = parts.adopt(new Sqlite(file), (open) => void open.close());
    writer.prepare("insert into revisions (topic, latest) values ('second', 1)").run();
    const backup = await makeBackup();
    expect(words(backup)).toEqual(['first', 'second']);
    expect(await readdir(backups)).toEqual([expect.stringMatching(/^mynah-\d{4}-\d\d-\d\dT[\d-]+Z\.sqlite$/)]);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing when there is no database, or it is damaged', async () => {
    expect(await run(backUp, [backups])).toMatchObject({ code: 1, err: [expect.stringContaining('no database at')] });
    await writeFile(file, 'a shopping list');
    expect(await run(backUp, [backups])).toMatchObject({ code: 1, err: [expect.stringContaining('damaged')] });
    expect(await readdir(backups)).toEqual([]);
  });

  it.each(['--help', '-h'])('explains itself for %s, whatever the configuration', async (help) => {
    expect(await run(backUp, [help], { SPEECH_API_URL: '' })).toMatchObject({
      ...{ code: 0, err: [], out: [expect.stringContaining('npm run backup -- FOLDER')] },
    });
    expect(await run(restore, ['FILE', help], { SPEECH_API_URL: '' })).toMatchObject({
      ...{ code: 0, err: [], out: [expect.stringContaining('npm run restore -- FILE')] },
    });
  });

  it.each([[[]], [['--helm']], [['one', 'two']]])('says how to call it after %j', async (args) => {
    expect(await run(backUp, args)).toMatchObject({ code: 1, err: ['expected one path: npm run backup -- FOLDER'] });
    expect(await run(restore, args)).toMatchObject({ code: 1, err: ['expected one path: npm run restore -- FILE'] });
  });

  it('says what is wrong with the configuration', async () => {
    const { code, err } = await run(backUp, [backups], { SPEECH_API_URL: '' });
    expect(code).toBe(1);
    expect(err).toEqual([expect.stringContaining('SPEECH_API_URL is missing')]);
  });
});

describe('npm run restore', () => {
  it('brings back what a backup has, keeps the previous database, and a start goes on with it', async () => {
    await writeWord('before');
    const backup = await makeBackup();
    await writeWord('after');
    const { code, out } = await run(restore, [backup]);
    expect(code).toBe(0);
    expect(words()).toEqual(['before']);
    const kept = /is kept in (.*)$/.exec(out.join('\n'))?.[1] ?? '';
    expect(words(kept)).toEqual(['after', 'before']);
    await writeWord('later');
    expect(words()).toEqual(['before', 'later']);
    expect(words(backup)).toEqual(['before']);
  });

  it('undoes no decision about captions, and no erasure of transcripts', async () => {
    const url = `sqlite:${file}`;
    await (await openDatabase(url, log)).close();
    await fillWithChoices(url);
    const backup = await makeBackup();
    await chooseLater(url);
    const { code, out } = await run(restore, [backup]);
    expect(out).toContainEqual(expect.stringContaining('transcripts erased since stay erased'));
    expect(code).toBe(0);
    await expectLaterChoices(url);
  });

  it('brings back no address of captions where there is no database yet, and moves the epoch on each time', {
    meta: { promises: ['restore-brings-back-address'] },
  }, async () => {
    const url = `sqlite:${file}`;
    await (await openDatabase(url, log)).close();
    await fillWithChoices(url);
    const backup = await makeBackup();
    await rm(dataDir, { recursive: true });
    const epochs: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      expect((await run(restore, [backup])).code).toBe(0);
      const database = new Sqlite(file);
      epochs.push(database.prepare("select latest from revisions where topic = 'epoch'").pluck().get() as number);
      expect(database.prepare('select count(*) from overlay_links').pluck().get()).toBe(0);
      database.close();
      if (count === 1) await rm(dataDir, { recursive: true });
    }
    expect(epochs).toEqual(epochs.toSorted((one, other) => one - other));
    expect(new Set(epochs).size).toBe(3);
  });

  it('works where there is no database yet, and over a damaged one', async () => {
    await writeWord('before');
    const backup = await makeBackup();
    await rm(dataDir, { recursive: true });
    expect(await run(restore, [backup])).toMatchObject({
      code: 0,
      out: [
        `restored ${backup}`,
        expect.stringContaining('what people erased since the backup is back'),
        expect.stringContaining('addresses of captions on a screen'),
      ],
    });
    await writeFile(file, 'a shopping list');
    await writeFile(`${file}-wal`, 'of another database');
    expect((await run(restore, [backup])).code).toBe(0);
    expect(words()).toEqual(['before']);
    expect((await readdir(dataDir)).filter((name) => name.endsWith('-wal') && !name.includes('before'))).toEqual([]);
  });

  it('refuses while Mynah runs, and changes nothing', async () => {
    await writeWord('before');
    const backup = await makeBackup();
    await using parts = new AsyncDisposableStack();
    parts.adopt(await lockDataFolder(dataDir), (lock) => lock.release());
    const before = await listFolder(dataDir);
    expect(await run(restore, [backup])).toMatchObject({
      code: 1,
      err: [expect.stringContaining(`in use by process ${process.pid}`)],
    });
    expect(await listFolder(dataDir)).toEqual(before);
  });

  it('refuses while a process with another DATA_DIR has the database open', async () => {
    await writeWord('before');
    const backup = await makeBackup();
    await using parts = new AsyncDisposableStack();
    parts.adopt(await openDatabase(`sqlite:${file}`, log), (database) => database.close());
    expect(await run(restore, [backup])).toMatchObject({ code: 1, err: [expect.stringContaining('is in use')] });
    expect(words()).toEqual(['before']);
  });

  it.each([
    ['damaged', (bytes: Buffer) => bytes.fill(0x5a, 8_192, 24_576), 'damaged'],
    ['damaged where nothing else looks', (bytes: Buffer) => bytes.fill(0x5a, bytes.length - 4_096), 'damaged'],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, 20_000), 'damaged'],
    ['no database', () => Buffer.from('a shopping list'), 'damaged'],
    ['empty', () => Buffer.alloc(0), "isn't a database of Mynah"],
  ])('refuses a file that is %s, and changes nothing', async (_what, change, expected) => {
    await writeWord('before');
    const backup = await makeBackup();
    await writeFile(backup, change(await readFile(backup)));
    await (await lockDataFolder(dataDir)).release();
    const before = await listFolder(dataDir);
    expect(await run(restore, [backup])).toMatchObject({ code: 1, err: [expect.stringContaining(expected)] });
    expect(await listFolder(dataDir)).toEqual(before);
  });

  it('refuses a backup of a newer version or of PostgreSQL, the database itself, and a file that is missing', async () => {
    await writeWord('before');
    const backup = await makeBackup();
    expect(await run(restore, [file])).toMatchObject({
      code: 1,
      err: [expect.stringContaining('the database itself')],
    });
    expect(await run(restore, [join(folder, 'none')])).toMatchObject({
      code: 1,
      err: [expect.stringContaining('there is no file')],
    });
    const dump = join(folder, 'mynah.dump');
    await writeFile(dump, 'PGDMP\u0001');
    expect(await run(restore, [dump])).toMatchObject({
      code: 1,
      err: [expect.stringMatching(/is a backup of PostgreSQL, but DATABASE_URL names SQLite: .* --migrate-from$/)],
    });
    const database = new Sqlite(backup);
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    database.close();
    expect(await run(restore, [backup])).toMatchObject({ code: 1, err: [expect.stringContaining('newer version')] });
    expect(words()).toEqual(['before']);
  });
});
