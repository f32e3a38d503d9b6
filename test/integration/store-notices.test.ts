import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import type { NoticeTopic } from '../../src/store/processes/database-notices.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describePostgres, makePostgres, makeSqlite, type PostgresDatabase } from './store-databases.ts';

const log = createLogger('silent');
const TOPICS: readonly NoticeTopic[] = ['consents', 'erasures', 'budgets'];

describePostgres('notices between processes on PostgreSQL', () => {
  let postgres: PostgresDatabase;
  const opened: Database[] = [];

  beforeAll(async () => {
    postgres = await makePostgres();
  });
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  afterAll(() => postgres.close());

  /** A process on the database, which already listens, and what it was told since. */
  async function openProcess(): Promise<{
    readonly database: Database;
    readonly told: NoticeTopic[];
    readonly news: string[];
  }> {
    const database = await openDatabase(postgres.url, log);
    opened.push(database);
    const told: NoticeTopic[] = [];
    const news: string[] = [];
    for (const topic of TOPICS)
      database.notices.on(topic, (what) => {
        told.push(topic);
        news.push(what);
      });
    await expect.poll(() => told).toEqual(TOPICS);
    expect(new Set(news.splice(0))).toEqual(new Set(['changed']));
    told.length = 0;
    return { database, told, news };
  }

  test('reach every other process, but not the one that sent them', async () => {
    const [one, other, third] = [await openProcess(), await openProcess(), await openProcess()];
    await one.database.notices.notify('consents');
    await expect.poll(() => [other.told, third.told]).toEqual([['consents'], ['consents']]);
    await other.database.notices.notify('erasures');
    await expect.poll(() => [one.told, third.told]).toEqual([['erasures'], ['consents', 'erasures']]);
    expect(other.told).toEqual(['consents']);
  });

  test('are made up for after the connection broke: every listener is called once, and learns why', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    await postgres.cut();
    await one.database.notices.notify('consents');
    await postgres.mend();
    await expect.poll(() => other.told).toEqual(TOPICS);
    await expect.poll(() => one.told).toEqual(TOPICS);
    await one.database.notices.notify('budgets');
    await expect.poll(() => other.told).toEqual([...TOPICS, 'budgets']);
    expect(other.news).toEqual(['reconnected', 'reconnected', 'reconnected', 'changed']);
  });

  test('make settings that another process changed apply at once', async () => {
    const [one, other] = [await openProcess(), await openProcess()].map(({ database }) => settingsOf(database));
    expect((await other?.of('g'))?.notices.posted).toBe(true);
    await one?.change('g', '1', (all) => ({ ...all, notices: { posted: false } }));
    await expect.poll(async () => (await other?.of('g'))?.notices.posted).toBe(false);
  });

  test('end with a removed listener and with the database', async () => {
    const [one, other] = [await openProcess(), await openProcess()];
    let calls = 0;
    const remove = other.database.notices.on('consents', () => {
      calls += 1;
    });
    remove();
    await one.database.notices.notify('consents');
    await expect.poll(() => other.told).toEqual(['consents']);
    expect(calls).toBe(0);
    await other.database.close();
    await one.database.notices.notify('consents');
    await other.database.close();
    expect(other.told).toEqual(['consents']);
  });
});

test('a SQLite file has no notices: nothing is told, and telling does not fail', async () => {
  const sqlite = await makeSqlite();
  const [one, other] = [await openDatabase(sqlite.url, log), await openDatabase(sqlite.url, log)];
  other.notices.on('consents', () => expect.unreachable());
  await one.notices.notify('consents');
  await Promise.all([one.close(), other.close()]);
  await sqlite.close();
});
