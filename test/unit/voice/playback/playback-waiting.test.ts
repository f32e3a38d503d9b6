import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import { createStartDelay } from '../../../../src/voice/playback/start-delay.ts';
import { NO_TRAFFIC } from '../../../../src/voice/traffic.ts';
import { range } from '../fake-speech.ts';
import { advance, GUILD, LEAD, LEAD_MS, LONG_TEXT, now, SILENCE, usePlaybackScene } from './playback-scene.ts';

const scenes = usePlaybackScene();

describe('an empty channel', () => {
  const beforeReport = 980;

  test('holds an item; that is reported after a second, and its start when somebody comes', async () => {
    scenes.current.waitsFor = 'listeners';
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(beforeReport - 20);
    expect(scenes.current.told()).toEqual([]);
    await advance(5_000);
    expect(scenes.current.told()).toEqual(['item-waiting 1']);
    expect(scenes.current.playback.items).toMatchObject([{ state: 'waiting-for-listeners' }]);
    scenes.current.waitsFor = undefined;
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 10));
    expect(scenes.current.told()).toEqual(['item-waiting 1', 'item-started 1', 'item-finished 1']);
    expect(scenes.current.firstSounds, 'the wait was for people').toEqual([]);
  });

  test('is not reported when somebody turns out to be there', async () => {
    scenes.current.waitsFor = 'listeners';
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(beforeReport - 100);
    scenes.current.waitsFor = undefined;
    await advance(1_000);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('is not taken for a connection that is not ready', async () => {
    scenes.current.connected = false;
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(5_000);
    expect(scenes.current.told()).toEqual([]);
  });

  test('holds an item that had begun, until keys are exchanged with somebody who came back', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 100).end();
    await advance(200);
    scenes.current.waitsFor = 'listeners';
    await advance(2_000);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-waiting 1']);
    expect(scenes.current.playback.items).toMatchObject([{ state: 'waiting-for-listeners' }]);
    scenes.current.waitsFor = undefined;
    scenes.current.connected = false;
    await advance(500);
    scenes.current.connected = true;
    await advance(500);
    expect(scenes.current.playback.items).toMatchObject([{ state: 'speaking' }]);
    await advance(5_000);
    expect(scenes.current.voiced()).toEqual(range(0, 100));
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-waiting 1', 'item-started 1', 'item-finished 1']);
  });

  test('is reported for each item that it holds', async () => {
    scenes.current.waitsFor = 'listeners';
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await advance(2_000);
    expect(scenes.current.playback.items.map(({ state }) => state)).toEqual(['waiting-for-listeners', 'waiting']);
    scenes.current.playback.skip();
    expect(scenes.current.playback.items).toMatchObject([{ state: 'preparing' }]);
    await advance(20);
    scenes.current.call(1).send(0, 10).end();
    await advance(2_000);
    expect(scenes.current.told()).toEqual(['item-waiting 1', 'item-dropped 1 skipped', 'item-waiting 2']);
  });
});

describe('a stage whose audience the bot is in', () => {
  test('holds an item; that is reported after 200 ms, and its start when the bot may speak', async () => {
    scenes.current.waitsFor = 'permission';
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(160);
    expect(scenes.current.told()).toEqual([]);
    await advance(200);
    expect(scenes.current.events).toMatchObject([{ type: 'item-waiting', textId: '1', waitsFor: 'permission' }]);
    expect(scenes.current.playback.items).toMatchObject([{ state: 'waiting-for-permission' }]);
    scenes.current.waitsFor = undefined;
    scenes.current.playback.wake();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 10));
    expect(scenes.current.told()).toEqual(['item-waiting 1', 'item-started 1', 'item-finished 1']);
  });

  test('is reported when the bot may speak, and then nobody is there', async () => {
    scenes.current.waitsFor = 'permission';
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    scenes.current.waitsFor = 'listeners';
    await advance(2_000);
    expect(scenes.current.events.map((event) => 'waitsFor' in event && event.waitsFor)).toEqual([
      'permission',
      'listeners',
    ]);
  });
});

describe('pausing', () => {
  test('closes the sound, sends nothing, and continues with the next packet', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 20).end();
    await advance(LEAD_MS + 100);
    expect(scenes.current.playback.pause()).toBe(true);
    await advance(5_000);
    expect(scenes.current.packets()).toEqual([...LEAD, ...range(0, 7), ...SILENCE]);
    expect(scenes.current.speaking.at(-1)).toBe(false);
    expect(scenes.current.playback.resume()).toBe(true);
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([
      ...LEAD,
      ...range(0, 7),
      ...SILENCE,
      ...LEAD,
      ...range(7, 20),
      ...SILENCE,
    ]);
  });

  test('and resuming immediately loses and repeats nothing', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 20).end();
    await advance(LEAD_MS + 100);
    scenes.current.playback.pause();
    await advance(30);
    scenes.current.playback.resume();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 20));
  });

  test('twice, or resuming what is not paused, changes nothing', () => {
    expect(scenes.current.playback.resume()).toBe(false);
    expect(scenes.current.playback.pause()).toBe(true);
    expect(scenes.current.playback.pause()).toBe(false);
  });

  test('keeps items that are added meanwhile in the queue', async () => {
    scenes.current.playback.pause();
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 5).end();
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([]);
    expect(scenes.current.speaking).not.toContain(true);
    scenes.current.playback.resume();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 5));
  });
});

