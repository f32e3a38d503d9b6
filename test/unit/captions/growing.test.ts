import { expect, test } from 'vitest';
import { type CaptionBudget, NO_CAPTION_BUDGET } from '../../../src/captions/captions-ports.ts';
import type { ClipGrowth } from '../../../src/voice/voice-api.ts';
import { openScene, type Scene } from './captions-scene.ts';
import { ADA, BOB, clipOf, FakeDisk, GUILD, settle } from './fakes.ts';

/** Somebody has spoken for so many seconds, with a letter in each, in an utterance of that name. */
async function grow(scene: Scene, userId: string, letters: string, more: Partial<ClipGrowth> = {}): Promise<void> {
  const utteranceId = `utterance ${letters[0]}`;
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId: GUILD, userId, utteranceId });
  await settle();
  for (const [offset, letter] of letters.split('').entries()) {
    const so = { clipId: `clip ${letters[0]}`, utteranceId, durationMs: (offset + 1) * 1_000, offset, ...more };
    const growth = { ...clipOf(userId, letter), ...so };
    scene.captions.onVoiceEvent({ type: 'clip-grown', growth });
  }
  await settle();
}

/** The utterance ends after so many clips. */
async function endSpeech(scene: Scene, userId: string, letter: string, clips: number): Promise<void> {
  const utteranceId = `utterance ${letter}`;
  scene.captions.onVoiceEvent({ type: 'speech-ended', guildId: GUILD, userId, utteranceId, clips });
  await settle();
}

function clipOfUtterance(userId: string, letter: string, text: string, durationMs: number) {
  return clipOf(userId, text, { clipId: `clip ${letter}`, utteranceId: `utterance ${letter}`, durationMs });
}

/** A budget that adds up. */
function openBudget(): { readonly budget: CaptionBudget; readonly counted: () => number } {
  let sum = 0;
  const count = (_: unknown, durationMs: number): void => {
    sum += durationMs;
  };
  return { budget: { ...NO_CAPTION_BUDGET, count }, counted: () => sum };
}

test('speech under way when the bot is killed becomes late text at the next start', async () => {
  const before = openScene();
  await before.begin();
  await grow(before, ADA, 'abc');
  const after = openScene({ lasting: before });
  await after.captions.recover();
  await settle();
  expect([...after.database.stored.values()]).toMatchObject([{ speaker: 'Ada', text: 'abc', late: true }]);
  expect(after.channel.read).toEqual(['late Ada: abc']);
  expect(after.disk.files.size).toBe(0);
});

test('a clip takes the place of its copy, and nothing stays on disk once its text is stored', async () => {
  const scene = openScene();
  await scene.begin();
  await grow(scene, ADA, 'ab');
  expect([...scene.disk.growing.keys()]).toEqual(['clip a']);
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) });
  await endSpeech(scene, ADA, 'a', 1);
  expect([scene.disk.growing.size, scene.disk.files.size]).toEqual([0, 0]);
  expect(scene.database.texts).toEqual(['whole']);
});

test('the copy stays until the clip itself is on disk, however long that takes', async () => {
  const scene = openScene();
  await scene.begin();
  const writing = Promise.withResolvers<void>();
  const put = scene.spool.put.bind(scene.spool);
  scene.spool.put = async (...clip) => {
    await writing.promise;
    return put(...clip);
  };
  await grow(scene, ADA, 'ab');
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) });
  await endSpeech(scene, ADA, 'a', 1);
  expect([...scene.disk.growing.keys()]).toEqual(['clip a']);
  writing.resolve();
  await settle();
  expect(scene.disk.growing.size).toBe(0);
  expect(scene.database.texts).toEqual(['whole']);
});

test('what turns out to be noise leaves no copy, and is not charged', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'ab');
  expect(counted()).toBe(2_000);
  await endSpeech(scene, ADA, 'a', 0);
  expect(scene.disk.growing.size).toBe(0);
  expect(counted()).toBe(0);
});

test('an opt-out removes the copy at once, and what still comes leaves none', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'ab');
  await grow(scene, BOB, 'c');
  const opting = scene.captions.setConsent(ADA, 'opted-out');
  const growth = { ...clipOfUtterance(ADA, 'a', 'c', 3_000), offset: 2 };
  scene.captions.onVoiceEvent({ type: 'clip-grown', growth });
  await opting;
  await settle();
  expect([...scene.disk.growing.keys()]).toEqual(['clip c']);
  expect(counted()).toBe(1_000);
});

test('an erasure removes the copy, although its speaker may be captioned again', async () => {
  const scene = openScene();
  await scene.begin();
  await grow(scene, ADA, 'ab');
  expect(await scene.captions.erasePerson(ADA, { messages: false })).toMatchObject({ clips: 0 });
  const growth = { ...clipOfUtterance(ADA, 'a', 'c', 3_000), offset: 2 };
  scene.captions.onVoiceEvent({ type: 'clip-grown', growth });
  await settle();
  expect(scene.disk.growing.size).toBe(0);
});

