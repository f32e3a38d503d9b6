import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoredOverlayLink } from '../../src/captions/overlay-links-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const ADA = '300000000000000001';
const log = createLogger('silent');

const linkOf = (linkId: string, sessionId: string, more: Partial<StoredOverlayLink> = {}): StoredOverlayLink => ({
  ...{
    linkId,
    sessionId,
    firstSessionId: sessionId,
    earlierSessionIds: [],
    secretHash: `hash of ${linkId}`,
    guildId: GUILD,
  },
  ...{ createdBy: ADA, createdAtMs: 1_800_000_000_000, waitsUntilMs: undefined },
  ...more,
});

describeDatabases('links of overlays in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;

  const openSession = (sessionId: string) =>
    database.transcripts.openSession({
      ...{
        sessionId,
        guildId: GUILD,
        voiceChannelId: 'voice',
        textChannelId: 'text',
        startedBy: ADA,
        language: undefined,
      },
      ...{ consent: 'opt-out', widerReaders: false, startedAtMs: 1, endedAtMs: undefined },
    });

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  afterAll(() => empty.close());
  beforeEach(async () => {
    database = await openDatabase(empty.url, log);
    for (const id of ['one', 'two', 'three']) await openSession(id);
  });
  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  test('survive a restart, and are found all and by their session, oldest first', async () => {
    const late = linkOf('a', 'one', { createdAtMs: 1_800_000_000_001 });
    const first = linkOf('b', 'one', { createdBy: undefined });
    for (const link of [late, first, linkOf('c', 'two')]) await database.overlayLinks.add(link);
    await database.close();
    database = await openDatabase(empty.url, log);
    const { overlayLinks } = database;
    expect(await overlayLinks.ofSession('one')).toEqual([first, late]);
    expect(await overlayLinks.all()).toEqual([first, linkOf('c', 'two'), late]);
  });

  test('wait from the first time that they are told to, and resume with another session', async () => {
    const { overlayLinks } = database;
    for (const link of [linkOf('a', 'one'), linkOf('b', 'two')]) await overlayLinks.add(link);
    await overlayLinks.wait(['one', 'gone'], 5);
    await overlayLinks.wait(['one'], 9);
    await overlayLinks.wait([], 9);
    expect(await overlayLinks.all()).toEqual([linkOf('a', 'one', { waitsUntilMs: 5 }), linkOf('b', 'two')]);
    await overlayLinks.resume('a', 'three', ['two', 'one']);
    const resumed = linkOf('a', 'three', { firstSessionId: 'one', earlierSessionIds: ['two', 'one'] });
    expect(await overlayLinks.ofSession('three')).toEqual([resumed]);
  });

  test('are removed one by one, with their session, and with its transcript', async () => {
    const { overlayLinks, transcripts } = database;
    for (const link of [linkOf('a', 'one'), linkOf('b', 'one'), linkOf('c', 'two'), linkOf('d', 'three')]) {
      await overlayLinks.add(link);
    }
    expect(await overlayLinks.remove('a')).toBe(true);
    expect(await overlayLinks.remove('a')).toBe(false);
    await overlayLinks.removeOfSessions(['one', 'gone']);
    await overlayLinks.removeOfSessions([]);
    expect(await overlayLinks.all()).toHaveLength(2);
    await transcripts.closeSession('two', 2);
    await transcripts.eraseOlderThan(0, new Map([[GUILD, 3]]));
    expect(await overlayLinks.all()).toEqual([linkOf('d', 'three')]);
  });

  test('lose the name of a person who is erased, and stay', async () => {
    const { overlayLinks, transcripts } = database;
    for (const link of [linkOf('a', 'one'), linkOf('b', 'one', { createdBy: 'bob' })]) await overlayLinks.add(link);
    await transcripts.erasePerson(ADA);
    expect((await overlayLinks.ofSession('one')).map(({ createdBy }) => createdBy)).toEqual([undefined, 'bob']);
  });
});
