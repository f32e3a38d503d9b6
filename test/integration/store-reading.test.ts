import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import type { Binding, Identity, ReadingStore } from '../../src/reading/reading-ports.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const ADA = '300000000000000001';
const BOB = '300000000000000002';

const binding: Binding = { guildId: GUILD, channelId: '400000000000000001', autoJoin: true, widerListeners: false };

describeDatabases('reading in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;
  let reading: ReadingStore;

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, createLogger('silent'));
    ({ reading } = database);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  test('channels stay bound after a restart, as they were bound last', async () => {
    const other = { ...binding, guildId: OTHER_GUILD, channelId: '400000000000000002' };
    for (const each of [binding, other, { ...binding, autoJoin: false, widerListeners: true }])
      await reading.bind(each);
    await database.close();
    database = await openDatabase(empty.url, createLogger('silent'));
    ({ reading } = database);
    expect(await reading.bindings()).toEqual([{ ...binding, autoJoin: false, widerListeners: true }, other]);
    expect(await reading.unbind(OTHER_GUILD, binding.channelId)).toBe(false);
    expect(await reading.unbind(GUILD, binding.channelId)).toBe(true);
    expect(await reading.unbind(GUILD, binding.channelId)).toBe(false);
    expect(await reading.bindings()).toEqual([other]);
  });

  test('people choose for each server by itself', async () => {
    await reading.choose(GUILD, ADA, { isMuted: true, nickname: undefined });
    await reading.choose(GUILD, BOB, { isMuted: false, nickname: 'B\0ob \ud800' });
    await reading.choose(OTHER_GUILD, ADA, { isMuted: false, nickname: 'Countess' });
    expect(await reading.choices(GUILD)).toEqual(
      new Map([
        [ADA, { isMuted: true, nickname: undefined }],
        [BOB, { isMuted: false, nickname: 'Bob \ufffd' }],
      ]),
    );
    expect(await reading.summary(ADA)).toEqual({
      ...{ nicknames: [{ guildId: OTHER_GUILD, name: 'Countess', voice: undefined }], identities: [], mutedIn: 1 },
    });
    await reading.choose(GUILD, ADA, { isMuted: false, nickname: undefined });
    expect((await reading.summary(ADA)).mutedIn).toBe(0);
  });

  test('people’s identities keep their voices, and of the others the newest; erasing deletes them', async () => {
    const identity = (userId: string, count: number): Identity => ({
      ...{ userId, name: `Luna ${count}`, voice: undefined, seenAtMs: 1_000 + count },
    });
    const voiced = { ...identity(ADA, 0), voice: { id: 'v', title: 'Moon' } };
    await reading.keepIdentity(GUILD, identity(ADA, 0));
    await reading.keepIdentity(GUILD, voiced);
    await reading.keepIdentity(GUILD, identity(BOB, 1));
    for (let count = 1; count <= 27; count += 1) await reading.keepIdentity(GUILD, identity(ADA, count));
    const kept = await reading.identities(GUILD);
    expect(kept).toHaveLength(27);
    expect(kept).toContainEqual(voiced);
    expect(kept).toContainEqual(identity(ADA, 27));
    expect(kept).not.toContainEqual(identity(ADA, 2));
    await reading.noteIdentity(GUILD, { ...identity(ADA, 0), seenAtMs: 9_000 });
    expect(await reading.identities(GUILD)).toContainEqual({ ...voiced, seenAtMs: 9_000 });
    expect(await reading.identities(OTHER_GUILD)).toEqual([]);
    const { identities } = await reading.summary(ADA);
    expect(identities).toHaveLength(26);
    expect(identities[0]).toEqual({ guildId: GUILD, name: 'Luna 0', voice: 'Moon' });
    expect(identities[1]).toEqual({ guildId: GUILD, name: 'Luna 27', voice: undefined });
    expect(await reading.erase(ADA)).toEqual({ nicknames: 0, identities: 26 });
    expect(await reading.identities(GUILD)).toEqual([identity(BOB, 1)]);
  });

  test('erasing a person deletes their names, and reads nothing that they did not want read', {
    meta: { promises: ['people-mute-themselves-any'] },
  }, async () => {
    await reading.choose(GUILD, ADA, { isMuted: true, nickname: 'Countess' });
    await reading.choose(OTHER_GUILD, ADA, { isMuted: false, nickname: 'Ada' });
    await reading.choose(GUILD, BOB, { isMuted: false, nickname: 'Bob' });
    expect(await reading.erase(ADA)).toEqual({ nicknames: 2, identities: 0 });
    expect(await reading.erase(ADA)).toEqual({ nicknames: 0, identities: 0 });
    expect(await reading.choices(GUILD)).toEqual(
      new Map([
        [ADA, { isMuted: true, nickname: undefined }],
        [BOB, { isMuted: false, nickname: 'Bob' }],
      ]),
    );
    expect(await reading.choices(OTHER_GUILD)).toEqual(new Map());
  });
});
