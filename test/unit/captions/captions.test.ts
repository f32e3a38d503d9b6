import { expect, test } from 'vitest';
import { DEFAULT_CAPTION_SETTINGS } from '../../../src/captions/caption-settings.ts';
import { openScene } from './captions-scene.ts';
import { ADA, BOB, clipOf, GUILD, LOUNGE, settle, TEXT } from './fakes.ts';

const START = { guildId: GUILD, voiceChannelId: LOUNGE, textChannelId: TEXT, startedBy: ADA, interim: false };

test('a clip is transcribed, stored and shown', async () => {
  const scene = openScene();
  const session = await scene.begin();
  await scene.speak(ADA, 'Hello there.');
  expect(scene.service.requests).toHaveLength(1);
  expect(scene.service.request('Hello there.')).toMatchObject({
    priority: 'final-captions',
    tenant: GUILD,
    timestamps: false,
    language: undefined,
  });
  expect(scene.channel.read).toEqual(['Ada: Hello there.']);
  expect(await scene.captions.transcript(GUILD)).toMatchObject({
    session,
    lines: [{ lineId: 'clip Hello there.', userId: ADA, speaker: 'Ada', text: 'Hello there.', late: false }],
  });
  expect(scene.disk.files.size).toBe(0);
});

test('a clip that is reported twice while its speaker is looked up is transcribed once', async () => {
  const scene = openScene();
  await scene.begin();
  const named = Promise.withResolvers<string>();
  scene.people.nameOf = () => named.promise;
  const clip = await scene.speak(ADA, 'one');
  scene.captions.onVoiceEvent({ type: 'clip', clip });
  named.resolve('Ada');
  await settle();
  expect(scene.service.requests).toHaveLength(1);
  expect(scene.database.texts).toEqual(['one']);
  expect(scene.channel.read).toEqual(['Ada: one']);
});

test('a line has the times at which its voice was sent, whatever times the service gives', async () => {
  const scene = openScene();
  await scene.begin();
  const startedAtMs = Date.now() - 3_000;
  const voice = { voiceStartedAtMs: startedAtMs + 220, voiceEndedAtMs: startedAtMs + 1_780 };
  await scene.speak(ADA, 'Hello there.', { startedAtMs, durationMs: 2_000, ...voice });
  const { lines } = (await scene.captions.transcript(GUILD)) ?? expect.fail('there is no transcript');
  expect(lines).toMatchObject([{ startedAtMs: voice.voiceStartedAtMs, endedAtMs: voice.voiceEndedAtMs }]);
});

test('the language is the session’s, or else the guild’s', async () => {
  const scene = openScene();
  await scene.setSettings(GUILD, { ...DEFAULT_CAPTION_SETTINGS, language: 'de' });
  await scene.begin();
  await scene.speak(ADA, 'Guten Tag.');
  expect(scene.service.request('Guten Tag.').language).toBe('de');
  await scene.captions.stop(GUILD);
  await scene.captions.start({ ...START, language: 'ja' });
  await scene.speak(ADA, 'Konnichiwa.');
  expect(scene.service.request('Konnichiwa.').language).toBe('ja');
});

test('the clip is on disk while its text is awaited, and until the text is stored', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  scene.database.failures = 1;
  await scene.begin();
  await scene.speak(ADA, 'one');
  expect(scene.disk.files.size).toBe(1);
  scene.service.request('one').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Ada: one']);
  expect(scene.disk.files.size).toBe(1);
  await scene.pass(2_000);
  expect(scene.database.texts).toEqual(['one']);
  expect(scene.disk.files.size).toBe(0);
  expect(scene.service.requests).toHaveLength(1);
});

test('noise is neither shown nor stored', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'noise');
  scene.service.request('noise').succeed(' \n');
  await settle();
  expect(scene.channel.read).toEqual([]);
  expect(scene.database.stored.size).toBe(0);
  expect(scene.disk.files.size).toBe(0);
});

test('a person’s lines come in the order of speech, and do not wait for other people', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(ADA, 'two');
  await scene.speak(BOB, 'three');
  scene.service.request('two').succeed();
  scene.service.request('three').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Bob: three']);
  expect(scene.database.texts).toHaveLength(2);
  scene.service.request('one').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Bob: three', 'Ada: one two']);
});

