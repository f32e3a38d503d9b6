import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../../src/captions/caption-settings.ts';
import { openScene } from '../captions-scene.ts';
import { ADA, BOB, clipOf, GUILD, LOUNGE, settle } from '../fakes.ts';

const DATA_ONLY = { messages: false };
const OPT_IN = { ...DEFAULT_CAPTION_SETTINGS, consent: 'opt-in' } as const;

test('opting out applies immediately: to the engine, new clips, requests under way and pending clips', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  await scene.speak(ADA, 'waits');
  scene.service.mode = 'waits';
  await scene.speak(ADA, 'under way');
  await scene.speak(BOB, 'hello');
  const opting = scene.captions.setConsent(ADA, 'opted-out');
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOf(ADA, 'came later') });
  await opting;
  expect(scene.engine.policy).toEqual({ channelId: LOUNGE, others: 'ask', hear: [BOB], ignore: [ADA] });
  expect(scene.service.request('under way').signal.aborted).toBe(true);
  expect([...scene.disk.files.keys()]).toEqual(['clip hello']);
  scene.service.request('under way').succeed();
  scene.service.request('hello').succeed();
  await scene.pass(120_000);
  expect(scene.database.texts).toEqual(['hello']);
  expect(scene.channel.read).toEqual(['Bob: hello']);
  expect(scene.service.finals).toEqual(['waits', 'under way', 'hello']);
});

test('an opt-out that cannot be stored applies until the bot ends; such an opt-in does not', async () => {
  const scene = openScene();
  await scene.begin();
  scene.database.consent.setConsent = () => Promise.reject(new Error('the database is gone'));
  await expect(scene.captions.setConsent(ADA, 'opted-out')).rejects.toThrow('the database is gone');
  await expect(scene.captions.setConsent(ADA, 'opted-in')).rejects.toThrow('the database is gone');
  await scene.speak(ADA, 'secret');
  expect(scene.service.requests).toEqual([]);
});

test('a clip that is being written while its speaker opts out does not stay on disk', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOf(BOB, 'known') });
  await settle();
  scene.captions.onVoiceEvent({ type: 'clip', clip: clipOf(BOB, 'secret') });
  await scene.captions.setConsent(BOB, 'opted-out');
  await settle();
  expect(scene.disk.files.size).toBe(0);
});

test('a line that waits for an earlier one is not shown after its speaker opts out', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(ADA, 'two');
  scene.service.request('two').succeed();
  await settle();
  await scene.captions.setConsent(ADA, 'opted-out');
  await scene.pass(10_000);
  expect(scene.channel.read).toEqual([]);
});

test('opting out is remembered across restarts, also for clips that wait on disk', async () => {
  const before = openScene();
  before.service.mode = 'SPEECH_UNAVAILABLE';
  await before.begin();
  await before.speak(ADA, 'secret');
  await before.speak(BOB, 'fine');
  await before.database.consent.setConsent(ADA, 'opted-out', Date.now());
  const after = openScene({ lasting: before });
  await after.captions.recover();
  await settle();
  expect(after.service.finals).toEqual(['fine']);
  expect(after.disk.files.size).toBe(0);
  await after.begin();
  await after.speak(ADA, 'secret too');
  expect(after.engine.policy?.ignore).toEqual([ADA]);
  expect(after.service.finals).toEqual(['fine']);
});

test('a person who opts in again is heard again', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.captions.setConsent(ADA, 'opted-out');
  await scene.captions.setConsent(ADA, 'opted-in');
  await scene.pass(2_000);
  await scene.speak(ADA, 'back');
  expect(scene.engine.policy).toEqual({ channelId: LOUNGE, others: 'ask', hear: [ADA], ignore: [] });
  expect(scene.channel.read).toEqual(['Ada: back']);
});

test('where people must opt in, only people who did are captioned', async () => {
  const scene = openScene();
  await scene.setSettings(GUILD, OPT_IN);
  await scene.begin();
  await scene.speak(ADA, 'not yet');
  expect(scene.engine.policy).toEqual({ channelId: LOUNGE, others: 'ask', hear: [], ignore: [ADA] });
  await scene.captions.setConsent(ADA, 'opted-in');
  expect(scene.engine.policy?.hear).toEqual([ADA]);
  await scene.speak(ADA, 'now');
  await scene.speak(BOB, 'never');
  expect(scene.service.finals).toEqual(['now']);
});

test('a guild that changes to opt-in drops pending clips of people who did not opt in', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.setSettings(GUILD, OPT_IN);
  expect(scene.engine.policy?.ignore).toEqual([ADA]);
  expect(scene.service.request('one').signal.aborted).toBe(true);
  expect(scene.disk.files.size).toBe(0);
});

