import { expect, test } from 'vitest';
import { openScene, type Scene } from './captions-scene.ts';
import { ADA, BOB, clipOf, GUILD, settle } from './fakes.ts';

/** A person begins to speak; `heard` sets what has been "said" so far, and for how many milliseconds. */
function beginToSpeak(scene: Scene, userId: string, utteranceId: string) {
  scene.captions.onVoiceEvent({ type: 'speech-started', guildId: GUILD, userId, utteranceId });
  const clipFor = (text: string, durationMs: number, part: number) =>
    clipOf(userId, text, { utteranceId, part, durationMs, clipId: `${utteranceId}/${part}`, startedAtMs: Date.now() });
  return {
    heard: (text: string, durationMs: number, part = 0) =>
      void scene.engine.underWay.set(utteranceId, clipFor(text, durationMs, part)),
    complete: async (text: string, part = 0) => {
      scene.engine.underWay.delete(utteranceId);
      scene.captions.onVoiceEvent({ type: 'clip', clip: clipFor(text, 3_000, part) });
      await settle();
    },
    end: async (clips: number) => {
      scene.engine.underWay.delete(utteranceId);
      scene.captions.onVoiceEvent({ type: 'speech-ended', guildId: GUILD, userId, utteranceId, clips });
      await settle();
    },
  };
}

test('interim text is shown during speech, and the final replaces it', async () => {
  const scene = openScene();
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('hello', 1_100);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [hello]']);
  expect(scene.service.requests).toMatchObject([{ priority: 'interim-captions', timestamps: false }]);
  speech.heard('hello there', 2_300);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [hello there]']);
  await speech.complete('Hello there.');
  await speech.end(1);
  expect(scene.channel.read).toEqual(['Ada: Hello there.']);
  expect(scene.database.texts).toEqual(['Hello there.']);
});

test('interim text stays readable while its final is awaited', async () => {
  const scene = openScene();
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('hello', 1_100);
  await scene.pass(1_300);
  scene.service.mode = 'waits';
  await speech.complete('Hello.');
  await speech.end(1);
  expect(scene.channel.read).toEqual(['Ada: [hello]']);
  scene.service.request('Hello.').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Ada: Hello.']);
});

test('interim text can be turned off', async () => {
  const scene = openScene();
  await scene.begin(false);
  beginToSpeak(scene, ADA, 'u').heard('hello', 2_000);
  await scene.pass(10_000);
  expect(scene.service.requests).toEqual([]);
});

test('interim text uses spare capacity only', async () => {
  const scene = openScene();
  scene.hasCapacity = false;
  await scene.begin(true);
  beginToSpeak(scene, ADA, 'u').heard('hello', 2_000);
  await scene.pass(10_000);
  expect(scene.service.requests).toEqual([]);
  scene.hasCapacity = true;
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [hello]']);
});

test('no request is made for too little speech, or for nothing new', async () => {
  const scene = openScene();
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('h', 999);
  await scene.pass(5_000);
  expect(scene.service.requests).toEqual([]);
  speech.heard('hello', 1_000);
  await scene.pass(5_000);
  expect(scene.service.requests).toHaveLength(1);
});

test('requests go out one at a time, and less often when answers are slow', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('one', 1_100);
  await scene.pass(3_200);
  expect(scene.service.requests).toHaveLength(1);
  speech.heard('one two', 3_000);
  scene.service.request('one').succeed();
  // Asked after 1.2 s and answered 2 s later: the next request comes 3 s after that.
  await scene.pass(2_500);
  expect(scene.service.requests).toHaveLength(1);
  await scene.pass(1_000);
  expect(scene.service.requests).toHaveLength(2);
});

test('the final aborts the request for interim text, and its late answer is ignored', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('hel', 1_100);
  await scene.pass(1_300);
  await speech.complete('Hello.');
  expect(scene.service.request('hel').signal.aborted).toBe(true);
  scene.service.request('hel').succeed();
  await settle();
  expect(scene.channel.read).toEqual([]);
  scene.service.request('Hello.').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Ada: Hello.']);
});

test('a slow request is aborted; failures show nothing and stop nothing', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('one', 1_100);
  await scene.pass(7_300);
  expect(scene.service.request('one').signal.aborted).toBe(true);
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  speech.heard('one two', 9_000);
  await scene.pass(9_100);
  expect(scene.service.requests).toHaveLength(2);
  scene.service.mode = 'answers';
  speech.heard('one two three', 12_000);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [one two three]']);
  expect(scene.channel.announcements).toEqual([]);
});

test('interim text of speech that is too short for a clip is removed', async () => {
  const scene = openScene();
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  speech.heard('hm', 1_100);
  await scene.pass(1_300);
  await speech.end(0);
  expect(scene.channel.read).toEqual([]);
});

test('long speech stays in one message: final parts, then the interim text', async () => {
  const scene = openScene();
  await scene.begin(true);
  const speech = beginToSpeak(scene, ADA, 'u');
  await speech.complete('First part,', 0);
  speech.heard('second', 1_100, 1);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: First part, [second]']);
  await speech.complete('second part.', 1);
  await speech.end(2);
  expect(scene.channel.read).toEqual(['Ada: First part, second part.']);
});

test('each person’s interim text is in a message of their own', async () => {
  const scene = openScene();
  await scene.begin(true);
  beginToSpeak(scene, ADA, 'a').heard('I say', 1_100);
  beginToSpeak(scene, BOB, 'b').heard('but I', 1_100);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [I say]', 'Bob: [but I]']);
});

test('interim text of a person who opts out disappears immediately', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin(true);
  const ada = beginToSpeak(scene, ADA, 'a');
  ada.heard('my secr', 1_100);
  await scene.pass(1_300);
  scene.service.request('my secr').succeed();
  await settle();
  ada.heard('my secret', 2_500);
  await scene.pass(1_300);
  expect(scene.channel.read).toEqual(['Ada: [my secr]']);
  await scene.captions.setConsent(ADA, 'opted-out');
  expect(scene.channel.read).toEqual([]);
  expect(scene.service.request('my secret').signal.aborted).toBe(true);
  await scene.pass(10_000);
  expect(scene.service.requests).toHaveLength(2);
});

test('interim text disappears when the bot closes', async () => {
  const scene = openScene();
  await scene.begin(true);
  beginToSpeak(scene, ADA, 'u').heard('half a', 1_100);
  await scene.pass(1_300);
  const closing = scene.captions.close();
  await scene.pass(4_500);
  await closing;
  expect(scene.channel.read).toEqual([]);
});
