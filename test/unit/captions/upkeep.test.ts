import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/caption-settings.ts';
import { openScene } from './captions-scene.ts';
import { ADA, GUILD, settle } from './fakes.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A process with a clip on disk and an old transcript, and the next one, whose database fails until it is told otherwise. */
async function startWithoutDatabase() {
  const before = openScene();
  await before.begin();
  await before.speak(ADA, 'old');
  await before.captions.stop(GUILD);
  await before.pass(31 * DAY_MS);
  await before.begin();
  before.service.mode = 'SPEECH_UNAVAILABLE';
  await before.speak(ADA, 'pending');
  const after = openScene({ lasting: before });
  const { transcripts, consent, tombstones, settings } = after.database;
  const working = {
    guilds: transcripts.guildsWithSessions.bind(transcripts),
    retention: settings.partOfAll.bind(settings),
    changedSince: consent.changedSince.bind(consent),
    after: tombstones.after.bind(tombstones),
  };
  const fail = () => Promise.reject(new Error('the database is gone'));
  transcripts.guildsWithSessions = fail;
  settings.partOfAll = fail;
  consent.changedSince = fail;
  tombstones.after = fail;
  const mend = (): void => {
    transcripts.guildsWithSessions = working.guilds;
    settings.partOfAll = working.retention;
    consent.changedSince = working.changedSince;
    tombstones.after = working.after;
  };
  return { after, mend };
}

test('a database that fails at the start delays recovery and retention, and switches neither off', {
  meta: { promises: ['database-fails-start-switches'] },
}, async () => {
  const { after, mend } = await startWithoutDatabase();
  await after.captions.recover();
  expect(after.service.requests).toEqual([]);
  mend();
  await after.pass(3_000);
  expect(after.database.texts).toEqual(['pending']);
  expect(after.disk.files.size).toBe(0);
  expect(after.ended).toMatchObject([{ reason: 'interrupted', lines: 1 }]);
});

test('nothing waits for old transcripts to be deleted', async () => {
  const before = openScene();
  await before.begin();
  await before.captions.stop(GUILD);
  const scene = openScene({ lasting: before });
  const deletion = Promise.withResolvers<number>();
  scene.database.transcripts.eraseOlderThan = () => deletion.promise;
  await scene.captions.recover();
  expect((await scene.begin()).guildId).toBe(GUILD);
  deletion.resolve(0);
});

test('a database that fails at the start switches off neither opt-outs nor erasures of other processes', {
  meta: { promises: ['database-fails-start-switches'] },
}, async () => {
  const { after, mend } = await startWithoutDatabase();
  await after.captions.recover();
  mend();
  await after.begin();
  await after.database.consent.setConsent(ADA, 'opted-out', Date.now());
  await after.pass(6_000);
  await after.speak(ADA, 'secret');
  expect(after.engine.policy?.ignore).toEqual([ADA]);
});

test('the end of an interrupted session is reported although recovery fails after closing it', async () => {
  const before = openScene();
  await before.begin();
  await before.speak(ADA, 'one');
  const after = openScene({ lasting: before });
  const { spool } = after;
  const list = spool.list.bind(spool);
  spool.list = () => Promise.reject(new Error('the disk is gone'));
  await after.captions.recover();
  expect(after.ended).toEqual([]);
  spool.list = list;
  await after.pass(3_000);
  expect(after.ended).toMatchObject([{ reason: 'interrupted', lines: 1 }]);
});

test('each guild keeps transcripts as long as it chose', async () => {
  const scene = openScene();
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, retentionDays: 1 });
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.captions.stop(GUILD);
  await scene.pass(DAY_MS - 60 * 60_000);
  await scene.captions.recover();
  await settle();
  expect(scene.database.texts).toEqual(['one']);
  await scene.pass(7 * 60 * 60_000);
  expect(scene.database.texts).toEqual([]);
});

test('damaged clips are deleted after the shortest time that a server can keep transcripts', async () => {
  const scene = openScene();
  await scene.captions.recover();
  expect(scene.disk.damagedRemovedBefore).toEqual([Date.now() - DAY_MS]);
  await scene.pass(7 * 60 * 60_000);
  expect(scene.disk.damagedRemovedBefore).toHaveLength(2);
});
