import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/caption-settings.ts';
import { openScene, type Scene } from './captions-scene.ts';
import { ADA, BOB, type FakeChannel, GUILD, settle } from './fakes.ts';

const DAY_MS = 24 * 60 * 60_000;
/** News of other processes is looked for so rarely that days pass quickly. */
const SELDOM = { refreshEveryMs: 3_600_000 };

/** The bot is killed while two clips wait, and started again. */
async function killAndRestart(): Promise<{ readonly before: Scene; readonly after: Scene }> {
  const before = openScene();
  await before.begin();
  await before.pass(5_000);
  await before.speak(ADA, 'zero');
  before.service.mode = 'SPEECH_UNAVAILABLE';
  await before.speak(ADA, 'one');
  await before.speak(BOB, 'two');
  return { before, after: openScene({ lasting: before }) };
}

test('after a kill, pending clips are transcribed, stored and shown, marked late', async () => {
  const { after } = await killAndRestart();
  await after.captions.recover();
  await settle();
  expect(after.database.texts.toSorted()).toEqual(['one', 'two', 'zero']);
  expect([...after.database.stored.values()].map(({ text, late }) => [text, late])).toEqual([
    ['zero', false],
    ['one', true],
    ['two', true],
  ]);
  expect(after.channel.read).toEqual(['late Ada: one', 'late Bob: two']);
  expect(after.disk.files.size).toBe(0);
});

test('where the operator no longer allows captions, pending clips are deleted, not transcribed, and nothing is shown', {
  meta: { promises: ['neither-voice-nor-captions'] },
}, async () => {
  const { before } = await killAndRestart();
  const after = openScene({ lasting: before, allows: () => false });
  await after.captions.recover();
  await settle();
  expect(after.database.texts).toEqual(['zero']);
  expect(after.channel.read).toEqual([]);
  expect(after.ended).toEqual([]);
  expect(after.disk.files.size).toBe(0);
});

test('an open session ends at its last line, and its end is reported once its text is there', async () => {
  const { before, after } = await killAndRestart();
  await after.captions.recover();
  await settle();
  const { endedAtMs } = [...before.database.stored.values()][0] ?? {};
  expect(after.ended).toMatchObject([{ reason: 'interrupted', lines: 3, waitingClips: 0, session: { endedAtMs } }]);
  await after.captions.recover();
  await settle();
  expect(after.ended).toHaveLength(1);
});

test('turns after a restart are messages of their own', async () => {
  const { before, after } = await killAndRestart();
  await after.captions.recover();
  await settle();
  const ids = (channel: FakeChannel): string[] => [...channel.turns.keys()];
  expect(ids(after.channel).filter((turnId) => ids(before.channel).includes(turnId))).toEqual([]);
});

test('recovery survives a lasting outage', async () => {
  const { after } = await killAndRestart();
  after.service.mode = 'SPEECH_CONNECTION';
  await after.captions.recover();
  await after.pass(60_000);
  expect(after.ended).toMatchObject([{ reason: 'interrupted', waitingClips: 2 }]);
  after.service.mode = 'answers';
  await after.pass(6_000);
  expect(after.database.texts).toHaveLength(3);
  expect(after.disk.files.size).toBe(0);
});

test('a clip whose text is already stored is not transcribed again', async () => {
  const before = openScene();
  const { spool } = before.disk;
  await before.begin();
  before.service.mode = 'waits';
  await before.speak(ADA, 'one');
  const file = [...before.disk.files.values()][0];
  before.service.request('one').succeed();
  await settle();
  if (file === undefined) throw new Error('nothing was on disk');
  await spool.put(file.entry, file.audio);
  const after = openScene({ lasting: before });
  await after.captions.recover();
  await settle();
  expect(after.service.requests).toEqual([]);
  expect(after.disk.files.size).toBe(0);
  expect(after.database.texts).toEqual(['one']);
});

test('a clip whose text was not stored is transcribed again', async () => {
  const before = openScene();
  await before.begin();
  before.database.failures = Number.POSITIVE_INFINITY;
  await before.speak(ADA, 'one');
  before.database.failures = 0;
  const after = openScene({ lasting: { disk: before.disk, database: before.database } });
  await after.captions.recover();
  await settle();
  expect(after.database.texts).toEqual(['one']);
});

test('text that is too old to be shown is stored, and the end is not reported', async () => {
  const { after } = await killAndRestart();
  await after.pass(7 * 60 * 60_000);
  await after.captions.recover();
  await settle();
  expect(after.database.texts).toHaveLength(3);
  expect(after.channel.read).toEqual([]);
  expect(after.ended).toEqual([]);
});

test('clips of a deleted session are deleted', async () => {
  const { before, after } = await killAndRestart();
  before.database.sessions.clear();
  await after.captions.recover();
  await settle();
  expect(after.service.requests).toEqual([]);
  expect(after.disk.files.size).toBe(0);
});

test('transcripts are deleted after the guild’s retention time', async () => {
  const scene = openScene({ timings: SELDOM });
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, retentionDays: 2 });
  await scene.captions.recover();
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.captions.stop(GUILD);
  await scene.pass(1.9 * DAY_MS);
  expect(scene.database.texts).toEqual(['one']);
  await scene.pass(0.5 * DAY_MS);
  expect(scene.database.texts).toEqual([]);
  expect(await scene.captions.transcript(GUILD)).toBeUndefined();
});

test('running captions are not deleted, however long they last', async () => {
  const scene = openScene({ timings: SELDOM });
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, retentionDays: 1 });
  await scene.captions.recover();
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.pass(3 * DAY_MS);
  expect(scene.database.texts).toEqual(['one']);
});
