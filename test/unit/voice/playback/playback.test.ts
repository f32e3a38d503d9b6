import { describe, expect, test, vi } from 'vitest';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { oggOf, range } from '../fake-speech.ts';
import {
  ALICE,
  advance,
  BOB,
  BREATH,
  GUILD,
  LEAD,
  LEAD_MS,
  LONG_TEXT,
  led,
  now,
  SILENCE,
  usePlaybackScene,
} from './playback-scene.ts';

const scenes = usePlaybackScene();

test('a recording is played as it is, in its turn, and nothing is asked of the service', async () => {
  scenes.current.say('Hello.');
  scenes.current.playback.add({
    guildId: GUILD,
    textId: '2',
    text: 'a voice message',
    voiceId: undefined,
    userId: ALICE,
    recording: oggOf(50, 60),
  });
  scenes.current.call(0).send(0, 10).end();
  await advance(3_000);
  expect(scenes.current.voiced()).toEqual([...range(0, 10), ...range(50, 60)]);
  expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1', 'item-started 2', 'item-finished 2']);
  expect(scenes.current.speech.calls).toHaveLength(1);
});

describe('one item', () => {
  test('is sent packet by packet, 20 ms apart, and closed by five silence frames', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(2_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
    const times = scenes.current.sent.map(({ atMs }) => atMs - (scenes.current.sent[0]?.atMs ?? 0));
    expect(times).toEqual(range(0, 25).map((index) => index * 20));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('starts when the first page arrives', async () => {
    scenes.current.say('Hello.');
    await advance(333);
    const arrivedAtMs = performance.now();
    scenes.current.call(0).send(0, 10);
    await now();
    expect(scenes.current.sent.at(-1)).toEqual({ packet: 0, atMs: arrivedAtMs });
  });

  test('is requested from the service as speech of its guild, with its voice', () => {
    scenes.current.say('Hello.', ALICE, 'a-voice');
    expect(scenes.current.call(0)).toMatchObject({
      text: 'Hello.',
      voiceId: 'a-voice',
      tenant: GUILD,
      priority: 'speech',
    });
  });

  test('is announced before its first packet, until after its last', async () => {
    scenes.current.say('Hello.');
    expect(scenes.current.speaking).toEqual([true]);
    scenes.current.call(0).send(0, 3).end();
    await advance(1_000);
    expect(scenes.current.speaking).toEqual([true, false]);
  });

  test('that stalls is filled with silence and continues without loss', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 5);
    await advance(LEAD_MS + 300);
    expect(scenes.current.told()).toEqual(['item-started 1']);
    expect(scenes.current.packets().slice(LEAD.length, LEAD.length + 8)).toEqual([
      0,
      1,
      2,
      3,
      4,
      'silence',
      'silence',
      'silence',
    ]);
    scenes.current.call(0).send(5, 20).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 20));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('that the service restarts is not said twice, and loses nothing', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 7);
    await advance(LEAD_MS + 60);
    scenes.current.call(0).restart().send(0, 4).send(4, 9).send(9, 20).end();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 20));
  });

  test('that the service restarts twice is still said once', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 7).restart().send(0, 3).restart().send(0, 12).end();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 12));
  });

  test('is held while the connection accepts no packets, and loses nothing', async () => {
    scenes.current.connected = false;
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(5_000);
    expect(scenes.current.told()).toEqual([]);
    scenes.current.connected = true;
    await advance(LEAD_MS + 60);
    scenes.current.connected = false;
    await advance(400);
    scenes.current.connected = true;
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
  });

  test('without any audio is asked for once more, then fails, and none of it counts as spoken', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).sendBytes(oggOf(0, 0)).end();
    await now();
    expect(scenes.current.events).toEqual([]);
    scenes.current.call(1).end();
    await now();
    expect(scenes.current.speech.calls).toHaveLength(2);
    expect(scenes.current.events).toEqual([
      expect.objectContaining({
        type: 'item-failed',
        spokenMs: 0,
        failure: expect.objectContaining({ code: 'VOICE_NO_AUDIO' }) as unknown,
        unservedCharacters: 'Hello.'.length,
      }),
    ]);
    await advance(100);
    expect(scenes.current.speaking.at(-1)).toBe(false);
  });

  test.each([0, 1, 2])('whose first answer has %i packets is heard whole from the second', async (packets) => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, packets).end();
    await now();
    scenes.current.call(1).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 10));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('that fails before its first sound reports why', async () => {
    scenes.current.say('Hello.');
    scenes.current
      .call(0)
      .end(new SpeechError('SPEECH_BAD_REQUEST', 'refused', { serviceMessage: 'Reference not found' }));
    await now();
    expect(scenes.current.events).toEqual([
      {
        type: 'item-failed',
        guildId: GUILD,
        textId: '1',
        spokenMs: 0,
        failure: { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found', retryable: false },
        unservedCharacters: 0,
      },
    ]);
    expect(scenes.current.voiced()).toEqual([]);
  });

  test('that fails in the middle is spoken up to the failure', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
    expect(scenes.current.events.at(-1)).toMatchObject({
      type: 'item-failed',
      spokenMs: 200,
      failure: { retryable: true },
    });
  });
});

