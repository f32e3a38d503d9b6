import { expect, test } from 'vitest';
import { openScene } from './captions-scene.ts';
import { ADA, BOB, clipOf, FakeDisk, GUILD, settle } from './fakes.ts';

const HOUR_MS = 60 * 60_000;

test.each([
  ['20 s', 20_000, 'SPEECH_UNAVAILABLE'],
  ['20 s', 20_000, 'SPEECH_CONNECTION'],
  ['an hour', HOUR_MS, 'SPEECH_UNAVAILABLE'],
  ['an hour', HOUR_MS, 'SPEECH_UNAUTHORIZED'],
  ['an hour', HOUR_MS, 'SPEECH_OUT_OF_CREDITS'],
  ['an hour', HOUR_MS, 'SPEECH_RATE_LIMITED'],
] as const)('an outage of %s loses nothing, and its end is noticed within seconds (%#)', async (_words, ms, code) => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = code;
  const said: string[] = [];
  for (let number = 0; number < 10; number += 1) {
    said.push(`line ${number}`);
    await scene.speak(number % 2 === 0 ? ADA : BOB, `line ${number}`);
    await scene.pass(ms / 10);
  }
  expect(scene.disk.files.size).toBe(10);
  scene.service.mode = 'answers';
  await scene.pass(6_000);
  expect(scene.database.texts).toEqual(said);
  expect(scene.disk.files.size).toBe(0);
  const shown = scene.channel.read.join(' ');
  for (const line of said) expect(shown).toContain(line);
  expect(scene.channel.announcements).toEqual([{ kind: 'outage', code }]);
});

test('in a long outage the service gets few requests', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  for (let number = 0; number < 20; number += 1) await scene.speak(ADA, `line ${number}`);
  await scene.pass(10 * 60_000);
  expect(scene.service.requests.length).toBeLessThan(20 + (10 * 60) / 4 + 10);
});

test('the failure of one clip delays no other, and it is retried less and less often', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'waits';
  await scene.speak(ADA, 'poison');
  for (let number = 0; number < 60; number += 1) {
    await scene.speak(BOB, `line ${number}`);
    for (const request of scene.service.requests) {
      if (request.text === 'poison') request.fail('SPEECH_UNAVAILABLE');
      else request.succeed();
    }
    await settle();
    expect(scene.channel.read.join()).toContain(`line ${number}`);
    await scene.pass(5_000);
  }
  const tries = scene.service.finals.filter((text) => text === 'poison').length;
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThan(30);
});

test('new speech does not queue behind pending clips', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  for (let number = 0; number < 30; number += 1) await scene.speak(ADA, `old ${number}`);
  await scene.pass(10_000);
  scene.service.mode = 'waits';
  await scene.pass(5_000);
  scene.service.requests.at(-1)?.succeed();
  await settle();
  await scene.speak(BOB, 'new');
  expect(scene.service.requests.at(-1)?.text).toBe('new');
  expect(scene.service.requests.filter(({ signal }) => !signal.aborted).slice(-5)).toHaveLength(5);
});

test('a request without an answer is aborted and repeated', async () => {
  const scene = openScene();
  scene.service.mode = 'waits';
  await scene.begin();
  await scene.speak(ADA, 'one');
  await scene.pass(60_000);
  expect(scene.service.requests[0]?.signal.aborted).toBe(true);
  scene.service.mode = 'answers';
  await scene.pass(3_000);
  expect(scene.database.texts).toEqual(['one']);
  expect(scene.channel.read).toEqual(['late Ada: one']);
});

test.each(['SPEECH_BAD_REQUEST', 'SPEECH_INVALID', 'SPEECH_TOO_LARGE', 'SPEECH_LIMIT'] as const)(
  'a clip that the service rejects (%s) is dropped, and announced once with others like it',
  async (code) => {
    const scene = openScene();
    await scene.begin();
    scene.service.mode = code;
    await scene.speak(ADA, 'one');
    await scene.speak(ADA, 'two');
    scene.service.mode = 'answers';
    await scene.speak(ADA, 'three');
    await scene.pass(60_000);
    expect(scene.channel.read).toEqual(['Ada: three']);
    expect(scene.disk.files.size).toBe(0);
    expect(scene.service.requests).toHaveLength(3);
    const error: unknown = expect.objectContaining({ code });
    const refusals = [
      { userId: ADA, error },
      { userId: ADA, error },
    ];
    expect(scene.channel.announcements).toEqual([{ kind: 'refused', refusals }]);
  },
);

