import { describe, expect, test, vi } from 'vitest';
import { range } from '../fake-speech.ts';
import { ALICE, advance, GUILD, LEAD_MS, LONG_TEXT, SILENCE, usePlaybackScene } from './playback-scene.ts';

const scenes = usePlaybackScene();

describe('a restored queue', () => {
  const item = (textId: string, text: string, firstPiece = 0) => ({
    ...{ textId, userId: ALICE, text, voiceId: undefined },
    firstPiece,
  });

  test('continues at the piece that broke off, and keeps its ids', async () => {
    scenes.current.playback.restore({ items: [item('4', LONG_TEXT, 1), item('5', 'Next.')], paused: false });
    expect(scenes.current.call(0).text).toMatch(/^The first sentence goes on for a while. And then/);
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 200);
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 20));
    expect(scenes.current.told()).toEqual(['item-started 4', 'item-finished 4', 'item-started 5', 'item-finished 5']);
    expect(scenes.current.say('Another.')).toEqual({ kind: 'queued', position: 0 });
  });

  test('continues behind the packets of its piece that were heard, on a restart of the service too', async () => {
    scenes.current.playback.restore({ items: [{ ...item('4', 'One.'), heardPackets: 6 }], paused: false });
    scenes.current.call(0).send(0, 10);
    await advance(LEAD_MS + 200);
    scenes.current.call(0).restart().send(0, 20).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(6, 20));
    expect(scenes.current.told()).toEqual(['item-started 4', 'item-finished 4']);
  });

  test('is over without a failure where everything was heard before', async () => {
    scenes.current.playback.restore({
      items: [{ ...item('4', 'One.'), heardPackets: 10 }],
      paused: false,
    });
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual([]);
    expect(scenes.current.told()).toEqual(['item-finished 4']);
  });

  test('does not give back what was heard before', () => {
    scenes.current.playback.restore({
      items: [item('1', 'One.'), { ...item('2', 'Two.'), heardPackets: 6 }],
      paused: false,
    });
    scenes.current.playback.close();
    expect(scenes.current.unserved()).toEqual([
      ['1', 0],
      ['2', 0],
    ]);
  });

  test('also continues there when it comes as a new text, within the pieces that there are', async () => {
    scenes.current.playback.add({
      guildId: GUILD,
      textId: '1',
      userId: ALICE,
      text: LONG_TEXT,
      voiceId: undefined,
      resume: { piece: 7, packets: 3 },
    });
    expect(scenes.current.call(0).text).toMatch(/^The first sentence goes on for a while. And then/);
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(3, 10));
  });

  test('stays paused until it is resumed', async () => {
    scenes.current.playback.restore({ items: [item('1', 'One.')], paused: true });
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual([]);
    expect(scenes.current.playback.resume()).toBe(true);
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 10));
  });
});

describe('how far a text was heard', () => {
  test('is reported once a second, and when it is paused', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 200).end();
    await advance(LEAD_MS + 2_500);
    scenes.current.playback.pause();
    // What is encrypted already leaves.
    await advance(60);
    const at = (packets: number) => ({ type: 'piece-progress', guildId: GUILD, textId: '1', piece: 0, packets });
    expect(scenes.current.progress.slice(0, 2)).toEqual([at(50), at(100)]);
    expect(scenes.current.progress.at(-1)).toEqual(at(scenes.current.voiced().length));
    expect(scenes.current.playback.records).toEqual([
      expect.objectContaining({ firstPiece: 0, heardPackets: scenes.current.voiced().length }),
    ]);
  });
});

describe('a halt', () => {
  const record = (firstPiece: number, heardPackets: number) => expect.objectContaining({ firstPiece, heardPackets });

  test('lets the piece under way end, and nothing follows', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.say('Next.');
    scenes.current.call(0).send(0, 60).end();
    await advance(LEAD_MS + 200);
    scenes.current.call(1).send(60, 90).end();
    const halted = vi.fn();
    void scenes.current.playback.halt(5_000).then(halted);
    expect(halted).not.toHaveBeenCalled();
    await advance(10_000);
    expect(halted).toHaveBeenCalled();
    expect(scenes.current.voiced()).toEqual(range(0, 60));
    expect(scenes.current.packets().slice(-SILENCE.length)).toEqual(SILENCE);
    expect(scenes.current.playback.records).toEqual([
      record(1, 0),
      expect.objectContaining({ textId: '2', firstPiece: 0 }),
    ]);
    expect(scenes.current.progress.at(-1)).toMatchObject({ textId: '1', piece: 1, packets: 0 });
    expect(scenes.current.told()).toEqual(['item-started 1', 'piece-started 1']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends in the middle of a piece that takes longer, and says where', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 200).end();
    await advance(LEAD_MS + 200);
    const halting = scenes.current.playback.halt(1_000);
    await advance(1_000);
    await halting;
    const heard = scenes.current.voiced().length;
    expect(heard).toBeLessThan(70);
    await advance(5_000);
    expect(scenes.current.voiced()).toHaveLength(heard);
    expect(scenes.current.packets().slice(-SILENCE.length)).toEqual(SILENCE);
    expect(scenes.current.playback.records).toEqual([record(0, heard)]);
    expect(scenes.current.progress.at(-1)).toMatchObject({ piece: 0, packets: heard });
  });

  test.each(['before the first sound', 'in a pause'])('comes at once %s, and texts still queue', async (when) => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 10);
    if (when === 'in a pause') {
      await advance(LEAD_MS + 20);
      scenes.current.playback.pause();
      await advance(60);
    }
    const heard = scenes.current.voiced().length;
    await scenes.current.playback.halt(60_000);
    expect(scenes.current.say('Two.')).toMatchObject({ kind: 'queued' });
    scenes.current.call(0).send(10, 20).end();
    scenes.current.playback.resume();
    await advance(5_000);
    expect(scenes.current.voiced()).toHaveLength(heard);
    expect(scenes.current.speech.calls).toHaveLength(1);
    expect(scenes.current.playback.records.map(({ textId }) => textId)).toEqual(['1', '2']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
