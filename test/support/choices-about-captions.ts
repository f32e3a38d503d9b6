import { expect } from 'vitest';
import { createLogger } from '../../src/log/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { settingsOf } from './stored-settings.ts';

const GUILD = 'guild';
/** Servers that require opt-in, and that mute Linus. */
const [STRICT, MUTING] = ['strict', 'muting'];
const LINUS = '300000000000000001';

async function withDatabase<T>(url: string, run: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, createLogger('silent'));
  try {
    return await run(database);
  } finally {
    await database.close();
  }
}

/** Fills a new database with a session in which Ada, Grace and Linus spoke; Linus opted out before, and Grace in. */
export const fillWithChoices = (url: string): Promise<void> =>
  withDatabase(url, async ({ transcripts, consent, overlayLinks, reading }) => {
    await transcripts.openSession({
      ...{ sessionId: 'session', guildId: GUILD, voiceChannelId: 'voice', textChannelId: 'text', startedBy: 'ada' },
      ...{ language: undefined, startedAtMs: 1_000, endedAtMs: undefined, consent: 'opt-out', widerReaders: false },
    });
    for (const userId of ['ada', 'grace', 'linus']) {
      const spoken = { speaker: userId, startedAtMs: 2_000, endedAtMs: 3_000, text: 'Hello.', late: false };
      await transcripts.addLine({ lineId: `of-${userId}`, sessionId: 'session', userId, ...spoken });
    }
    await consent.setConsent('linus', 'opted-out', 1_000);
    await consent.setConsent('grace', 'opted-in', 1_000);
    await overlayLinks.add({
      ...{ linkId: 'link', secretHash: 'hash', guildId: GUILD, sessionId: 'session', firstSessionId: 'session' },
      ...{ earlierSessionIds: [], createdBy: 'ada', createdAtMs: 1_000, waitsUntilMs: undefined },
    });
    await reading.choose(GUILD, 'ada', { isMuted: false, nickname: 'Countess' });
  });

/**
 * Ada erases what she said, opts out and mutes herself, and revokes her link; Grace opts out and keeps her lines, and mutes
 * herself; Linus opts in. One server begins to require opt-in, and another one mutes Linus.
 */
export const chooseLater = (url: string): Promise<void> =>
  withDatabase(url, async (database) => {
    const { transcripts, consent, tombstones, overlayLinks, reading } = database;
    await tombstones.bury('ada', 5_000, true);
    await transcripts.erasePerson('ada');
    await consent.setConsent('ada', 'opted-out', 5_000);
    await tombstones.bury('grace', 5_000, false);
    await consent.setConsent('grace', 'opted-out', 5_000);
    await consent.setConsent('linus', 'opted-in', 5_000);
    await overlayLinks.remove('link');
    for (const userId of ['ada', 'grace']) await reading.choose(GUILD, userId, { isMuted: true, nickname: undefined });
    const settings = settingsOf(database);
    await settings.change(STRICT, 'ada', (all) => ({ ...all, captions: { ...all.captions, consent: 'opt-in' } }));
    await settings.change(MUTING, 'ada', (all) => ({ ...all, muted: { userIds: [LINUS], roleIds: [] } }));
  });

/** Expects that all of it still applies, and that later decisions come after it. */
export const expectLaterChoices = (url: string): Promise<void> =>
  withDatabase(url, async (database) => {
    const { transcripts, consent, tombstones, overlayLinks, reading } = database;
    expect(await overlayLinks.all()).toEqual([]);
    const choices = new Map(await reading.choices(GUILD));
    expect(choices.get('ada')).toEqual({ isMuted: true, nickname: 'Countess' });
    expect(choices.get('grace')?.isMuted).toBe(true);
    const settings = settingsOf(database);
    expect((await settings.of(STRICT)).captions.consent).toBe('opt-in');
    expect((await settings.of(MUTING)).muted.userIds).toEqual([LINUS]);
    expect((await transcripts.lines('session')).map(({ userId }) => userId).toSorted()).toEqual(['grace', 'linus']);
    const decisions = await consent.changedSince(0);
    expect(Object.fromEntries(decisions.map((one) => [one.userId, one.consent]))).toEqual({
      ada: 'opted-out',
      grace: 'opted-out',
      linus: 'opted-in',
    });
    expect((await tombstones.after(0)).map(({ userId }) => userId)).toEqual(['ada', 'grace']);
    const [latest] = decisions.map(({ revision }) => revision).toSorted((one, other) => other - one);
    await consent.setConsent('robin', 'opted-out', 6_000);
    expect((await consent.changedSince(latest ?? 0)).map(({ userId }) => userId)).toEqual(['robin']);
  });