test('an overtaken line comes later, marked late', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(ADA, 'two');
  scene.service.request('two').succeed();
  await scene.pass(5_000);
  expect(scene.channel.read).toEqual(['Ada: two']);
  scene.service.request('one').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Ada: two', 'late Ada: one']);
  expect([...scene.database.stored.values()].map(({ text, late }) => [text, late])).toEqual([
    ['two', false],
    ['one', true],
  ]);
});

test('a name is the one that the person has when they begin to speak', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  scene.people.names.set(ADA, 'Countess');
  await scene.speak(ADA, 'two');
  scene.people.names.delete(BOB);
  await scene.speak(BOB, 'three');
  expect([...scene.database.stored.values()].map(({ speaker }) => speaker)).toEqual(['Ada', 'Countess', 'Someone']);
});

test('captions start once per guild, and only where the bot is', async () => {
  const scene = openScene();
  const [first, second] = await Promise.all([scene.captions.start(START), scene.captions.start(START)]);
  expect([first.kind, second.kind]).toEqual(['started', 'already']);
  expect(await scene.captions.start({ ...START, guildId: 'another', voiceChannelId: 'elsewhere' })).toEqual({
    kind: 'no-voice',
  });
  const silent = openScene();
  silent.engine.channelId = undefined;
  expect(await silent.captions.start(START)).toEqual({ kind: 'no-voice' });
  expect(await silent.captions.status(GUILD)).toBeUndefined();
  const joining = openScene();
  joining.engine.joining = true;
  expect(await joining.captions.start(START)).toEqual({ kind: 'no-voice' });
  expect(joining.database.sessions.size).toBe(0);
});

test('a voice session that ends before listening began leaves nothing running', async () => {
  const scene = openScene();
  const listen = scene.engine.listen.bind(scene.engine);
  scene.engine.listen = async (guildId, policy) => {
    scene.engine.channelId = undefined;
    return listen(guildId, policy);
  };
  expect(await scene.captions.start(START)).toEqual({ kind: 'no-voice' });
  expect(await scene.captions.status(GUILD)).toBeUndefined();
  expect([...scene.database.sessions.values()]).toMatchObject([{ endedAtMs: expect.any(Number) }]);
});

test('stopping waits for the end of speech and for its text', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  const clip = clipOf(ADA, 'last words');
  const { guildId, userId, utteranceId } = clip;
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId, userId, utteranceId });
  const stopping = scene.captions.stop(GUILD);
  await settle();
  expect(scene.engine.policy).toBeUndefined();
  scene.captions.onVoiceEvent({ type: 'clip', clip });
  scene.captions.onVoiceEvent({ type: 'speech-ended', guildId, userId, utteranceId, clips: 1 });
  await scene.pass(1_000);
  scene.service.request('last words').succeed();
  expect(await stopping).toMatchObject({ kind: 'stopped', lines: 1, session: { endedAtMs: expect.any(Number) } });
  expect(scene.channel.read).toEqual(['Ada: last words']);
  expect(scene.channel.flushes).toBeGreaterThan(0);
  expect(scene.ended).toMatchObject([{ reason: 'stopped', lines: 1, waitingClips: 0 }]);
  expect(await scene.captions.stop(GUILD)).toEqual({ kind: 'not-running' });
  expect(await scene.captions.transcript(GUILD)).toMatchObject({ lines: [{ text: 'last words' }] });
});

test('captions end, with the reason, when their text channel no longer serves', async () => {
  const scene = openScene();
  const { sessionId } = await scene.begin();
  await scene.speak(ADA, 'one');
  scene.captions.end('another', 'cannot-post');
  expect(scene.engine.policy).toBeDefined();
  scene.captions.end(sessionId, 'cannot-post');
  scene.captions.end(sessionId, 'audience-widened');
  await scene.pass(1_000);
  expect(scene.engine.policy).toBeUndefined();
  expect(scene.ended).toMatchObject([{ reason: 'cannot-post', lines: 1 }]);
  scene.captions.end(sessionId, 'cannot-post');
  expect(await scene.captions.transcript(GUILD)).toMatchObject({ lines: [{ text: 'one' }] });
});

