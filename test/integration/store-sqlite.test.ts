import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';

const log = createLogger('silent');
const ADA = '300000000000000001';

describe('a SQLite database', () => {
  let folder: string;
  let file: string;
  const opened: Database[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mynah-store-'));
    file = join(folder, 'data', 'deep', 'mynah.sqlite');
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });

  async function open(path = file): Promise<Database> {
    const database = await openDatabase(`sqlite:${path}`, log);
    opened.push(database);
    return database;
  }

  async function addLines(database: Database, userId: string, words: string, count: number): Promise<void> {
    const session = { sessionId: 's', guildId: 'g', voiceChannelId: 'v', textChannelId: 't', startedBy: ADA };
    await database.transcripts.openSession({
      ...session,
      language: undefined,
      widerReaders: false,
      consent: 'opt-out',
      startedAtMs: 1,
      endedAtMs: undefined,
    });
    for (let number = 0; number < count; number += 1) {
      const line = {
        lineId: `${userId}-${number}`,
        sessionId: 's',
        userId,
        startedAtMs: number,
        endedAtMs: number + 1,
      };
      await database.transcripts.addLine({ ...line, speaker: words, text: `${words} ${number}`, late: false });
    }
  }

  /** The contents of all database files as one string. */
  async function bytesOnDisk(): Promise<string> {
    const names = await readdir(join(folder, 'data', 'deep'));
    const contents = await Promise.all(names.map((name) => readFile(join(folder, 'data', 'deep', name), 'latin1')));
    return contents.join('');
  }

  test('is created with its folder, readable only by its user', async () => {
    const database = await open();
    await addLines(database, ADA, 'words', 1);
    const modes = await Promise.all(
      [file, `${file}-wal`, `${file}-shm`, join(folder, 'data'), join(folder, 'data', 'deep')].map(
        async (path) => (await stat(path)).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o600, 0o600, 0o600, 0o700, 0o700]);
  });

  test('is opened relative to the working directory', async () => {
    await addLines(await open(relative(process.cwd(), file)), ADA, 'words', 2);
    expect(await (await open()).transcripts.lines('s')).toHaveLength(2);
  });

  test('contains no byte of erased lines', async () => {
    const database = await open();
    await addLines(database, ADA, 'unforgettable', 700);
    await addLines(database, 'bob', 'kept', 50);
    expect(await bytesOnDisk()).toContain('unforgettable');
    expect(await database.transcripts.erasePerson(ADA)).toBe(700);
    const left = await bytesOnDisk();
    expect(left).not.toContain('unforgettable');
    expect(left).not.toContain(ADA);
    expect(left).toContain('kept');
  });

  test('contains no byte of the voices and choices of an erased person', async () => {
    const { voices } = await open();
    const attempt = { attemptId: 'a', guildId: 'g', makerId: ADA, title: 'unforgettable', startedAtMs: 1 };
    const rights = { atMs: 1, audioSha256: ['fingerprint'] };
    await voices.reserve(attempt, rights, { maxPerPerson: 1, maxPerGuild: 1 }, 0);
    await voices.abandon('a');
    await voices.choose(ADA, { guildId: 'g', purpose: 'say', voiceId: 'v', title: 'unforgettable' });
    const before = await bytesOnDisk();
    for (const word of ['fingerprint', 'unforgettable', ADA]) expect(before).toContain(word);
    expect(await voices.erasePerson(ADA, 2)).toEqual({ confirmations: 1, choices: 1 });
    const left = await bytesOnDisk();
    for (const gone of ['fingerprint', 'unforgettable', ADA]) expect(left).not.toContain(gone);
  });

  test('contains no byte of an expired transcript', async () => {
    const database = await open();
    await addLines(database, ADA, 'unforgettable', 50);
    await database.transcripts.closeSession('s', 10);
    expect(await database.transcripts.eraseOlderThan(0, new Map([['g', 11]]))).toBe(1);
    expect(await bytesOnDisk()).not.toContain('unforgettable');
  });

  test('is rid of the other old transcripts when one can’t be deleted', async () => {
    const database = await open();
    for (const sessionId of ['bad', 'good']) {
      await database.transcripts.openSession({
        ...{ sessionId, guildId: 'g', voiceChannelId: 'v', textChannelId: 't', startedBy: ADA, language: undefined },
        ...{ widerReaders: false, consent: 'opt-out', startedAtMs: 1, endedAtMs: 10 },
      });
    }
    const other = new Sqlite(file);
    other.exec(`create trigger kept before delete on caption_sessions when old.session_id = 'bad'
      begin select raise(abort, 'kept'); end`);
    other.close();
    await expect(database.transcripts.eraseOlderThan(11)).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await database.transcripts.session('good')).toBeUndefined();
    expect(await database.transcripts.session('bad')).toBeDefined();
  });

  test('contains no byte of lines erased while another process read them', async () => {
    const database = await open();
    await addLines(database, ADA, 'unforgettable', 3);
    const reader = new Sqlite(file);
    const reading = reader.prepare('select * from caption_lines').iterate();
    reading.next();
    const erased = database.transcripts.erasePerson(ADA);
    await expect.poll(() => database.transcripts.lines('s')).toEqual([]);
    expect(await bytesOnDisk()).toContain('unforgettable');
    reading.return?.();
    expect(await erased).toBe(3);
    expect(await bytesOnDisk()).not.toContain('unforgettable');
    reader.close();
  });

  describe('that cannot be opened', () => {
    test('because it is another kind of file fails with that reason', async () => {
      await mkdir(join(folder, 'data', 'deep'), { recursive: true });
      await writeFile(file, 'this is not a database, but long enough to be looked at'.repeat(100));
      const opening = openDatabase(`sqlite:${file}`, log);
      await expect(opening).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE', retryable: false });
      await expect(opening).rejects.toThrow(
        `cannot open the database ${file} (SQLITE_NOTADB): check that DATA_DIR or DATABASE_URL names a writable folder and a SQLite file`,
      );
    });

    test('because its folder is a file fails with that reason', async () => {
      await writeFile(join(folder, 'data'), '');
      await expect(openDatabase(`sqlite:${file}`, log)).rejects.toThrow(
        /\(ENOTDIR\): check that DATA_DIR or DATABASE_URL names a writable folder/,
      );
    });

    test('because it belongs to a newer version fails with that reason and stays unchanged', async () => {
      await (await open()).close();
      const other = new Sqlite(file);
      other.prepare('insert into kysely_migration values (?, ?)').run('9999-future', new Date(0).toISOString());
      other.close();
      const opening = openDatabase(`sqlite:${file}`, log);
      await expect(opening).rejects.toMatchObject({ code: 'STORE_MIGRATION_FAILED' });
      await expect(opening).rejects.toThrow(/newer version/);
    });

    test.each(['mysql://x', 'sqlite:', 'postgres://', 'nonsense', ''])('because %j is not an address', async (url) => {
      const opening = openDatabase(url, log);
      await expect(opening).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
      await expect(opening).rejects.toThrow(/check DATABASE_URL/);
    });
  });
});
