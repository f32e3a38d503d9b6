import { describe, expect, test, vi } from 'vitest';
import { range } from '../fake-speech.ts';
import { advance, LEAD, led, SILENCE, usePlaybackScene } from './playback-scene.ts';

const scenes = usePlaybackScene();

/** How many packets of sound were made at each moment. */
function turns(): number[] {
  return [...Map.groupBy(scenes.current.madeAtMs, (atMs) => atMs).values()].map(({ length }) => length);
}

/** Time between packets, from the lead-in on. */
function gapsMs(): number[] {
  const times = scenes.current.sent.map(({ atMs }) => atMs);
  return times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
}

describe('packets made ahead', () => {
  test('are three at a time, the first with the packet that is due, and leave 20 ms apart', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(turns()).toEqual([4, 3, 3]);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
    expect(new Set(gapsMs())).toEqual(new Set([20]));
  });

  test('are none where the connection can only send at once', async () => {
    scenes.current.canSchedule = false;
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 4).end();
    await advance(1_000);
    expect(turns()).toEqual([1, 1, 1, 1]);
    expect(new Set(gapsMs())).toEqual(new Set([20]));
  });

  test('are only those that are there: late ones leave a hole no sooner', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 12);
    await led();
    await advance(235);
    expect(scenes.current.voiced()).toHaveLength(12);
    scenes.current.call(0).send(12, 30).end();
    await advance(2_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 30), ...SILENCE]);
    expect(scenes.current.traffic.figures.total.holes).toBe(0);
  });

  test.each([
    [0, 4],
    [40, 4],
    [60, 7],
    [100, 7],
    [120, 10],
  ])('still leave when somebody pauses %i ms after the first sound, %i in all, and none twice', async (ms, packets) => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    await led();
    await advance(ms);
    scenes.current.playback.pause();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, packets));
    expect(scenes.current.packets().slice(-SILENCE.length)).toEqual(SILENCE);
    scenes.current.playback.resume();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 30));
  });

  test('are followed by closing silence when somebody skips, with no packet out of step', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30);
    await led();
    scenes.current.playback.skip();
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 4), ...SILENCE]);
    expect(new Set(gapsMs())).toEqual(new Set([20]));
  });

  test('are offered again if the connection breaks within a turn', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    const { traffic } = scenes.current;
    let left = 4;
    Object.defineProperty(scenes.current, 'connected', {
      get: () => traffic.figures.total.packetsSent < LEAD.length + left,
    });
    await led();
    await advance(100);
    expect(scenes.current.voiced()).toEqual(range(0, 4));
    left = 1_000;
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 30));
  });

  test('end with a text: what follows it is not mixed with them', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 4).end();
    await led();
    await advance(40);
    scenes.current.call(1).send(100, 104).end();
    await advance(2_000);
    expect(turns()).toEqual([4, 4]);
    expect(new Set(gapsMs())).toEqual(new Set([20]));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1', 'item-started 2', 'item-finished 2']);
  });

  test.each([
    [0, 3],
    [20, 2],
    [40, 1],
    [60, 3],
  ])('that a break %i ms after the first sound kept from leaving are sent again: %i', async (ms, unsent) => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    await led();
    await advance(ms);
    const { playback } = scenes.current;
    expect(scenes.current.cut()).toBe(unsent);
    const left = 1 + ms / 20;
    expect(playback.records).toMatchObject([{ heardPackets: left }]);
    await advance(300);
    expect(scenes.current.voiced()).toEqual(range(0, left));
    scenes.current.connected = true;
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 30));
    expect(scenes.current.traffic.figures.total.packetsSent).toBe(scenes.current.sent.length);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('are sent again in the channel that the bot is moved to, after another lead-in', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    await led();
    scenes.current.cut();
    scenes.current.playback.moved();
    scenes.current.connected = true;
    await advance(2_000);
    expect(scenes.current.packets()).toEqual([...LEAD, 0, ...LEAD, ...range(1, 30), ...SILENCE]);
  });

  test('are of no further interest once their text was skipped', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 30);
    await led();
    scenes.current.call(1).send(100, 110).end();
    scenes.current.playback.skip();
    scenes.current.cut();
    scenes.current.connected = true;
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual([0, ...range(100, 110)]);
  });

  test('do not count as heard before they have left', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 100).end();
    for (let ms = 0; ms < 1_500; ms += 20) {
      await advance(20);
      const heard = scenes.current.voiced().length;
      expect(scenes.current.playback.records[0]?.heardPackets ?? 0).toBeLessThanOrEqual(heard);
    }
    expect(scenes.current.progress.length).toBeGreaterThan(0);
  });

  test('have left when a halt in mid-text is over, and count as heard', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 100).end();
    await led();
    const heard = vi.fn(() => scenes.current.voiced().length);
    const halted = scenes.current.playback.halt(110).then(heard);
    await advance(109);
    expect(heard).not.toHaveBeenCalled();
    await advance(100);
    await halted;
    const [count = 0] = heard.mock.results.map(({ value }) => value as number);
    expect(count).toBeGreaterThan(5);
    expect(scenes.current.playback.records).toMatchObject([{ heardPackets: count }]);
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, count));
  });

  test('do not hold up a halt when the session ends before they have left', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 100).end();
    await led();
    const halted = scenes.current.playback.halt(1_000);
    await advance(1_000);
    scenes.current.playback.close();
    await halted;
  });
});