test('captions end with the voice session, and can start again immediately', async () => {
  const scene = openScene();
  const first = await scene.begin();
  await scene.speak(ADA, 'one');
  scene.captions.onVoiceEvent({ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' });
  const second = await scene.begin();
  await scene.pass(1_000);
  expect(second.sessionId).not.toBe(first.sessionId);
  expect(scene.ended).toMatchObject([{ session: { sessionId: first.sessionId }, reason: 'voice-ended', lines: 1 }]);
  expect(scene.database.sessions.get(second.sessionId)?.endedAtMs).toBeUndefined();
});

test('the last words belong to their session, even if the next one starts right away', async () => {
  const scene = openScene();
  const first = await scene.begin();
  const clip = clipOf(ADA, 'last words');
  const { guildId, userId, utteranceId } = clip;
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId, userId, utteranceId });
  const stopping = scene.captions.stop(GUILD);
  const starting = scene.begin();
  await settle();
  scene.captions.onVoiceEvent({ type: 'clip', clip });
  scene.captions.onVoiceEvent({ type: 'speech-ended', guildId, userId, utteranceId, clips: 1 });
  const second = await starting;
  await scene.speak(BOB, 'first words');
  expect(await stopping).toMatchObject({ lines: 1 });
  expect([...scene.database.stored.values()].map(({ text, sessionId }) => [text, sessionId])).toEqual([
    ['last words', first.sessionId],
    ['first words', second.sessionId],
  ]);
});

const moved = { type: 'session-moved', guildId: GUILD, channelId: 'elsewhere' } as const;

test.each([
  ['is moved', false],
  ['moves on request', true],
])('captions end when the bot %s, and people in the other channel are not captioned', async (_how, isRequested) => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  scene.captions.onVoiceEvent({ ...moved, isRequested });
  await settle();
  expect(await scene.captions.status(GUILD)).toBeUndefined();
  await scene.speak(BOB, 'not told', { channelId: 'elsewhere' });
  await scene.pass(2_000);
  expect(scene.service.finals).toEqual(['one']);
  expect(scene.engine.policy).toBeUndefined();
  expect(scene.ended).toMatchObject([{ reason: 'moved', movedTo: 'elsewhere', lines: 1 }]);
});

test('interim text of a channel that the bot moved to is not requested', async () => {
  const scene = openScene();
  await scene.begin(true);
  const there = clipOf(BOB, 'not told', { channelId: 'elsewhere', durationMs: 3_000 });
  const { guildId, userId, utteranceId } = there;
  scene.engine.underWay.set(utteranceId, there);
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId, userId, utteranceId });
  await scene.pass(3_000);
  scene.captions.onVoiceEvent({ type: 'clip', clip: there });
  await scene.pass(3_000);
  expect(scene.service.requests).toEqual([]);
  scene.captions.onVoiceEvent({ ...moved, isRequested: true });
  await scene.pass(3_000);
  expect(scene.service.requests).toEqual([]);
  expect(scene.ended).toMatchObject([{ reason: 'moved', lines: 0 }]);
});

test('captions do not start when the bot moves before it listens', async () => {
  const scene = openScene();
  const listen = scene.engine.listen.bind(scene.engine);
  scene.engine.listen = async (guildId, policy) => {
    scene.engine.channelId = 'elsewhere';
    return listen(guildId, policy);
  };
  expect(await scene.captions.start(START)).toEqual({ kind: 'no-voice' });
  expect(await scene.captions.status(GUILD)).toBeUndefined();
});

test('captions that end in an outage end after a while; the rest of the text comes late', async () => {
  const scene = openScene();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  await scene.begin();
  await scene.speak(ADA, 'one');
  const stopping = scene.captions.stop(GUILD);
  await scene.pass(11_000);
  expect(await stopping).toMatchObject({ kind: 'stopped', lines: 0 });
  expect(scene.ended).toMatchObject([{ waitingClips: 1 }]);
  await scene.pass(20_000);
  scene.service.mode = 'answers';
  await scene.pass(6_000);
  expect(scene.channel.read).toEqual(['late Ada: one']);
  expect(scene.database.texts).toEqual(['one']);
});