describe('a service that pauses after its first chunk', () => {
  const CHUNK_PACKETS = 6;
  const PAUSE_MS = 350;
  let logged: Record<string, unknown>[];

  beforeEach(() => {
    logged = [];
    scenes.current.playback.close();
    const log = createLogger('info', [], { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
    scenes.current.playback = scenes.current.openPlayback(createStartDelay(), { log });
  });

  /** Speaks one text of 40 packets like the service; gives the time from its first packets to its first sound. */
  async function speakPaced(index: number): Promise<number> {
    const before = scenes.current.sent.length;
    scenes.current.say('Hello.');
    await advance(300);
    const arrivedAtMs = performance.now();
    scenes.current.call(index).send(0, CHUNK_PACKETS);
    await advance(PAUSE_MS);
    scenes.current.call(index).send(CHUNK_PACKETS, 40).end();
    await advance(2_000);
    const heard = scenes.current.sent.slice(before);
    const first = heard.findIndex(({ packet }) => packet === 0);
    expect(heard.slice(first).map(({ packet }) => packet)).toEqual([...range(0, 40), ...SILENCE]);
    return (heard[first]?.atMs ?? 0) - arrivedAtMs;
  }

  test('is heard without a hole from the first text on, and sooner from the second on', async () => {
    expect(await speakPaced(0)).toBe(PAUSE_MS);
    // The pause of 350 ms less the 120 ms of sound before it, 20 ms for jitter, and up to a tick of the lead-in.
    for (const index of [1, 2]) {
      const delayMs = await speakPaced(index);
      expect(delayMs).toBeGreaterThanOrEqual(250);
      expect(delayMs).toBeLessThanOrEqual(270);
    }
    expect(logged).toEqual([]);
  });

  test('is heard at its start though nothing more arrives, after 600 ms; the hole is counted', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, CHUNK_PACKETS);
    await advance(599);
    expect(scenes.current.voiced()).toEqual([]);
    await advance(1);
    expect(scenes.current.voiced()).toEqual([0]);
    const leadFrames = scenes.current.packets().indexOf(0);
    await advance(1_000);
    scenes.current.call(0).send(CHUNK_PACKETS, 40).end();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual(range(0, 40));
    const silentMs =
      scenes.current
        .packets()
        .slice(leadFrames, -SILENCE.length)
        .filter((packet) => packet === 'silence').length * 20;
    expect(logged).toEqual([
      expect.objectContaining({ msg: 'speech had holes', guildId: GUILD, textId: '1', holes: 1, holeMs: silentMs }),
    ]);
    expect(scenes.current.traffic.figures.total).toEqual({
      ...NO_TRAFFIC,
      packetsSent: scenes.current.sent.length,
      holes: 1,
      holeMs: silentMs,
    });
  });

  test('is not learned from a text that the service restarted after a failure', async () => {
    await speakPaced(0);
    scenes.current.say('Hello.');
    scenes.current.call(1).send(0, CHUNK_PACKETS);
    await advance(3_000);
    scenes.current.call(1).restart().send(0, 40).end();
    await advance(2_000);
    scenes.current.sent = [];
    const delayMs = await speakPaced(2);
    expect(delayMs).toBeLessThanOrEqual(270);
  });

  test('has the next piece requested with the first packets, not only with the first sound', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, CHUNK_PACKETS);
    await now();
    expect(scenes.current.voiced()).toEqual([]);
    expect(scenes.current.speech.calls).toHaveLength(2);
  });

  test('sends no sound, and only the rest of a lead-in, after a skip before the first sound', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, CHUNK_PACKETS);
    await advance(100);
    const before = scenes.current.packets().length;
    scenes.current.playback.skip();
    await advance(2_000);
    expect(scenes.current.voiced()).toEqual([]);
    expect(scenes.current.packets().length - before).toBeLessThanOrEqual(SILENCE.length);
  });

  test('has no timer left after the playback is closed', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, CHUNK_PACKETS);
    await advance(100);
    scenes.current.playback.close();
    // The tick that was due finds nothing to do.
    await advance(20);
    expect(vi.getTimerCount()).toBe(0);
  });
});