test('a change from opt-in to opt-out never applies to running captions; it holds from the next start', {
  meta: { promises: ['captions-keep-consent-rule'] },
}, async () => {
  const scene = openScene();
  await scene.setSettings(GUILD, OPT_IN);
  await scene.begin();
  await scene.setSettings(GUILD, DEFAULT_CAPTION_SETTINGS);
  await scene.speak(ADA, 'under the old rule');
  expect(scene.service.requests).toEqual([]);
  expect(scene.engine.policy?.ignore).toEqual([ADA]);
  expect(scene.captions.runningConsent(GUILD)).toBe('opt-in');
  expect(await scene.captions.status(GUILD)).toMatchObject({ consent: 'opt-in' });
  await scene.captions.stop(GUILD);
  await scene.begin();
  expect(scene.captions.runningConsent(GUILD)).toBe('opt-out');
  await scene.speak(ADA, 'under the new rule');
  expect(scene.database.texts).toEqual(['under the new rule']);
});

test('other settings that change with the consent rule still apply to running captions', async () => {
  const scene = openScene();
  scene.people.bots.add(BOB);
  await scene.setSettings(GUILD, { ...OPT_IN, captionBots: true });
  await scene.begin();
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, captionBots: false });
  await scene.speak(BOB, 'beep');
  expect(scene.service.requests).toEqual([]);
});

test('captions that became opt-in while they run stay so', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.setSettings(GUILD, OPT_IN);
  await scene.setSettings(GUILD, DEFAULT_CAPTION_SETTINGS);
  await scene.speak(ADA, 'secret');
  expect(scene.service.requests).toEqual([]);
});

test.each([
  ['began with it', [OPT_IN], []],
  ['became it', [], [OPT_IN]],
])(
  'a restart does not relax the rule for clips of captions that were opt-in because they %s',
  async (_, first, then) => {
    const before = openScene();
    for (const settings of first) await before.setSettings(GUILD, settings);
    before.service.mode = 'SPEECH_UNAVAILABLE';
    await before.begin();
    await before.captions.setConsent(ADA, 'opted-in');
    for (const settings of then) await before.setSettings(GUILD, settings);
    await before.speak(ADA, 'agreed');
    const left = before.disk.files.get('clip agreed');
    if (left === undefined) throw new Error('nothing was on disk');
    const { entry, audio } = left;
    await before.disk.spool.put({ ...entry, clip: { ...entry.clip, userId: BOB, clipId: 'of Bob' } }, audio);
    await before.setSettings(GUILD, DEFAULT_CAPTION_SETTINGS);
    const after = openScene({ lasting: before });
    await after.captions.recover();
    await settle();
    expect([...after.database.stored.values()].map(({ userId }) => userId)).toEqual([ADA]);
    expect(after.disk.files.size).toBe(0);
  },
);

test('a guild that requires opt-in while captions start does not get captions under the old rule', async () => {
  const scene = openScene();
  const opening = Promise.withResolvers<void>();
  const { transcripts } = scene.database;
  const openSession = transcripts.openSession.bind(transcripts);
  transcripts.openSession = async (session) => {
    await opening.promise;
    await openSession(session);
  };
  const starting = scene.begin();
  await settle();
  const changing = scene.setSettings(GUILD, OPT_IN);
  await settle();
  opening.resolve();
  await Promise.all([starting, changing]);
  await scene.speak(ADA, 'secret');
  expect(scene.service.requests).toEqual([]);
});

test('an opt-in for this server only counts in this server only', async () => {
  const scene = openScene();
  await scene.setSettings(GUILD, OPT_IN);
  await scene.begin();
  await scene.captions.setConsent(ADA, { guildId: GUILD });
  await scene.captions.setConsent(BOB, { guildId: 'another' });
  await scene.speak(ADA, 'yes');
  await scene.speak(BOB, 'no');
  expect(scene.database.texts).toEqual(['yes']);
  const { isCaptioned } = (await scene.captions.status(GUILD)) ?? {};
  expect([ADA, BOB].map((userId) => isCaptioned?.(userId))).toEqual([true, false]);
});

test('an opt-in for this server lifts an opt-out here only, and a later opt-out removes it', {
  meta: { promises: ['opt-one-server-lifts'] },
}, async () => {
  const scene = openScene();
  await scene.begin();
  await scene.captions.setConsent(ADA, 'opted-out');
  expect(await scene.captions.setConsent(ADA, { guildId: GUILD })).toMatchObject({
    consent: 'opted-out',
    optedInGuilds: [{ guildId: GUILD }],
  });
  // Speech from before the opt-out stays refused.
  await scene.pass(2_000);
  await scene.speak(ADA, 'back');
  expect(await scene.captions.setConsent(ADA, 'opted-out')).toMatchObject({ optedInGuilds: [] });
  await scene.speak(ADA, 'secret');
  expect(scene.database.texts).toEqual(['back']);
});

test('erasing keeps every decision', { meta: { promises: ['privacy-show-lists-decisions'] } }, async () => {
  const scene = openScene();
  await scene.captions.setConsent(ADA, 'opted-out');
  await scene.captions.setConsent(ADA, { guildId: GUILD });
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  expect(await scene.captions.personSummary(ADA)).toMatchObject({
    consent: 'opted-out',
    optedInGuilds: [{ guildId: GUILD }],
  });
});

