import { describe, expect, test, vi } from 'vitest';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import { range } from '../fake-speech.ts';
import { advance, LEAD, LEAD_MS, LONG_TEXT, led, now, SILENCE, usePlaybackScene } from './playback-scene.ts';

const scenes = usePlaybackScene();

describe('audio that does not end', () => {
  /** 60 s, and 2 s for each of the 6 characters, of 20 ms packets. */
  const MOST_PACKETS = (72 * 1_000) / 20;
  const failed = { type: 'item-failed', textId: '1', failure: { code: 'VOICE_TOO_MUCH_AUDIO' } };

  test('ends the item at the bound of its text, gives its permit back, and the queue goes on', {
    meta: { promises: ['audio-text-bounded-length'] },
  }, async () => {
    scenes.current.say('Hello.');
    scenes.current.say('Next.');
    scenes.current.call(0).send(0, MOST_PACKETS + 500);
    await advance(80_000);
    expect(scenes.current.events.find(({ type }) => type === 'item-failed')).toMatchObject({
      ...failed,
      spokenMs: 72_000,
    });
    expect(scenes.current.voiced()).toEqual(range(0, MOST_PACKETS));
    expect(scenes.current.call(0).isReturned).toBe(true);
    scenes.current.call(1).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.told().slice(1)).toEqual(['item-failed 1', 'item-started 2', 'item-finished 2']);
  });

  test('may be exactly as long as the bound', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, MOST_PACKETS).end();
    await advance(80_000);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('is bounded for the text in all when the service restarts it, and nothing is said twice', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 100);
    await advance(3_000);
    scenes.current
      .call(0)
      .restart()
      .send(0, MOST_PACKETS + 500);
    await advance(80_000);
    expect(scenes.current.voiced()).toEqual(range(0, MOST_PACKETS));
    expect(scenes.current.events.at(-1)).toMatchObject(failed);
  });

  test('is bounded in bytes when it has no sound', async () => {
    scenes.current.say('Hello.');
    // The head of an mp3 whose first 256 MiB are tags.
    scenes.current.call(0).sendBytes(Buffer.from('4944330400007f7f7f7f', 'hex'));
    for (let megabytes = 0; megabytes < 15; megabytes += 1) scenes.current.call(0).sendBytes(new Uint8Array(1_000_000));
    await vi.waitFor(() => expect(scenes.current.events.at(-1)).toMatchObject({ ...failed, spokenMs: 0 }), 20_000);
    expect(scenes.current.call(0).isReturned).toBe(true);
  });
});

describe('what was never synthesized', () => {
  const refused = () => new SpeechError('SPEECH_OUT_OF_CREDITS', 'refused', { status: 402 });

  test('is told with an item that is dropped while it waits', async () => {
    scenes.current.say('First.');
    scenes.current.say('Second.');
    scenes.current.playback.stop();
    expect(scenes.current.unserved()).toEqual([
      ['1', 0],
      ['2', 'Second.'.length],
    ]);
  });

  test('is told with an item that is dropped while it is spoken', async () => {
    scenes.current.say(LONG_TEXT.repeat(3));
    scenes.current.call(0).send(0, 10);
    await led();
    const asked = scenes.current.speech.calls.reduce((sum, { text }) => sum + text.length, 0);
    scenes.current.playback.skip();
    const [[, characters = 0] = []] = scenes.current.unserved();
    expect(asked).toBeGreaterThan(0);
    expect(characters).toBeGreaterThan(LONG_TEXT.length);
    expect(characters + asked).toBeLessThanOrEqual(LONG_TEXT.length * 3);
  });

  test('is the whole text when the service refuses it, or is not reached', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).end(refused());
    await now();
    scenes.current.say('Hello.');
    scenes.current.call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone', { unsent: true }));
    await now();
    expect(scenes.current.unserved().map(([, characters]) => characters)).toEqual([6, 6]);
  });

  test('is nothing when the service failed after its first sound', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end(refused());
    await advance(1_000);
    expect(scenes.current.unserved().map(([, characters]) => characters)).toEqual([0]);
  });
});