describe('several items', () => {
  test('are spoken in order, with 240 ms between them', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await led();
    scenes.current.call(1).send(10, 20).end();
    await advance(2_000);
    expect(scenes.current.packets()).toEqual([
      ...LEAD,
      ...range(0, 10),
      ...SILENCE,
      ...BREATH,
      ...range(10, 20),
      ...SILENCE,
    ]);
    const at = (packet: number): number => scenes.current.sent.find((entry) => entry.packet === packet)?.atMs ?? 0;
    expect(at(10) - at(9)).toBe(260);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1', 'item-started 2', 'item-finished 2']);
  });

  test('are synthesized ahead while the one before plays, one at a time', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.say('Three.');
    expect(scenes.current.speech.calls).toHaveLength(1);
    scenes.current.call(0).send(0, 50);
    await led();
    expect(scenes.current.speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  test('an item added while another one plays is synthesized ahead too', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 50);
    await led();
    scenes.current.say('Two.');
    expect(scenes.current.speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  test('continue after one that failed', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await now();
    scenes.current.call(1).send(0, 5).end();
    await advance(1_000);
    expect(scenes.current.told()).toEqual(['item-failed 1', 'item-started 2', 'item-finished 2']);
    expect(scenes.current.voiced()).toEqual(range(0, 5));
  });

  test('one whose synthesis ahead failed reports it when it is next', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await led();
    scenes.current.call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(40);
    expect(scenes.current.told()).toEqual(['item-started 1']);
    await advance(1_000);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1', 'item-failed 2']);
  });

  test('are listed with their states', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.', BOB);
    expect(scenes.current.playback.items.map(({ state }) => state)).toEqual(['preparing', 'waiting']);
    scenes.current.call(0).send(0, 50);
    await led();
    expect(scenes.current.playback.items).toEqual([
      { textId: '1', userId: ALICE, text: 'One.', voiceId: undefined, state: 'speaking' },
      { textId: '2', userId: BOB, text: 'Two.', voiceId: undefined, state: 'waiting' },
    ]);
    scenes.current.playback.pause();
    expect(scenes.current.playback.items.map(({ state }) => state)).toEqual(['paused', 'waiting']);
  });

  test('beyond the limit are rejected and leave the queue as it was', () => {
    for (let index = 0; index < 50; index += 1) scenes.current.say('x');
    expect(scenes.current.say('x')).toEqual({ kind: 'full', limit: 'items', max: 50 });
    expect(scenes.current.playback.items).toHaveLength(50);
  });
});

describe('the time to the first sound', () => {
  test('is measured from the moment when a text is the first of the queue', async () => {
    await advance(1_000);
    scenes.current.say('Hello.');
    scenes.current.say('Goodbye.');
    await advance(500);
    scenes.current.call(0).send(0, 50).end();
    await advance(2_000);
    const [first = 0] = scenes.current.sent.filter(({ packet }) => packet === 0).map(({ atMs }) => atMs);
    scenes.current.call(1).send(100, 110).end();
    await advance(1_000);
    expect(scenes.current.firstSounds).toHaveLength(2);
    expect(scenes.current.firstSounds[0]).toBeCloseTo(first - 1_000, 5);
    expect(scenes.current.firstSounds[1]).toBeLessThan(1_500);
  });

  test('is not measured of a text that was paused', async () => {
    scenes.current.say('Hello.');
    scenes.current.playback.pause();
    await advance(5_000);
    scenes.current.playback.resume();
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
    expect(scenes.current.firstSounds).toEqual([]);
  });
});

describe('speed, volume and expression mark', () => {
  const sound = { voiceId: 'a-voice', speed: 1.5, volumeDb: -3, mark: '[sad]' };

  test('go with every piece of a text, and with no other text', async () => {
    scenes.current.playback.add({ guildId: GUILD, textId: 'a', userId: ALICE, text: LONG_TEXT, ...sound });
    scenes.current.say('Next.');
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 200);
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    for (const piece of [0, 1]) {
      expect(scenes.current.call(piece)).toMatchObject({ voiceId: 'a-voice', speed: 1.5, volumeDb: -3 });
      expect(scenes.current.call(piece).text).toMatch(/^\[sad\] /);
    }
    expect(scenes.current.call(2)).toMatchObject({
      text: 'Next.',
      voiceId: undefined,
      speed: undefined,
      volumeDb: undefined,
    });
  });

  test('are shown with the item, whose text is as it was, and survive a restart', async () => {
    scenes.current.playback.add({ guildId: GUILD, textId: '1', userId: ALICE, text: 'One.', ...sound });
    expect(scenes.current.playback.items).toMatchObject([{ text: 'One.', ...sound }]);
    scenes.current.playback.close();
    scenes.current.playback.restore({
      items: [{ textId: '1', userId: ALICE, text: 'One.', ...sound, firstPiece: 0 }],
      ...{ lastItemId: 1, paused: false },
    });
    expect(scenes.current.call(1)).toMatchObject({ text: '[sad] One.', speed: 1.5, volumeDb: -3 });
  });

  test('are counted: what was never synthesized has its marks', async () => {
    scenes.current.say('First.');
    scenes.current.playback.add({ guildId: GUILD, textId: '2', userId: ALICE, text: 'One. Two.', ...sound });
    scenes.current.playback.stop();
    expect(scenes.current.unserved()).toContainEqual(['2', '[sad] One. [sad] Two.'.length]);
  });
});

test('sound that arrives keeps no other session waiting whose packet is overdue', async () => {
  scenes.current.say('Hello.');
  const others: number[] = [];
  scenes.current.pacer.source({ tick: () => others.push(performance.now()) < 2, makeAhead: () => 0 }).start();
  const busyUntilMs = performance.now() + 20;
  vi.spyOn(performance, 'now').mockReturnValue(busyUntilMs);
  scenes.current.call(0).send(0, 1);
  // Microtasks only: no timer fires.
  for (let turn = 0; turn < 50 && others.length < 2; turn += 1) await Promise.resolve();
  expect(others).toEqual([busyUntilMs - 20, busyUntilMs]);
  vi.restoreAllMocks();
});