test('changing consent sends a difference to running captions, not everyone’s decision', async () => {
  const scene = openScene();
  scene.database.decisions = Array.from({ length: 10_000 }, (_, person) => ({
    ...{ userId: `person ${person}`, guildId: undefined, decidedAtMs: 1, revision: person + 1 },
    consent: person % 2 === 0 ? 'opted-out' : 'opted-in',
  }));
  await scene.begin();
  expect(scene.engine.policy).toEqual({ channelId: LOUNGE, others: 'ask', hear: [], ignore: [] });
  await scene.speak('person 3', 'hello');
  await scene.captions.setConsent('person 1', 'opted-out');
  await scene.captions.setConsent('person 3', 'opted-out');
  await scene.captions.setConsent('person 3', 'opted-out');
  expect(scene.engine.changes).toEqual([
    { hear: ['person 3'], ignore: [] },
    { hear: [], ignore: ['person 3'] },
  ]);
});

test('an engine that could not be told is told again', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  const changeSpeakers = scene.engine.changeSpeakers.bind(scene.engine);
  scene.engine.changeSpeakers = () => Promise.reject(new Error('the thread is gone'));
  await scene.captions.setConsent(ADA, 'opted-out');
  scene.engine.changeSpeakers = changeSpeakers;
  await scene.captions.setConsent(ADA, 'opted-out');
  expect(scene.engine.policy?.ignore).toEqual([ADA]);
});

test('bots are not captioned unless the guild asks for it', async () => {
  const scene = openScene();
  scene.people.bots.add(BOB);
  await scene.begin();
  await scene.speak(BOB, 'beep');
  expect(scene.engine.policy?.ignore).toEqual([BOB]);
  expect(scene.service.requests).toEqual([]);
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, captionBots: true });
  expect(scene.engine.policy?.ignore).toEqual([]);
  await scene.speak(BOB, 'boop');
  expect(scene.channel.read).toEqual(['Bob: boop']);
});

test('a bot that is recognized late is not captioned either', async () => {
  const scene = openScene();
  const kind = Promise.withResolvers<boolean>();
  scene.people.isBot = () => kind.promise;
  await scene.begin();
  await scene.speak(BOB, 'beep');
  kind.resolve(true);
  await settle();
  expect(scene.service.requests).toEqual([]);
  expect(scene.disk.files.size).toBe(0);
});

test('a speaker who cannot be looked up is captioned as someone', async () => {
  const scene = openScene();
  scene.people.isBot = () => new Promise(() => undefined);
  scene.people.nameOf = () => new Promise(() => undefined);
  await scene.begin();
  await scene.speak(BOB, 'hello');
  await scene.pass(2_000);
  expect([...scene.database.stored.values()]).toMatchObject([{ speaker: 'Someone', text: 'hello' }]);
});

test('erasing deletes lines and clips of one person only; the opt-in stays', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(BOB, 'two');
  await scene.captions.setConsent(ADA, 'opted-in');
  scene.service.mode = 'waits';
  await scene.speak(ADA, 'three');
  expect(await scene.captions.personSummary(ADA)).toMatchObject({ consent: 'opted-in', lines: 1, clips: 1 });
  expect(await scene.captions.erasePerson(ADA, DATA_ONLY)).toEqual({ lines: 1, clips: 1, messages: undefined });
  scene.service.request('three').succeed();
  await scene.pass(10_000);
  expect(scene.database.texts).toEqual(['two']);
  expect(await scene.captions.personSummary(ADA)).toMatchObject({
    consent: 'opted-in',
    lines: 0,
    oldestAtMs: undefined,
    clips: 0,
  });
});

test('erasing discards what is being recorded of a person, and listens to them again', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  expect(scene.engine.changes).toEqual([{ hear: [ADA], ignore: [] }, { forget: [ADA] }]);
  await scene.pass(2_000);
  await scene.speak(ADA, 'two');
  expect(scene.database.texts).toEqual(['two']);
});

test('erased lines do not count at the end', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(BOB, 'two');
  await scene.captions.erasePerson(ADA, DATA_ONLY);
  expect(await scene.captions.stop(GUILD)).toMatchObject({ kind: 'stopped', lines: 1 });
});

test('erasing waits for a line that is being stored, and deletes it too', async () => {
  const scene = openScene();
  await scene.begin();
  const storing = Promise.withResolvers<void>();
  const { transcripts } = scene.database;
  const addLine = transcripts.addLine.bind(transcripts);
  transcripts.addLine = async (line) => {
    await storing.promise;
    await addLine(line);
  };
  await scene.speak(ADA, 'one');
  const erasing = scene.captions.erasePerson(ADA, DATA_ONLY);
  await settle();
  storing.resolve();
  expect(await erasing).toMatchObject({ lines: 1 });
  expect(scene.database.texts).toEqual([]);
});

test('a person who opts out is not named in the notice of rejected clips', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'SPEECH_TOO_LARGE';
  await scene.speak(ADA, 'one');
  await scene.speak(BOB, 'two');
  await scene.captions.setConsent(ADA, 'opted-out');
  await scene.pass(6_000);
  expect(scene.channel.announcements).toMatchObject([{ kind: 'refused', refusals: [{ userId: BOB }] }]);
});