test('what grew before an opt-out at another process is deleted at the next start, not transcribed', async () => {
  const before = openScene();
  await before.begin();
  await grow(before, ADA, 'abc');
  const other = openScene({ lasting: { disk: new FakeDisk(), database: before.database } });
  await other.captions.setConsent(ADA, 'opted-out');
  const after = openScene({ lasting: before });
  await after.captions.recover();
  await settle();
  expect(after.service.requests).toEqual([]);
  expect(after.disk.files.size).toBe(0);
});

test.each([
  ['in another channel', { channelId: '200000000000000009' }],
  ['by people who opted out', { userId: BOB }],
])('speech %s has no copy', async (_, more) => {
  const scene = openScene();
  await scene.captions.setConsent(BOB, 'opted-out');
  await scene.begin();
  await grow(scene, ADA, 'abc', more);
  expect(scene.disk.growing.size).toBe(0);
});

test('speech of whoever may be a bot has no copy until that is known', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  const isBot = new Map([ADA, BOB].map((userId) => [userId, Promise.withResolvers<boolean>()]));
  scene.people.isBot = (_guildId, userId) => isBot.get(userId)?.promise ?? Promise.resolve(false);
  await grow(scene, ADA, 'abc');
  await grow(scene, BOB, 'def');
  expect(scene.disk.growing.size).toBe(0);
  isBot.get(ADA)?.resolve(true);
  isBot.get(BOB)?.resolve(false);
  await settle();
  const copies = [...scene.disk.growing.values()].map(({ entry, audio }) => [entry.speaker, audio.length]);
  expect(copies).toEqual([['Bob', 3]]);
  expect(counted()).toBe(3_000);
});

test('speech that ends before its speaker is known leaves no copy behind', async () => {
  const scene = openScene();
  await scene.begin();
  const [name, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  scene.people.nameOf = (_guildId, userId) => (userId === ADA ? name : other).promise;
  await grow(scene, ADA, 'ab');
  await endSpeech(scene, ADA, 'a', 0);
  name.resolve('Ada');
  await settle();
  await grow(scene, BOB, 'cd');
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(1_200);
  other.resolve('Bob');
  await stopping;
  await settle();
  expect(scene.disk.growing.size).toBe(0);
});

test('a clip is charged once: as it grows, and with the rest when it is complete', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'ab');
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) });
  await endSpeech(scene, ADA, 'a', 1);
  expect(counted()).toBe(2_500);
});

test('what the next start makes of speech under way was charged before', async () => {
  const { budget, counted } = openBudget();
  const before = openScene({ budget });
  await before.begin();
  await grow(before, ADA, 'ab');
  const after = openScene({ lasting: before, budget });
  await after.captions.recover();
  await settle();
  expect(after.database.texts).toEqual(['ab']);
  expect(counted()).toBe(2_000);
});

/** Ends captions while the voice thread hangs. */
async function stopHanging(scene: Scene): Promise<void> {
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(2_000);
  await stopping;
  await settle();
}

test('the end of captions makes clips of what has grown if the voice thread reports no end of the speech', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'abc');
  await stopHanging(scene);
  expect(scene.database.texts).toEqual(['abc']);
  expect(scene.channel.read).toEqual(['Ada: abc']);
  expect([scene.disk.growing.size, scene.disk.files.size]).toEqual([0, 0]);
  expect(counted()).toBe(3_000);
});

test('a clip that comes once its copy has taken its place is not transcribed again, also not by the next captions', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'ab');
  await stopHanging(scene);
  const late = { type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) } as const;
  scene.captions.onVoiceEvent(late);
  await scene.begin();
  scene.captions.onVoiceEvent(late);
  await settle();
  expect(scene.service.requests).toHaveLength(1);
  expect(scene.database.texts).toEqual(['ab']);
  expect((await scene.captions.status(GUILD))?.waitingClips).toBe(0);
  expect(counted()).toBe(2_000);
});

test('a clip that comes while captions end is transcribed, and not its copy', async () => {
  const scene = openScene();
  await scene.begin();
  await grow(scene, ADA, 'ab');
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(500);
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) });
  await scene.pass(2_000);
  await stopping;
  expect(scene.service.requests).toHaveLength(1);
  expect(scene.database.texts).toEqual(['whole']);
});

test('the end of captions makes nothing of what grew before an opt-out', async () => {
  const { budget, counted } = openBudget();
  const scene = openScene({ budget });
  await scene.begin();
  await grow(scene, ADA, 'ab');
  await grow(scene, BOB, 'cd');
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(500);
  await scene.captions.setConsent(ADA, 'opted-out');
  await scene.pass(2_000);
  await stopping;
  expect(scene.database.texts).toEqual(['cd']);
  expect(scene.disk.growing.size).toBe(0);
  expect(counted()).toBe(2_000);
});

test('a disk that fails takes nothing from the captions', async () => {
  const scene = openScene();
  await scene.begin();
  scene.disk.isBroken = true;
  await grow(scene, ADA, 'ab');
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOfUtterance(ADA, 'a', 'whole', 2_500) });
  await endSpeech(scene, ADA, 'a', 1);
  expect(scene.database.texts).toEqual(['whole']);
});
