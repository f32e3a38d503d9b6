import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ConsentStore } from '../../src/captions/captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const OTHER_GUILD = '200000000000000002';
const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000;

const log = createLogger('silent');

describeDatabases('consent in %s', (makeEmpty) => {
  let empty: EmptyDatabase;
  let consent: ConsentStore;
  const opened: Database[] = [];

  const open = async (): Promise<Database> => {
    const database = await openDatabase(empty.url, log);
    opened.push(database);
    return database;
  };
  const closeAll = async (): Promise<void> => {
    for (const database of opened.splice(0)) await database.close();
  };

  beforeAll(async () => {
    empty = await makeEmpty();
  });
  beforeEach(async () => {
    ({ consent } = await open());
  });
  afterEach(async () => {
    await closeAll();
    await empty.clear();
  });
  afterAll(() => empty.close());

  const holding = async (userId: string): Promise<unknown[]> =>
    (await consent.decisionsOf(userId)).map(({ guildId, consent: decided }) => [guildId, decided]);

  test('is kept through a restart', async () => {
    await consent.setConsent(ADA, 'opted-out', START_MS + 0.4);
    await consent.setConsent(BOB, { guildId: GUILD }, START_MS);
    await closeAll();
    ({ consent } = await open());
    const ada = { userId: ADA, guildId: undefined, consent: 'opted-out', decidedAtMs: START_MS, revision: 1 };
    const bob = { userId: BOB, guildId: GUILD, consent: 'opted-in', decidedAtMs: START_MS, revision: 2 };
    expect(await consent.decisionsOf(ADA)).toEqual([ada]);
    expect(await consent.changedSince(0)).toEqual([ada, bob]);
    expect(await consent.decisionsOf('nobody')).toEqual([]);
  });

  test('of two processes is the later decision by the order of the database, however wrong their clocks are', {
    meta: { promises: ['two-processes-decisions-later'] },
  }, async () => {
    const { consent: other } = await open();
    await consent.setConsent(ADA, 'opted-in', START_MS);
    await other.setConsent(ADA, 'opted-out', START_MS - 86_400_000);
    expect(await holding(ADA)).toEqual([[undefined, 'opted-out']]);
    const [decision] = await other.changedSince(1);
    expect(decision).toMatchObject({ userId: ADA, consent: 'opted-out', revision: 2 });
  });

  test('is read from a revision on, and gives every decision its own', async () => {
    const { consent: other } = await open();
    const people = Array.from({ length: 40 }, (_unused, index) => `person ${index}`);
    await Promise.all(people.slice(1).map((userId) => consent.setConsent(userId, 'opted-out', START_MS)));
    await other.setConsent('person 0', 'opted-out', START_MS);
    const revisions = (await consent.changedSince(0)).map(({ revision }) => revision);
    expect(revisions).toEqual(people.map((_unused, index) => index + 1));
    expect((await other.changedSince(38)).map(({ revision }) => revision)).toEqual([39, 40]);
    expect(await consent.changedSince(40)).toEqual([]);
  });

  test('for one guild lifts an opt-out there, and a later opt-out everywhere removes it', {
    meta: { promises: ['opt-one-server-lifts'] },
  }, async () => {
    await consent.setConsent(ADA, 'opted-out', START_MS);
    await consent.setConsent(ADA, { guildId: GUILD }, START_MS);
    await consent.setConsent(ADA, { guildId: OTHER_GUILD }, START_MS);
    expect(await holding(ADA)).toEqual([
      [undefined, 'opted-out'],
      [GUILD, 'opted-in'],
      [OTHER_GUILD, 'opted-in'],
    ]);
    const decisions = await consent.setConsent(ADA, 'opted-out', START_MS);
    expect(decisions).toMatchObject([{ guildId: undefined, consent: 'opted-out', revision: 4 }]);
    expect(await holding(ADA)).toEqual([[undefined, 'opted-out']]);
  });

  test('for one guild changes nothing while an opt-in everywhere holds, unless it limits that', async () => {
    await consent.setConsent(ADA, 'opted-in', START_MS);
    await consent.setConsent(ADA, { guildId: GUILD }, START_MS);
    expect(await holding(ADA)).toEqual([[undefined, 'opted-in']]);
    await consent.setConsent(ADA, { guildId: GUILD, elsewhere: 'opted-out' }, START_MS);
    expect(await holding(ADA)).toEqual([
      [undefined, 'opted-out'],
      [GUILD, 'opted-in'],
    ]);
  });

  test('never limits an opt-out', async () => {
    await consent.setConsent(ADA, 'opted-out', START_MS);
    await consent.setConsent(ADA, { guildId: GUILD, elsewhere: 'undecided' }, START_MS);
    expect(await holding(ADA)).toEqual([
      [undefined, 'opted-out'],
      [GUILD, 'opted-in'],
    ]);
  });

  test('outlasts the erasure of the person’s lines', async () => {
    const { transcripts } = await open();
    await consent.setConsent(ADA, 'opted-out', START_MS);
    await transcripts.erasePerson(ADA);
    expect(await holding(ADA)).toEqual([[undefined, 'opted-out']]);
  });

  test('of a session is kept with it, and only becomes stricter', async () => {
    const { transcripts } = await open();
    const session = { guildId: GUILD, voiceChannelId: 'v', textChannelId: 't', startedBy: ADA, language: undefined };
    const opt = { ...session, widerReaders: false, startedAtMs: 1, endedAtMs: undefined };
    await transcripts.openSession({ ...opt, sessionId: 'out', consent: 'opt-out' });
    await transcripts.openSession({ ...opt, sessionId: 'in', consent: 'opt-in' });
    await transcripts.openSession({ ...opt, sessionId: 'elsewhere', guildId: OTHER_GUILD, consent: 'opt-out' });
    const rules = (): Promise<unknown[]> =>
      Promise.all(['out', 'in', 'elsewhere'].map(async (id) => (await transcripts.session(id))?.consent));
    expect(await rules()).toEqual(['opt-out', 'opt-in', 'opt-out']);
    await transcripts.requireOptIn(GUILD);
    expect(await rules()).toEqual(['opt-in', 'opt-in', 'opt-out']);
  });

  test('of an older version is kept: decisions in their order, sessions with the rule of their server', async () => {
    await closeAll();
    await empty.clear();
    await empty.execute(await readFile(new URL('./store-before-consent.sql', import.meta.url), 'utf8'));
    const { consent: migrated, transcripts } = await open();
    expect(await migrated.changedSince(0)).toEqual([
      { userId: 'bob', guildId: undefined, consent: 'opted-in', decidedAtMs: 1_000, revision: 1 },
      { userId: 'ada', guildId: undefined, consent: 'opted-out', decidedAtMs: 2_000, revision: 2 },
    ]);
    expect(await migrated.setConsent('ada', 'opted-in', 1)).toMatchObject([{ revision: 3 }]);
    const ids = ['in strict', 'in open', 'in broken', 'in unset'];
    const rules = await Promise.all(ids.map(async (id) => (await transcripts.session(id))?.consent));
    expect(rules).toEqual(['opt-in', 'opt-out', 'opt-in', 'opt-out']);
  });

  test('of readers who cannot see the voice channel is given for no session of an older version', {
    meta: { promises: ['confirmation-stored-session-without'] },
  }, async () => {
    await closeAll();
    await empty.clear();
    await empty.execute(await readFile(new URL('./store-before-consent.sql', import.meta.url), 'utf8'));
    const { transcripts } = await open();
    expect((await transcripts.session('in open'))?.widerReaders).toBe(false);
  });

  test('of the version before, with sessions and messages, learns which of them may end in interim text', async () => {
    const before = await open();
    const session = { guildId: GUILD, voiceChannelId: 'v', textChannelId: 't', startedBy: ADA, language: undefined };
    const rest = { ...session, consent: 'opt-in', widerReaders: true, startedAtMs: 1, endedAtMs: undefined } as const;
    await before.transcripts.openSession({ ...rest, sessionId: 'kept' });
    const message = { messageId: '1', userId: ADA, channelId: 't', guildId: GUILD, webhookId: 'w', sessionId: 'kept' };
    await before.captionMessages.add([{ ...message, spokenAtMs: 5 }]);
    await closeAll();
    await empty.execute(`
      drop table unsettled_sessions;
      drop table overlay_links;
      drop table rate_limits;
      drop table reading_bindings;
      drop table reading_choices;
      drop table proxied_identities;
      drop table voice_message_answers;
      drop table pronunciations;
      drop table pronunciation_dictionaries;
      drop table auto_captions;
      drop table spoken_texts;
      drop table voice_sessions;
      drop table voice_processes;
      drop table voice_choices;
      create table voice_choices (user_id text, guild_id text, voice_id text, title text, lost text);
      drop table voice_message_notices;
      drop table guild_settings;
      create table guild_settings (guild_id text, topic text, document text);
      delete from kysely_migration where name >= '0007';
    `);
    const { transcripts, captionMessages } = await open();
    expect(await transcripts.session('kept')).toMatchObject({ consent: 'opt-in', widerReaders: true });
    expect(await captionMessages.newest('kept', 9)).toEqual([{ ...message, spokenAtMs: 5 }]);
    expect(await captionMessages.unsettled()).toEqual([]);
    await captionMessages.noteUnsettled('kept');
    await expect(captionMessages.noteUnsettled('never stored')).rejects.toMatchObject({ code: expect.any(String) });
    expect(await captionMessages.unsettled()).toEqual(['kept']);
    await transcripts.closeSession('kept', 2);
    await transcripts.eraseOlderThan(0, new Map([[GUILD, 3]]));
    expect(await captionMessages.unsettled()).toEqual([]);
  });

  test('comes from an older version with everything else, which works on: transcripts, voices, erasure', async () => {
    await closeAll();
    await empty.clear();
    await empty.execute(await readFile(new URL('./store-before-consent.sql', import.meta.url), 'utf8'));
    await empty.execute(`
      insert into caption_lines values
        ('a', 'in open', 'ada', 'Ada', ${START_MS}, ${START_MS + 1}, 'Hello.', 0),
        ('b', 'in open', 'bob', 'Bob', ${START_MS}, ${START_MS + 1}, 'Hi.', 1);
      insert into voices values ('voice', 'open', 'ada', 1, '{}', 0);
      insert into voice_choices values ('bob', 'open', 'voice', 'Ada', null);
    `);
    const database = await open();
    const { transcripts, captionMessages, tombstones, consent: migrated, budgets, voices } = database;
    const choice = { guildId: 'open', purpose: 'every-text', voiceId: 'voice', title: 'Ada', lost: undefined };
    expect(await voices.choices('bob')).toEqual([choice]);
    expect((await transcripts.lines('in open')).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
      'Ada: Hello.',
      'Bob: Hi.',
    ]);
    expect((await settingsOf(database).of('strict')).captions.consent).toBe('opt-in');
    await captionMessages.add([
      {
        messageId: '1',
        userId: 'ada',
        channelId: 't',
        guildId: 'open',
        webhookId: 'w',
        sessionId: 'in open',
        spokenAtMs: 5,
      },
    ]);
    await tombstones.bury('ada', START_MS, true);
    expect(await transcripts.erasePerson('ada')).toBe(1);
    expect(await captionMessages.peopleDue()).toEqual(['ada']);
    const late = { lineId: 'c', sessionId: 'in open', userId: 'ada', speaker: 'Ada', text: 'Late.', late: true };
    await transcripts.addLine({ ...late, startedAtMs: START_MS, endedAtMs: START_MS });
    expect((await transcripts.lines('in open')).map(({ lineId }) => lineId)).toEqual(['b']);
    expect(await migrated.setConsent('bob', { guildId: 'open', elsewhere: 'opted-out' }, 3_000)).toMatchObject([
      { guildId: undefined, consent: 'opted-out', revision: 3 },
      { guildId: 'open', consent: 'opted-in', revision: 3 },
    ]);
    expect(await budgets.claim('2026-01-01', 'told')).toBe(true);
    await transcripts.closeSession('in open', START_MS);
    await captionMessages.remove('1');
    expect(await transcripts.eraseOlderThan(0, new Map([['open', START_MS + 1]]))).toBe(1);
    expect(await captionMessages.countOf('ada')).toBe(0);
    // A second start changes nothing.
    await closeAll();
    expect(await (await open()).consent.decisionsOf('ada')).toMatchObject([{ consent: 'opted-out', revision: 2 }]);
  });
});
