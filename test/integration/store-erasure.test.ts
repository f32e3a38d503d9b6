import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CaptionLine, CaptionMessage, VoiceMessageAnswer } from '../../src/captions/captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { describeDatabases, type EmptyDatabase } from './store-databases.ts';

const GUILD = '200000000000000001';
const ADA = '300000000000000001';
const BOB = '300000000000000002';
const START_MS = 1_760_000_000_000;
const DAY_MS = 24 * 60 * 60_000;

const log = createLogger('silent');

const line = (lineId: string, startedAtMs: number, userId = ADA): CaptionLine => ({
  ...{ lineId, sessionId: 's', userId, speaker: 'Someone', startedAtMs, endedAtMs: startedAtMs + 1_000 },
  ...{ text: 'Hello.', late: false },
});

const message = (messageId: string, spokenAtMs: number, userId = ADA): CaptionMessage => ({
  ...{ messageId, userId, channelId: 'general', guildId: GUILD, webhookId: 'hook', sessionId: 's', spokenAtMs },
});

const answer = (messageId: string, sentAtMs: number, userId = ADA): VoiceMessageAnswer => ({
  ...{ messageId, userId, channelId: 'general', guildId: GUILD, sourceId: `source of ${messageId}`, sentAtMs },
});

describeDatabases('what people said, in a database in %s that two processes share', (makeEmpty) => {
  let empty: EmptyDatabase;
  let here: Database;
  let there: Database;

  const openSession = (sessionId: string, startedAtMs = START_MS, endedAtMs?: number) =>
    here.transcripts.openSession({
      ...{ sessionId, guildId: GUILD, voiceChannelId: '1', textChannelId: '2', startedBy: BOB },
      ...{ language: undefined, widerReaders: false, consent: 'opt-out', startedAtMs, endedAtMs },
    });
  const linesLeft = async () => (await here.transcripts.lines('s')).map(({ lineId }) => lineId);

  beforeAll(async () => {
    empty = await makeEmpty();
  });

  afterAll(() => empty.close());

  beforeEach(async () => {
    here = await openDatabase(empty.url, log);
    there = await openDatabase(empty.url, log);
    await openSession('s');
  });

  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await empty.clear();
  });

  test('in voice messages has answers that must be deleted like captions: those until then, of this person', async () => {
    await here.captionMessages.add([message('2', START_MS)]);
    for (const each of [answer('1', START_MS), answer('3', START_MS + 20), answer('4', START_MS, BOB)]) {
      await here.captionMessages.addAnswer(each);
    }
    await here.captionMessages.addAnswer(answer('1', START_MS));
    expect(await there.captionMessages.countOf(ADA)).toBe(3);
    await here.tombstones.bury(ADA, START_MS + 10, true);
    expect(await there.captionMessages.peopleDue()).toEqual([ADA]);
    const due = (afterId: string) => there.captionMessages.due(ADA, afterId, 100);
    expect((await due('')).map(({ messageId, webhookId }) => [messageId, webhookId])).toEqual([
      ['1', undefined],
      ['2', 'hook'],
    ]);
    expect(await due('2')).toEqual([]);
    await there.captionMessages.remove('1');
    expect(await here.captionMessages.answersTo(['source of 1', 'source of 3'])).toEqual([answer('3', START_MS + 20)]);
  });

  test('in voice messages has answers whose ids go with old transcripts, unless they must be deleted', async () => {
    for (const each of [answer('1', START_MS), answer('2', START_MS, BOB), answer('3', START_MS + DAY_MS)]) {
      await here.captionMessages.addAnswer(each);
    }
    await here.tombstones.bury(ADA, START_MS, true);
    expect(await there.transcripts.guildsWithSessions()).toEqual([GUILD]);
    await there.transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 1]]));
    const sources = ['1', '2', '3'].map((id) => `source of ${id}`);
    const left = await here.captionMessages.answersTo(sources);
    expect(left.map(({ messageId }) => messageId).toSorted()).toEqual(['1', '3']);
  });

  test('in voice messages keeps its tombstone as long as an answer may be due', async () => {
    const oldMs = Date.now() - 100 * DAY_MS;
    await here.transcripts.eraseOlderThan(0, new Map([[GUILD, Date.now()]]));
    await here.captionMessages.addAnswer(answer('1', oldMs));
    await here.tombstones.bury(ADA, oldMs + DAY_MS, true);
    await here.tombstones.bury(BOB, Date.now(), true);
    await here.tombstones.removeSpent();
    expect(await here.captionMessages.peopleDue()).toEqual([ADA]);
  });

  test('before an erasure cannot be stored afterwards by a slow process; what they say later can', {
    meta: { promises: ['erasure-covers-every-process'] },
  }, async () => {
    await here.tombstones.bury(ADA, START_MS + 10, false);
    for (const ms of [9, 10, 11]) await there.transcripts.addLine(line(`ada ${ms}`, START_MS + ms));
    await there.transcripts.addLine(line('bob', START_MS, BOB));
    expect(await linesLeft()).toEqual(['bob', 'ada 11']);
  });

  test('is gone after an erasure, however many lines are being stored at the time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const storing = Array.from({ length: 20 }, (_unused, index) =>
        (index % 2 === 0 ? here : there).transcripts.addLine(line(`${round} ${index}`, START_MS + round)),
      );
      await here.tombstones.bury(ADA, START_MS + round, false);
      await here.transcripts.erasePerson(ADA);
      expect(await linesLeft()).toEqual([]);
      await Promise.all(storing);
      expect(await linesLeft()).toEqual([]);
    }
  });

  test('is buried for good: a tombstone never moves back, and others learn of each change once', async () => {
    await here.tombstones.bury(ADA, START_MS + 10.2, false);
    await here.tombstones.bury(BOB, START_MS, false);
    const [ada, bob] = await there.tombstones.after(0);
    expect([ada, bob]).toMatchObject([
      { userId: ADA, untilMs: START_MS + 11 },
      { userId: BOB, untilMs: START_MS },
    ]);
    await here.tombstones.bury(ADA, START_MS + 5, false);
    const later = await there.tombstones.after(bob?.revision ?? 0);
    expect(later).toMatchObject([{ userId: ADA, untilMs: START_MS + 11 }]);
    expect(await there.tombstones.after(later[0]?.revision ?? 0)).toEqual([]);
  });

  test('has revisions in the order in which they become visible', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_unused, index) =>
        (index % 2 === 0 ? here : there).tombstones.bury(`person ${index}`, START_MS, false),
      ),
    );
    const revisions = (await here.tombstones.after(0)).map(({ revision }) => revision);
    expect(new Set(revisions).size).toBe(20);
    expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));
  });

  test('keeps its tombstone as long as a transcript from before is kept', async () => {
    await here.tombstones.bury(ADA, START_MS + 10, false);
    await here.tombstones.bury(BOB, START_MS + 20, false);
    await here.tombstones.removeSpent();
    expect(await here.tombstones.after(0)).toHaveLength(2);
    await here.transcripts.closeSession('s', START_MS + 30);
    await openSession('later', START_MS + 3 * DAY_MS);
    await here.transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + DAY_MS]]));
    await here.tombstones.removeSpent();
    // The newest stays, so that revisions never shrink.
    expect(await here.tombstones.after(0)).toMatchObject([{ userId: BOB }]);
  });

  describe('and the messages that show it', () => {
    test('are due once their speaker wants them gone: those of before, also if they are recorded late', async () => {
      const { captionMessages } = here;
      await captionMessages.add([message('1', START_MS + 1), message('1', START_MS + 1, BOB)]);
      await captionMessages.add([message('1', START_MS + 1), message('2', START_MS + 2)]);
      expect(await captionMessages.countOf(ADA)).toBe(2);
      await here.tombstones.bury(ADA, START_MS + 2, false);
      expect(await captionMessages.peopleDue()).toEqual([]);
      await there.tombstones.bury(ADA, START_MS + 2, true);
      await there.captionMessages.add([message('3', START_MS + 2), message('4', START_MS + 3)]);
      expect(await captionMessages.peopleDue()).toEqual([ADA]);
      expect(await captionMessages.due(ADA, '', 2)).toMatchObject([{ messageId: '1' }, { messageId: '2' }]);
      const { sessionId: _, ...due } = message('3', START_MS + 2);
      expect(await captionMessages.due(ADA, '2', 2)).toEqual([due]);
      await captionMessages.remove('1', [ADA]);
      await captionMessages.remove('2');
      expect((await captionMessages.due(ADA, '', 9)).map(({ messageId }) => messageId)).toEqual(['3']);
      expect(await captionMessages.countOf(BOB)).toBe(1);
    });

    test('are remembered only as long as their transcript is kept', {
      meta: { promises: ['ids-messages-kept-long'] },
    }, async () => {
      const many = Array.from({ length: 130 }, (_unused, index) => message(`m${index}`, START_MS));
      await here.captionMessages.add(many);
      await here.captionMessages.add([{ ...message('x', START_MS), sessionId: 'never stored' }]);
      expect(await here.captionMessages.countOf(ADA)).toBe(130);
      await here.transcripts.closeSession('s', START_MS + 1);
      await here.transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 2]]));
      expect(await here.captionMessages.countOf(ADA)).toBe(0);
    });

    test('of a session are listed from the newest speech on, whatever their ids', async () => {
      const { captionMessages } = here;
      await openSession('other');
      await captionMessages.add([message('9', START_MS + 1), message('1', START_MS + 3), message('5', START_MS + 2)]);
      await captionMessages.add([message('5', START_MS + 2, BOB), { ...message('7', START_MS), sessionId: 'other' }]);
      const ids = (await captionMessages.newest('s', 3)).map(({ messageId }) => messageId);
      expect(ids).toEqual(['1', '5', '5']);
      expect(await captionMessages.newest('other', 3)).toEqual([{ ...message('7', START_MS), sessionId: 'other' }]);
    });

    test('may end in interim text until that is noted as settled, by whatever process, or the session is deleted', async () => {
      const { captionMessages } = here;
      await openSession('other', START_MS, START_MS + 1);
      for (const sessionId of ['s', 'other', 's']) await captionMessages.noteUnsettled(sessionId);
      expect(await there.captionMessages.unsettled()).toEqual(['other', 's']);
      await there.captionMessages.noteSettled('s');
      await there.captionMessages.noteSettled('s');
      expect(await captionMessages.unsettled()).toEqual(['other']);
      await here.transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 2]]));
      expect(await captionMessages.unsettled()).toEqual([]);
    });

    test('outlast their transcript while they must still be deleted', async () => {
      const { captionMessages, transcripts, tombstones } = here;
      await transcripts.addLine(line('bob', START_MS, BOB));
      await captionMessages.add([message('1', START_MS), message('2', START_MS, BOB)]);
      await tombstones.bury(ADA, START_MS, true);
      await transcripts.closeSession('s', START_MS + 1);
      expect(await transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 2]]))).toBe(0);
      expect(await linesLeft()).toEqual([]);
      expect(await captionMessages.due(ADA, '', 9)).toMatchObject([{ messageId: '1' }]);
      await captionMessages.remove('1');
      expect(await transcripts.eraseOlderThan(0, new Map([[GUILD, START_MS + 2]]))).toBe(1);
      expect(await captionMessages.countOf(BOB)).toBe(0);
    });
  });
});
