import { describe, expect, test, vi } from 'vitest';
import { range } from '../fake-speech.ts';
import { ALICE, advance, BOB, BREATH, LEAD, LEAD_MS, led, now, SILENCE, usePlaybackScene } from './playback-scene.ts';

const scenes = usePlaybackScene();

describe('dropping', () => {
  test('skipping cancels the synthesis, closes the sound and begins the next item', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    scenes.current.call(1).send(50, 55).end();
    expect(scenes.current.playback.skip()).toMatchObject({ textId: '1', state: 'speaking' });
    expect(scenes.current.call(0).signal.aborted).toBe(true);
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([
      ...LEAD,
      ...range(0, 7),
      ...SILENCE,
      ...BREATH,
      ...range(50, 55),
      ...SILENCE,
    ]);
    expect(scenes.current.told()).toEqual([
      'item-started 1',
      'item-dropped 1 skipped',
      'item-started 2',
      'item-finished 2',
    ]);
  });

  test('skipping an item before its first sound begins the next one immediately', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.playback.skip();
    expect(scenes.current.call(0).signal.aborted).toBe(true);
    scenes.current.call(1).send(0, 5).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 5));
  });

  test('skipping in an empty queue returns nothing', () => {
    expect(scenes.current.playback.skip()).toBeUndefined();
  });

  test('skipping while paused stays paused', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    scenes.current.playback.pause();
    scenes.current.playback.skip();
    await now();
    scenes.current.call(1).send(50, 55).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 7));
    expect(scenes.current.playback.items.map(({ state }) => state)).toEqual(['paused']);
    scenes.current.playback.resume();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual([...range(0, 7), ...range(50, 55)]);
  });

  test('stopping drops all items, in order, and requests nothing more from the service', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.say('Three.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    expect(scenes.current.playback.stop()).toEqual({ interrupted: true, removed: 2 });
    await advance(1_000);
    expect(scenes.current.told()).toEqual([
      'item-started 1',
      'item-dropped 1 stopped',
      'item-dropped 2 removed',
      'item-dropped 3 removed',
    ]);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 7), ...SILENCE]);
    expect(scenes.current.speech.calls).toHaveLength(2);
    expect(scenes.current.speech.calls.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test('stopping before the first sound removes all items, and interrupts none', async () => {
    expect(scenes.current.playback.stop()).toEqual({ interrupted: false, removed: 0 });
    scenes.current.say('One.');
    scenes.current.say('Two.');
    expect(scenes.current.playback.stop()).toEqual({ interrupted: false, removed: 2 });
    expect(scenes.current.told()).toEqual(['item-dropped 1 removed', 'item-dropped 2 removed']);
  });

  test('stopping while paused interrupts the item that had begun', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 50);
    await led();
    scenes.current.playback.pause();
    expect(scenes.current.playback.stop()).toEqual({ interrupted: true, removed: 0 });
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-dropped 1 stopped']);
  });

  test('an item can be removed by its requester, or by anyone with the right', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.', BOB);
    scenes.current.say('Three.');
    expect(scenes.current.playback.remove('2', ALICE, false)).toBe('not-yours');
    expect(scenes.current.playback.remove('9', ALICE, true)).toBe('not-found');
    expect(scenes.current.playback.remove('2', BOB, false)).toBe('removed');
    expect(scenes.current.playback.items.map(({ textId }) => textId)).toEqual(['1', '3']);
    expect(scenes.current.playback.remove('3', BOB, true)).toBe('removed');
    expect(scenes.current.told()).toEqual(['item-dropped 2 removed', 'item-dropped 3 removed']);
  });

  test('removing what is synthesized ahead cancels it and synthesizes the one after it', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.say('Three.');
    scenes.current.call(0).send(0, 10).end();
    await led();
    scenes.current.playback.remove('2', ALICE, false);
    expect(scenes.current.call(1).signal.aborted).toBe(true);
    await now();
    await advance(60);
    expect(scenes.current.speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('removing what is being spoken continues like a skip', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    expect(scenes.current.playback.remove('1', ALICE, false)).toBe('removed');
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 7), ...SILENCE]);
  });

  test('closing sends nothing after what is encrypted already, and leaves no timer', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 50);
    await led();
    scenes.current.playback.close();
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 4)]);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-dropped 1 session-ended']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
