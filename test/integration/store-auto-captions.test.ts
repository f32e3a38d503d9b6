import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AutoCaptions } from '../../src/captions/auto-captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const ADA = '300000000000000001';
const log = createLogger('silent');

const entryOf = (voiceChannelId: string, more: Partial<AutoCaptions> = {}): AutoCaptions => ({
  ...{ guildId: GUILD, voiceChannelId, textChannelId: 'text', isThreaded: false, language: undefined },
  ...{ setUpBy: ADA, widerReaders: false, setUpAtMs: 1 },
  ...more,
});

describeDatabases('automatic captions in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, log);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  test('survive a restart, in the order in which they were set up', async () => {
    const late = entryOf('a', { isThreaded: true, language: 'de', widerReaders: true, setUpAtMs: 1_800_000_000_000 });
    await database.autoCaptions.set(late);
    await database.autoCaptions.set(entryOf('b', { setUpBy: undefined }));
    await database.close();
    database = await openDatabase(empty.url, log);
    expect(await database.autoCaptions.all()).toEqual([entryOf('b', { setUpBy: undefined }), late]);
    expect(await database.autoCaptions.of(GUILD, 'a')).toEqual(late);
    expect(await database.autoCaptions.of(OTHER_GUILD, 'a')).toBeUndefined();
  });

  test('are one entry for each voice channel, which the latest replaces', async () => {
    await database.autoCaptions.set(entryOf('a', { language: 'de', widerReaders: true }));
    const replaced = entryOf('a', { textChannelId: 'other', setUpBy: 'bob', setUpAtMs: 2 });
    await database.autoCaptions.set(replaced);
    expect(await database.autoCaptions.all()).toEqual([replaced]);
  });

  test('stay held across a restart, until they are not any more or are set up again', async () => {
    for (const id of ['a', 'b', 'c']) await database.autoCaptions.set(entryOf(id));
    for (const id of ['a', 'b', 'c', 'gone']) await database.autoCaptions.setHeld(GUILD, id, true);
    await database.autoCaptions.setHeld(GUILD, 'b', false);
    await database.autoCaptions.set(entryOf('c'));
    await database.close();
    database = await openDatabase(empty.url, log);
    expect(await database.autoCaptions.held()).toEqual(['a']);
  });

  test('are removed by their voice channel, and with either channel, in their guild only', async () => {
    const { autoCaptions } = database;
    const kept = entryOf('a', { guildId: OTHER_GUILD });
    for (const entry of [kept, entryOf('a'), entryOf('b'), entryOf('c', { textChannelId: 'c' })]) {
      await autoCaptions.set(entry);
    }
    await autoCaptions.remove(GUILD, 'a');
    await autoCaptions.remove(GUILD, 'a');
    await autoCaptions.removeChannel(GUILD, 'c');
    expect(await autoCaptions.all()).toEqual([kept, entryOf('b')]);
    await autoCaptions.removeChannel(GUILD, 'text');
    expect(await autoCaptions.all()).toEqual([kept]);
  });

  test('lose the name of a person who is erased, and what they confirmed', async () => {
    const { autoCaptions } = database;
    await autoCaptions.set(entryOf('a', { widerReaders: true }));
    await autoCaptions.set(entryOf('b', { setUpBy: 'bob', widerReaders: true }));
    expect(await autoCaptions.countOf(ADA)).toBe(1);
    expect(await autoCaptions.erasePerson(ADA)).toBe(1);
    expect(await autoCaptions.countOf(ADA)).toBe(0);
    expect(await autoCaptions.of(GUILD, 'a')).toEqual(entryOf('a', { setUpBy: undefined }));
    expect(await autoCaptions.of(GUILD, 'b')).toMatchObject({ setUpBy: 'bob', widerReaders: true });
  });
});