test('an overloaded process is no outage: the clip is retried, and nothing is announced', async () => {
  const scene = openScene();
  await scene.begin();
  scene.service.mode = 'SPEECH_BUSY';
  await scene.speak(ADA, 'one');
  await scene.pass(15_000);
  scene.service.mode = 'answers';
  await scene.pass(60_000);
  expect(scene.database.texts).toEqual(['one']);
  expect(scene.channel.announcements).toEqual([]);
});

test.each(['SPEECH_BUSY', 'SPEECH_CLOSED'] as const)(
  'in an outage, %s does not cause endless requests',
  async (code) => {
    const scene = openScene();
    await scene.begin();
    scene.service.mode = 'SPEECH_UNAVAILABLE';
    await scene.speak(ADA, 'one');
    await scene.pass(5_000);
    scene.service.mode = code;
    // Without a rest between two tries no timer would ever fire again, and nothing could end this test.
    scene.service.most = scene.service.requests.length + 100;
    await scene.pass(60_000);
    expect(scene.service.requests.length).toBeLessThan(scene.service.most);
  },
);

test('when the disk space is full the oldest clips are lost, and one notice says how much', async () => {
  const scene = openScene({ disk: new FakeDisk(3) });
  await scene.begin();
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  for (let number = 0; number < 5; number += 1) {
    await scene.speak(ADA, `line ${number}`, { durationMs: 4_000 });
    await scene.pass(100);
  }
  await scene.pass(6_000);
  expect(scene.channel.announcements).toEqual([{ kind: 'lost', durationMs: 8_000 }]);
  scene.service.mode = 'answers';
  await scene.pass(6_000);
  expect(scene.database.texts).toEqual(['line 2', 'line 3', 'line 4']);
  expect((await scene.captions.status(GUILD))?.waitingClips).toBe(0);
});

test('with a broken disk captions continue, and pending clips stay in memory up to a limit', async () => {
  const scene = openScene({ timings: { maxUnsavedBytes: 12 } });
  scene.disk.isBroken = true;
  await scene.begin();
  await scene.speak(ADA, 'before');
  expect(scene.database.texts).toEqual(['before']);
  scene.service.mode = 'SPEECH_UNAVAILABLE';
  for (const text of ['line 1', 'line 2', 'line 3']) {
    await scene.speak(ADA, text);
    await scene.pass(100);
  }
  await scene.pass(1_000);
  scene.service.mode = 'answers';
  await scene.pass(10_000);
  expect(scene.database.texts).toEqual(['before', 'line 2', 'line 3']);
  expect(scene.channel.announcements).toEqual([{ kind: 'lost', durationMs: 1_000 }]);
});

test('clips beyond the concurrency limit wait on disk, and all get their text', async () => {
  const scene = openScene({ timings: { maxNewUnderWay: 2 } });
  scene.service.mode = 'waits';
  await scene.begin();
  for (let number = 0; number < 6; number += 1) {
    scene.captions.onVoiceEvent({ type: 'clip', clip: clipOf(ADA, `line ${number}`) });
  }
  await settle();
  expect(scene.service.requests).toHaveLength(2);
  for (let number = 0; number < 6; number += 1) {
    scene.service.requests[number]?.succeed();
    await settle();
  }
  expect(scene.channel.read).toEqual(['Ada: line 0 line 1 line 2 line 3 line 4 line 5']);
});

test('what is said after a notice is a new message', async () => {
  const scene = openScene();
  await scene.begin();
  await scene.speak(ADA, 'one');
  scene.service.mode = 'SPEECH_TOO_LARGE';
  await scene.speak(ADA, 'lost');
  scene.service.mode = 'waits';
  await scene.speak(ADA, 'two');
  await scene.pass(5_000);
  expect(scene.channel.announcements).toHaveLength(1);
  scene.service.request('two').succeed();
  await settle();
  expect(scene.channel.read).toEqual(['Ada: one', 'Ada: two']);
});