test('the status shows who is captioned, delay, loss and pending clips', async () => {
  const scene = openScene();
  const session = await scene.begin(true);
  await scene.speak(ADA, 'one');
  scene.service.mode = 'waits';
  await scene.speak(BOB, 'two');
  await scene.captions.setConsent('somebody else', 'opted-out');
  const { isCaptioned, hasOptedOut, ...status } = (await scene.captions.status(GUILD)) ?? {};
  expect([ADA, 'somebody else'].map((userId) => isCaptioned?.(userId))).toEqual([true, false]);
  expect([ADA, 'somebody else'].map((userId) => hasOptedOut?.(userId))).toEqual([false, true]);
  expect(status).toEqual({
    session,
    interim: true,
    consent: 'opt-out',
    delayMs: 700,
    lossShare: 0.05,
    waitingClips: 1,
    waitingBytes: 3,
    outage: undefined,
  });
});

test('the figures count the captions that are on, and report the delay of each caption, except after a restart', async () => {
  const scene = openScene();
  expect(scene.captions.figures()).toEqual({ sessions: 0, waitingClips: 0, isBreakerOpen: false });
  await scene.begin();
  expect(scene.captions.figures()).toEqual({ sessions: 1, waitingClips: 0, isBreakerOpen: false });
  await scene.speak(ADA, 'one');
  expect(scene.delaysMs).toEqual([700]);
  scene.service.mode = 'waits';
  await scene.speak(ADA, 'two');
  const closing = scene.captions.close();
  await scene.pass(10_000);
  await closing;
  expect(scene.captions.figures()).toEqual({ sessions: 0, waitingClips: 1, isBreakerOpen: false });
  const next = openScene({ lasting: scene });
  await next.captions.recover();
  await next.pass(6_000);
  expect(next.database.texts).toEqual(['one', 'two']);
  expect(next.delaysMs).toEqual([]);
});

test('the figures count the clips that an outage holds back, and say that it does', async () => {
  const scene = openScene();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  await scene.begin();
  await scene.speak(ADA, 'one');
  expect(scene.captions.figures()).toEqual({ sessions: 1, waitingClips: 1, isBreakerOpen: true });
  expect((await scene.captions.status(GUILD))?.outage).toBe('SPEECH_UNAVAILABLE');
});

test('closing keeps clips on disk that get no text in time', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.speak(ADA, 'two');
  const closing = scene.captions.close();
  scene.service.request('one').succeed();
  await scene.pass(4_500);
  await closing;
  expect(scene.channel.read).toEqual(['Ada: one']);
  expect([...scene.disk.files.keys()]).toEqual(['clip two']);
  expect(scene.service.request('two').signal.aborted).toBe(true);
  expect(scene.ended).toMatchObject([{ reason: 'closed', lines: 1, waitingClips: 1 }]);
  expect([...scene.database.sessions.values()]).toMatchObject([{ endedAtMs: expect.any(Number) }]);
});

test('25 people at once each get their lines', async () => {
  const scene = openScene();
  await scene.begin();
  const clips = Array.from({ length: 25 }, (_, index) => clipOf(`${BOB}${index}`, `words of ${index}`));
  for (const clip of clips) scene.captions.onVoiceEvent({ type: 'clip', clip });
  await settle();
  expect(scene.database.stored.size).toBe(25);
  expect(scene.channel.turns.size).toBe(25);
});

test('the transcript of an earlier session is available by its id, in its guild only', async () => {
  const scene = openScene();
  const first = await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.captions.stop(GUILD);
  const second = await scene.begin();
  await scene.speak(ADA, 'two');
  const texts = async (guildId: string, sessionId?: string) =>
    (await scene.captions.transcript(guildId, sessionId))?.lines.map(({ text }) => text);
  expect(await texts(GUILD)).toEqual(['two']);
  expect(await texts(GUILD, second.sessionId)).toEqual(['two']);
  expect(await texts(GUILD, first.sessionId)).toEqual(['one']);
  expect(await texts(GUILD, 'unknown')).toBeUndefined();
  expect(await texts('another guild', first.sessionId)).toBeUndefined();
});

test('a stop of earlier captions leaves the running ones on', async () => {
  const scene = openScene();
  const earlier = await scene.begin();
  await scene.captions.stop(GUILD, earlier.sessionId);
  const later = await scene.begin();
  expect(await scene.captions.stop(GUILD, earlier.sessionId)).toEqual({ kind: 'not-running' });
  expect((await scene.captions.status(GUILD))?.session.sessionId).toBe(later.sessionId);
  expect((await scene.captions.stop(GUILD, later.sessionId)).kind).toBe('stopped');
});