describe('a text of several pieces', () => {
  test('is spoken without a gap between them', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 100);
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 20), ...SILENCE]);
    expect(scenes.current.told()).toEqual(['item-started 1', 'piece-started 1', 'item-finished 1']);
  });

  test('has only its next piece synthesized while the first one plays', async () => {
    scenes.current.say(`${LONG_TEXT} ${LONG_TEXT} ${LONG_TEXT} ${LONG_TEXT}`);
    expect(scenes.current.speech.calls).toHaveLength(1);
    scenes.current.call(0).send(0, 50);
    await advance(500);
    expect(scenes.current.speech.calls).toHaveLength(2);
    scenes.current.call(1).send(50, 100).end();
    await advance(200);
    expect(scenes.current.speech.calls).toHaveLength(2);
  });

  test('is sent to the service completely', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 2);
    await led();
    expect(scenes.current.speech.calls.map(({ text }) => text).join(' ')).toBe(LONG_TEXT);
  });

  test('fills the wait for a late piece with silence', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 5).end();
    await advance(LEAD_MS + 300);
    scenes.current.call(1).send(5, 10).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 10));
    const first = scenes.current.sent.find(({ packet }) => packet === 0)?.atMs ?? 0;
    expect(scenes.current.sent.slice(LEAD.length).map(({ atMs }) => atMs - first)).toEqual(
      range(0, scenes.current.sent.length - LEAD.length).map((index) => index * 20),
    );
  });

  test('whose later piece fails reports how much was heard', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10).end();
    await led();
    scenes.current.call(1).end(new SpeechError('SPEECH_OUT_OF_CREDITS', 'no credit'));
    await advance(1_000);
    expect(scenes.current.events.at(-1)).toMatchObject({ type: 'item-failed', spokenMs: 200 });
    expect(scenes.current.voiced()).toEqual(range(0, 10));
  });

  test('whose first piece fails has no other piece synthesized', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(scenes.current.call(1).signal.aborted).toBe(true);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-failed 1']);
  });

  test('without sound for a later piece is not taken for spoken', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10).end();
    await led();
    scenes.current.call(1).end();
    await now();
    scenes.current.call(2).end();
    await advance(1_000);
    expect(scenes.current.events.at(-1)).toMatchObject({
      ...{ type: 'item-failed', spokenMs: 200, failure: { code: 'VOICE_NO_AUDIO' } },
      unservedCharacters: scenes.current.call(1).text.length,
    });
  });
});

describe('what the service is told of who waits', () => {
  const areAwaited = () => scenes.current.speech.calls.map(({ awaited }) => awaited?.aborted);

  test('a text at the head of the queue is awaited at once', async () => {
    scenes.current.say('Hello.');
    await now();
    expect(areAwaited()).toEqual([true]);
  });

  test('a text has begun with its first packet, not with the head of its file', async () => {
    scenes.current.say('Hello.');
    const call = scenes.current.call(0).send(0, 0);
    await now();
    expect(call.begun?.aborted).toBe(false);
    call.send(0, 1);
    await now();
    expect(call.begun?.aborted).toBe(true);
  });

  test('a later piece is awaited once all sound before it has left', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10);
    await advance(LEAD_MS + 500);
    // The first piece has run dry, and may still continue.
    expect(areAwaited()).toEqual([true, false]);
    scenes.current.call(0).send(10, 15).end();
    await advance(60);
    expect(areAwaited()).toEqual([true, false]);
    await advance(200);
    expect(areAwaited()).toEqual([true, true]);
  });

  test('the next text is awaited once the one before it is over, or skipped', async () => {
    scenes.current.say('First.');
    scenes.current.say('Second.');
    scenes.current.say('Third.');
    scenes.current.call(0).send(0, 10).end();
    await led();
    expect(areAwaited()).toEqual([true, false]);
    await advance(1_000);
    expect(areAwaited()).toEqual([true, true]);
    scenes.current.call(1).send(0, 100);
    await advance(LEAD_MS + 100);
    expect(areAwaited()).toEqual([true, true, false]);
    scenes.current.playback.skip();
    await advance(1_000);
    expect(areAwaited()).toEqual([true, true, true]);
  });
});

describe('a service that is silent in mid-text for 45 s', () => {
  test('leaves a pause of silence in one utterance, and the text goes on', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 46_000);
    expect(scenes.current.voiced()).toEqual(range(0, 50));
    expect(scenes.current.speaking).toEqual([true]);
    scenes.current.call(0).send(50, 100).end();
    await advance(3_000);
    expect(scenes.current.voiced()).toEqual(range(0, 100));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test.each(['skip', 'stop'] as const)('can be ended meanwhile by %s', async (command) => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 20_000);
    scenes.current.playback[command]();
    expect(scenes.current.call(0).signal.aborted).toBe(true);
    await advance(200);
    expect(scenes.current.speaking.at(-1)).toBe(false);
  });
});
