import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CaptionLine, CaptionSession, TranscriptStore } from '../../src/captions/captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import type { SettingsStore } from '../../src/settings/settings-ports.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000;

const log = createLogger('silent');

function session(sessionId: string, more: Partial<CaptionSession> = {}): CaptionSession {
  return {
    sessionId,
    guildId: GUILD,
    voiceChannelId: '400000000000000001',
    textChannelId: '400000000000000002',
    startedBy: BOB,
    language: undefined,
    widerReaders: false,
    consent: 'opt-out',
    startedAtMs: START_MS,
    endedAtMs: undefined,
    ...more,
  };
}

function line(sessionId: string, lineId: string, more: Partial<CaptionLine> = {}): CaptionLine {
  return {
    lineId,
    sessionId,
    userId: ADA,
    speaker: 'Ada',
    startedAtMs: START_MS,
    endedAtMs: START_MS + 1_000,
    text: 'Hello.',
    late: false,
    ...more,
  };
}

describeDatabases('a database in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let database: Database;
  let transcripts: TranscriptStore;
  let settings: SettingsStore;

  beforeAll(async () => {
    empty = await makeEmpty();
  });

  afterAll(() => empty.close());

  beforeEach(async () => {
    database = await openDatabase(empty.url, log);
    ({ transcripts, settings } = database);
  });

  afterEach(async () => {
    await database.close();
    await empty.clear();
  });

  const reopen = async () => {
    await database.close();
    database = await openDatabase(empty.url, log);
    ({ transcripts, settings } = database);
  };

  describe('keeps sessions', () => {
    test('as they were opened, through a restart', async () => {
      const stored = session('s1', { language: 'de' });
      const wider = session('s0', { widerReaders: true });
      await transcripts.openSession(stored);
      await transcripts.openSession(wider);
      await reopen();
      expect(await transcripts.session('s1')).toEqual(stored);
      expect(await transcripts.session('s0')).toEqual(wider);
      expect(await transcripts.session('s2')).toBeUndefined();
    });

    test('and changes nothing when one is opened or closed again', async () => {
      await transcripts.openSession(session('s1'));
      await transcripts.openSession(session('s1', { startedBy: ADA }));
      await transcripts.closeSession('s1', START_MS + 5_000);
      await transcripts.closeSession('s1', START_MS + 9_000);
      await transcripts.closeSession('unknown', START_MS);
      expect(await transcripts.session('s1')).toEqual(session('s1', { endedAtMs: START_MS + 5_000 }));
    });

    test('and finds the latest of a guild even if the clock was set back before it', async () => {
      await transcripts.openSession(session('s1'));
      await transcripts.openSession(session('s2', { startedAtMs: START_MS - 3_600_000 }));
      await transcripts.openSession(session('s3', { guildId: OTHER_GUILD }));
      expect((await transcripts.latestSession(GUILD))?.sessionId).toBe('s2');
      expect((await transcripts.latestSession(OTHER_GUILD))?.sessionId).toBe('s3');
      expect(await transcripts.latestSession('200000000000000009')).toBeUndefined();
      expect((await transcripts.guildsWithSessions()).toSorted()).toEqual([GUILD, OTHER_GUILD]);
    });
  });

  describe('keeps lines', () => {
    test('in chronological order, whatever the order of arrival', async () => {
      await transcripts.openSession(session('s1'));
      const late = line('s1', 'c', { startedAtMs: START_MS + 1, endedAtMs: START_MS + 2, late: true });
      const early = line('s1', 'b', { startedAtMs: START_MS - 5 });
      const middle = line('s1', 'a', { userId: BOB, speaker: 'Bob' });
      for (const each of [late, early, middle]) await transcripts.addLine(each);
      await reopen();
      expect(await transcripts.lines('s1')).toEqual([early, middle, late]);
      expect(await transcripts.lines('s2')).toEqual([]);
    });

    test('once, even if a clip is transcribed twice', async () => {
      await transcripts.openSession(session('s1'));
      await transcripts.addLine(line('s1', 'a'));
      await Promise.all([1, 2, 3].map(() => transcripts.addLine(line('s1', 'a', { text: 'Yellow.', late: true }))));
      expect(await transcripts.lines('s1')).toEqual([line('s1', 'a')]);
    });

    test('after their session has ended', async () => {
      await transcripts.openSession(session('s1'));
      await transcripts.closeSession('s1', START_MS);
      await transcripts.addLine(line('s1', 'a', { late: true }));
      expect(await transcripts.lines('s1')).toHaveLength(1);
    });

    test('but none of an erased session', async () => {
      await transcripts.addLine(line('gone', 'a'));
      expect(await transcripts.lines('gone')).toEqual([]);
      expect(await transcripts.personSummary(ADA)).toEqual({ lines: 0, oldestAtMs: undefined });
    });

    test.each([
      ["Robert'); drop table caption_lines;--", "Robert'); drop table caption_lines;--"],
      ['😀 漢字 שלום e\u0301 \u202e \n\t "$1" ? %s \\', '😀 漢字 שלום e\u0301 \u202e \n\t "$1" ? %s \\'],
      ['with \0 nothing', 'with  nothing'],
      ['half \ud83d of it', 'half \ufffd of it'],
      ['x'.repeat(100_000), 'x'.repeat(100_000)],
    ])('with any text (%#)', async (words, stored) => {
      await transcripts.openSession(session('s1'));
      await transcripts.addLine(line('s1', 'a', { speaker: words, text: words }));
      expect(await transcripts.lines('s1')).toEqual([line('s1', 'a', { speaker: stored, text: stored })]);
    });

    test('with fractional times rounded', async () => {
      await transcripts.openSession(session('s1', { startedAtMs: START_MS + 0.4 }));
      await transcripts.addLine(line('s1', 'a', { startedAtMs: START_MS + 0.6, endedAtMs: START_MS + 20.2 }));
      await transcripts.closeSession('s1', START_MS + 20.7);
      expect(await transcripts.lines('s1')).toMatchObject([{ startedAtMs: START_MS + 1, endedAtMs: START_MS + 20 }]);
      expect(await transcripts.session('s1')).toMatchObject({ startedAtMs: START_MS, endedAtMs: START_MS + 21 });
    });
  });

  describe('erases', () => {
    test('a person in all guilds, and nobody else', async () => {
      await transcripts.openSession(session('s1'));
      await transcripts.openSession(session('s2', { guildId: OTHER_GUILD, startedBy: ADA }));
      await transcripts.addLine(line('s1', 'a', { startedAtMs: START_MS + 7 }));
      await transcripts.addLine(line('s2', 'b', { startedAtMs: START_MS + 3 }));
      await transcripts.addLine(line('s2', 'c', { userId: BOB }));
      expect(await transcripts.personSummary(ADA)).toEqual({ lines: 2, oldestAtMs: START_MS + 3 });

      expect(await transcripts.erasePerson(ADA)).toBe(2);
      expect(await transcripts.erasePerson(ADA)).toBe(0);
      expect(await transcripts.personSummary(ADA)).toEqual({ lines: 0, oldestAtMs: undefined });
      expect(await transcripts.lines('s1')).toEqual([]);
      expect(await transcripts.lines('s2')).toEqual([line('s2', 'c', { userId: BOB })]);
      expect(await transcripts.session('s2')).toMatchObject({ startedBy: undefined });
      expect(await transcripts.session('s1')).toMatchObject({ startedBy: BOB });
    });

    test('more lines than one statement can delete', async () => {
      await transcripts.openSession(session('s1'));
      const ids = Array.from({ length: 1_203 }, (_unused, index) => `line-${index}`);
      await Promise.all(ids.map((id) => transcripts.addLine(line('s1', id))));
      expect(await transcripts.erasePerson(ADA)).toBe(1_203);
      expect(await transcripts.lines('s1')).toEqual([]);
    });

    test('sessions of a guild that ended long ago, with their lines', async () => {
      await transcripts.openSession(session('old'));
      await transcripts.closeSession('old', START_MS + 10);
      await transcripts.openSession(session('old elsewhere', { guildId: OTHER_GUILD, endedAtMs: START_MS + 10 }));
      await transcripts.openSession(session('just'));
      await transcripts.closeSession('just', START_MS + 20);
      for (const id of ['old', 'old elsewhere', 'just']) await transcripts.addLine(line(id, `line of ${id}`));

      expect(await transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 20]]))).toBe(1);
      expect(await transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 20]]))).toBe(0);
      expect(await transcripts.session('old')).toBeUndefined();
      expect(await transcripts.lines('old')).toEqual([]);
      expect(await transcripts.lines('old elsewhere')).toHaveLength(1);
      expect(await transcripts.lines('just')).toHaveLength(1);
    });

    test('sessions left open by a crash, but never one that may be running', async () => {
      await transcripts.openSession(session('crashed'));
      await transcripts.openSession(session('running'));
      expect(await transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 1]]))).toBe(1);
      expect(await transcripts.session('crashed')).toBeUndefined();
      expect(await transcripts.session('running')).toBeDefined();
    });
  });

  describe('keeps the settings of guilds', () => {
    test('as a document each, through a restart', async () => {
      expect(await settings.document(GUILD)).toBeUndefined();
      expect(await settings.replace(GUILD, undefined, '{"a":1}')).toBe(true);
      expect(await settings.replace(OTHER_GUILD, undefined, '{}')).toBe(true);
      expect(await settings.replace(GUILD, '{"a":1}', '{"a":2}')).toBe(true);
      await reopen();
      expect(await settings.document(GUILD)).toBe('{"a":2}');
      expect(await settings.documents()).toEqual(
        new Map([
          [GUILD, '{"a":2}'],
          [OTHER_GUILD, '{}'],
        ]),
      );
    });

    test('and replaces only what it is told is there', async () => {
      await settings.replace(GUILD, undefined, '{"a":1}');
      expect(await settings.replace(GUILD, undefined, '{"a":2}')).toBe(false);
      expect(await settings.replace(GUILD, '{"a":0}', '{"a":2}')).toBe(false);
      expect(await settings.replace(OTHER_GUILD, '{}', '{"a":2}')).toBe(false);
      expect(await settings.documents()).toEqual(new Map([[GUILD, '{"a":1}']]));
    });

    test('so that of two changes by two processes none is lost', async () => {
      const other = await openDatabase(empty.url, log);
      const [mine, theirs] = [settingsOf(database), settingsOf(other)];
      const say = { ...(await mine.of(GUILD)).lengths, say: 99 };
      await theirs.of(GUILD);
      await Promise.all([
        mine.change(GUILD, '1', (all) => ({ ...all, lengths: say })),
        theirs.change(GUILD, '2', (all) => ({ ...all, notices: { posted: false } })),
      ]);
      expect(await settingsOf(database).of(GUILD)).toMatchObject({ lengths: say, notices: { posted: false } });
      await other.close();
    });
  });

  test('closes once, however often close is called, and rejects work afterwards', async () => {
    await Promise.all([database.close(), database.close()]);
    await expect(transcripts.addLine(line('s1', 'a'))).rejects.toMatchObject({ name: 'MynahError' });
  });

  test('can be opened concurrently, even when it is empty', async () => {
    await database.close();
    await empty.clear();
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(empty.url, log)));
    await opened[0]?.transcripts.openSession(session('s1'));
    expect(await opened[2]?.transcripts.session('s1')).toEqual(session('s1'));
    await Promise.all(opened.map((each) => each.close()));
  });
});
