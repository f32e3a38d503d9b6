import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { lockDataFolder } from '../../src/store/data-folder-lock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { type RawProcess, startRawProcess } from '../support/raw-process.ts';
import { describePostgres, makePostgres, type PostgresDatabase } from './store-databases.ts';

const log = createLogger('silent');

/** Processes start slowly on a busy machine. */
const LONG = { timeout: 60_000 };

describePostgres('npm start -- --migrate-from', () => {
  let dataDir: string;
  let sqlite: string;
  let postgres: PostgresDatabase;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'mynah-migrate-'));
    sqlite = `sqlite:${join(dataDir, 'mynah.sqlite')}`;
    postgres = await makePostgres();
    const database = await openDatabase(sqlite, log);
    await database.consent.setConsent('ada', 'opted-out', 1);
    await database.pronunciations.change({ scope: 'server', holder: 'g1' }, 1, () => ({
      ...{ removed: [], locked: false },
      put: Array.from({ length: 30_000 }, (_unused, index) => ({
        ...{ key: `word ${index}`, word: `Word ${index}`, as: 'aloud', addedBy: undefined, addedAtMs: 1 },
      })),
    }));
    await database.close();
  });
  afterEach(async () => {
    await postgres.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const migrate = (from: string, databaseUrl: string): RawProcess =>
    startRawProcess(
      {
        DISCORD_TOKEN: 'MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789',
        SPEECH_API_URL: 'http://127.0.0.1:9',
        SPEECH_API_KEY: 'a-key-of-the-service',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
      },
      ['--migrate-from', from],
    );
  const words = async (): Promise<unknown> =>
    (await postgres.query("select count(*)::int as count from pronunciations where holder = 'g1'"))[0]?.['count'];

  test('moves everything to PostgreSQL and back, and says what moved and what did not', LONG, async () => {
    await using there = migrate(sqlite, postgres.url);
    const moved = await there.ended();
    expect([moved.code, moved.stderr]).toEqual([0, '']);
    expect(moved.stdout).toContain('\nconsent_decisions: 1 row\n');
    expect(moved.stdout).toContain('\npronunciations: 30,000 rows\n');
    expect(moved.stdout).toMatch(
      /\nCopied \d+ tables, 30,00\d rows, from sqlite:.+ to postgres:\/\/127.0.0.1:\d+\/test_\w+\.\n/,
    );
    expect(moved.stdout).toContain(`they stay in ${dataDir}. Keep that DATA_DIR.\nStart Mynah as usual.\n`);
    expect(moved.stdout).not.toContain(new URL(postgres.url).password);

    await using back = migrate(postgres.url, `sqlite:${join(dataDir, 'back.sqlite')}`);
    expect(await back.ended()).toMatchObject({ code: 0, stderr: '' });
    const database = await openDatabase(`sqlite:${join(dataDir, 'back.sqlite')}`, log);
    expect(await database.consent.decisionsOf('ada')).toMatchObject([{ consent: 'opted-out' }]);
    await database.close();
  });

  test('ends with code 1 and one line, which says what to do, while Mynah runs', LONG, async () => {
    const lock = await lockDataFolder(dataDir);
    await using refused = migrate(sqlite, postgres.url);
    const { code, stderr, stdout } = await refused.ended();
    await lock.release();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Nothing was copied: the folder .+ is in use by process \d+ .+: stop that process.+\n$/);
  });

  test('from the database at DATABASE_URL itself is refused with one line', LONG, async () => {
    await using refused = migrate(sqlite, sqlite);
    const { code, stderr } = await refused.ended();
    expect([code, stderr]).toEqual([
      1,
      '--migrate-from and DATABASE_URL name the same database: set DATABASE_URL to the new one\n',
    ]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)('that %s ends leaves the target empty', LONG, async (how) => {
    await using ended = migrate(sqlite, postgres.url);
    // The first table is copied, and the large one is not.
    if (ended.child.stdout !== null) await Promise.race([once(ended.child.stdout, 'data'), ended.ended()]);
    ended.child.kill(how);
    const { code, stdout, stderr } = await ended.ended();
    expect(stdout).not.toContain('Copied');
    if (how === 'SIGTERM') {
      expect([code, stderr]).toEqual([1, 'Interrupted. The database at DATABASE_URL is empty, as before.\n']);
    }
    expect(await words()).toBe(0);
    await using again = migrate(sqlite, postgres.url);
    expect(await again.ended()).toMatchObject({ code: 0 });
    expect(await words()).toBe(30_000);
  });
});
