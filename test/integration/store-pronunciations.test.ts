import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { DictionaryId, PronunciationStore, StoredEntry } from '../../src/pronunciations/pronunciations-ports.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const ADA = '300000000000000001';
const BOB = '300000000000000002';
const MINE: DictionaryId = { scope: 'person', holder: ADA };
const OURS: DictionaryId = { scope: 'server', holder: '200000000000000001' };
const NOW_MS = 1_760_000_000_000;

const log = createLogger('silent');

const entry = (word: string, as: string, addedBy: string | undefined = ADA): StoredEntry => ({
  ...{ key: word.toLowerCase(), word, as, addedBy, addedAtMs: NOW_MS },
});

describeDatabases('pronunciations in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let store: PronunciationStore;
  const opened: Database[] = [];

  const open = async (): Promise<Database> => {
    const database = await openDatabase(empty.url, log);
    opened.push(database);
    return database;
  };
  const closeAll = async (): Promise<void> => {
    for (const database of opened.splice(0)) await database.close();
  };
  const put = (id: DictionaryId, ...entries: readonly StoredEntry[]): Promise<void> =>
    store.change(id, NOW_MS, ({ locked }) => ({ put: entries, removed: [], locked }));
  const words = async (id: DictionaryId): Promise<string[]> =>
    (await store.dictionary(id)).entries.map(({ word, as }) => `${word}=${as}`);

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  beforeEach(async () => {
    ({ pronunciations: store } = await open());
  });
  afterEach(async () => {
    await closeAll();
    await empty.clear();
  });
  afterAll(() => empty.close());

  test('are kept through a restart, with who added them and when', async () => {
    await put(MINE, entry('GG', 'good game'), entry('brb', 'be right back'));
    await put(OURS, entry('gg', 'ours', BOB));
    await closeAll();
    ({ pronunciations: store } = await open());
    expect(await store.dictionary(MINE)).toEqual({
      revision: NOW_MS,
      locked: false,
      entries: [entry('brb', 'be right back'), entry('GG', 'good game')],
    });
    expect(await words(OURS)).toEqual(['gg=ours']);
    expect(await store.dictionary({ scope: 'person', holder: BOB })).toEqual({
      revision: 0,
      locked: false,
      entries: [],
    });
  });

  test('of equal keys are replaced, and removed by their keys, thousands at once', async () => {
    await put(OURS, entry('gg', 'one'));
    await put(OURS, entry('GG', 'two', BOB));
    expect((await store.dictionary(OURS)).entries).toEqual([entry('GG', 'two', BOB)]);
    const many = Array.from({ length: 2_000 }, (__, index) => entry(`word ${index}`, 'x'));
    await put(OURS, ...many);
    expect(await words(OURS)).toHaveLength(2_001);
    await store.change(OURS, NOW_MS, ({ entries }) => ({
      put: [],
      removed: entries.map(({ key }) => key),
      locked: true,
    }));
    expect(await store.dictionary(OURS)).toMatchObject({ locked: true, entries: [] });
  });

  test('have a revision that every change moves on, also after an erasure', async () => {
    expect(await store.revision(MINE)).toBe(0);
    await put(MINE, entry('a', 'b'));
    const first = await store.revision(MINE);
    await put(MINE, entry('a', 'c'));
    const second = await store.revision(MINE);
    await store.erasePerson(ADA);
    expect(await store.revision(MINE)).toBe(0);
    await store.change(MINE, NOW_MS + 5, () => ({ put: [entry('a', 'd')], removed: [], locked: false }));
    expect(new Set([0, first, second, await store.revision(MINE)]).size).toBe(4);
  });

  test('are changed one change after the other, so that no limit is passed, and other processes see it', async () => {
    const add = (by: PronunciationStore, word: string): Promise<void> =>
      by.change(OURS, NOW_MS, ({ entries, locked }) =>
        entries.length < 5 ? { put: [entry(word, 'x')], removed: [], locked } : undefined,
      );
    await Promise.all(Array.from({ length: 12 }, (__, index) => add(store, `w${index}`)));
    expect(await words(OURS)).toHaveLength(5);
    const { pronunciations: other } = await open();
    await add(other, 'late');
    expect(await words(OURS)).toHaveLength(5);
    expect(await words(OURS)).toEqual((await other.dictionary(OURS)).entries.map(({ word, as }) => `${word}=${as}`));
  });

  test('of an erased person are deleted, and stay without their name where a server has them', async () => {
    await put(MINE, entry('a', 'b'));
    await put(OURS, entry('c', 'd'), entry('e', 'f', BOB));
    expect(await store.personSummary(ADA)).toEqual({ own: 1, inServers: 1 });
    expect(await store.erasePerson(ADA)).toEqual({ own: 1, inServers: 1 });
    expect(await store.personSummary(ADA)).toEqual({ own: 0, inServers: 0 });
    expect(await words(MINE)).toEqual([]);
    expect((await store.dictionary(OURS)).entries).toEqual([
      { ...entry('c', 'd'), addedBy: undefined },
      entry('e', 'f', BOB),
    ]);
  });

  test('with marks and emoji are kept as they are', async () => {
    const odd = entry("'; drop table x --", 'ok 草 👍🏽');
    await put(MINE, odd);
    expect((await store.dictionary(MINE)).entries).toEqual([odd]);
  });
});
