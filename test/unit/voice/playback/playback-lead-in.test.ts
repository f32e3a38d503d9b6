import { describe, expect, test, vi } from 'vitest';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import type { Pacer } from '../../../../src/voice/playback/pacer.ts';
import { range } from '../fake-speech.ts';
import {
  ALICE,
  advance,
  afterFastTexts,
  BREATH,
  LEAD,
  LEAD_MS,
  LONG_TEXT,
  now,
  SILENCE,
  usePlaybackScene,
} from './playback-scene.ts';

const scenes = usePlaybackScene();

describe('the lead-in', () => {
  test('of a thread too busy to send without gaps delays sound by 200 ms of silence, not forever', async () => {
    const busy: Pacer = {
      source(work) {
        let timer: NodeJS.Timeout | undefined;
        const stop = (): void => clearInterval(timer);
        const start = (): void => {
          stop();
          // 60 ms of packets in each burst, like the real one.
          timer = setInterval(() => {
            for (let frame = 0; frame < 3; frame += 1) work.tick();
          }, 80);
        };
        return { start, stop, startIn: start };
      },
      catchUp: () => {},
      close: () => {},
    };
    scenes.current.playback.close();
    scenes.current.canSchedule = false;
    scenes.current.playback = scenes.current.openPlayback(afterFastTexts(), { pacer: busy });
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    await advance(2_000);
    expect(scenes.current.packets().slice(0, LEAD.length + 30)).toEqual([...LEAD, ...range(0, 30)]);
  });

  /** Silence frames that led directly up to a packet, 20 ms apart. */
  function ledUpTo(packet: number): number {
    const at = scenes.current.sent.findIndex((entry) => entry.packet === packet);
    let frames = 0;
    for (let index = at - 1; scenes.current.sent[index]?.packet === 'silence'; index -= 1) {
      if ((scenes.current.sent[index + 1]?.atMs ?? 0) - (scenes.current.sent[index]?.atMs ?? 0) > 20) break;
      frames += 1;
    }
    return frames;
  }
  const atMs = (packet: number): number =>
    scenes.current.sent.find((entry) => entry.packet === packet)?.atMs ?? Number.NaN;

  test('begins again after a pause in the middle of it', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(130);
    scenes.current.playback.pause();
    await advance(2_000);
    scenes.current.playback.resume();
    await advance(1_000);
    expect(ledUpTo(0)).toBe(LEAD.length);
  });

  test('is announced when the queue was paused and resumed in the breath after a text', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 10 * 20);
    scenes.current.call(1).send(10, 20).end();
    await advance(SILENCE.length * 20 + 20);
    scenes.current.playback.pause();
    await advance(20);
    scenes.current.playback.resume();
    const before = scenes.current.sent.length;
    await advance(20);
    expect(scenes.current.sent.length).toBeGreaterThan(before);
    expect(scenes.current.speaking).toEqual([true, false, true]);
  });

  test('leaves every 20 ms from the acceptance of a text, announced, before the service has answered', async () => {
    const acceptedAtMs = performance.now();
    scenes.current.say('Hello.');
    await advance(310);
    expect(scenes.current.sent).toEqual(
      range(0, 16).map((index) => ({ packet: 'silence', atMs: acceptedAtMs + index * 20 })),
    );
    expect(scenes.current.speaking).toEqual([true]);
    expect(scenes.current.told()).toEqual([]);
  });

  test('takes no time when the service needs longer than 200 ms', async () => {
    scenes.current.say('Hello.');
    await advance(207);
    const arrivedAtMs = performance.now();
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs);
    expect(scenes.current.sent.findIndex(({ packet }) => packet === 0)).toBe(11);
    expect(scenes.current.packets().slice(11)).toEqual([...range(0, 10), ...SILENCE]);
  });

  test('is made up to 200 ms when the service is faster', async () => {
    const acceptedAtMs = performance.now();
    scenes.current.say('Hello.');
    await advance(130);
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(acceptedAtMs + LEAD_MS);
    expect(ledUpTo(0)).toBe(LEAD.length);
  });

  test('ends after 600 ms without sound, and starts again when sound comes', async () => {
    scenes.current.say('Hello.');
    await advance(10_000);
    expect(scenes.current.packets()).toEqual(Array.from({ length: 30 }, () => 'silence'));
    expect(vi.getTimerCount()).toBe(0);
    const arrivedAtMs = performance.now();
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs + LEAD_MS);
    expect(ledUpTo(0)).toBe(LEAD.length);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('continues beyond 600 ms while sound has arrived that is held back', async () => {
    scenes.current.say('Hello.');
    await advance(590);
    scenes.current.call(0).send(0, 1);
    await advance(400);
    expect(scenes.current.voiced()).toEqual([]);
    const arrivedAtMs = performance.now();
    scenes.current.call(0).send(1, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs);
    expect(ledUpTo(0)).toBeGreaterThan(45);
  });

  test('counts only frames that left, without a gap', async () => {
    scenes.current.connected = false;
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 10).end();
    await advance(500);
    scenes.current.connected = true;
    await advance(100);
    scenes.current.connected = false;
    await advance(20);
    scenes.current.connected = true;
    await advance(1_000);
    expect(scenes.current.packets()).toEqual([
      ...Array.from({ length: 5 }, () => 'silence'),
      ...LEAD,
      ...range(0, 10),
      ...SILENCE,
    ]);
  });

  test('starts when the connection becomes ready, however long that takes', async () => {
    scenes.current.connected = false;
    scenes.current.say('Hello.');
    await advance(3_000);
    scenes.current.connected = true;
    scenes.current.playback.wake();
    await advance(333);
    expect(scenes.current.sent).toHaveLength(17);
    const arrivedAtMs = performance.now();
    scenes.current.call(0).send(0, 10).end();
    await now();
    expect(atMs(0)).toBe(arrivedAtMs);
  });

  test('is repeated in mid-utterance after half a second without a packet, and not after less', async () => {
    scenes.current.say('Hello.');
    scenes.current.call(0).send(0, 30).end();
    await advance(LEAD_MS + 70);
    for (const heldMs of [300, 600]) {
      scenes.current.connected = false;
      await advance(heldMs);
      scenes.current.connected = true;
      await advance(LEAD_MS + 80);
    }
    await advance(2_000);
    const second = scenes.current.packets().indexOf('silence', LEAD.length);
    expect(scenes.current.packets().slice(0, second)).toEqual([...LEAD, ...range(0, second - LEAD.length)]);
    const rest = range(second - LEAD.length, 30);
    expect(scenes.current.packets().slice(second)).toEqual([...LEAD, ...rest, ...SILENCE]);
    expect(rest.length).toBeGreaterThan(5);
    expect(scenes.current.told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('ends with a stop: five frames in all, then the speaking flag is off', async () => {
    scenes.current.say('Hello.');
    await advance(30);
    scenes.current.playback.stop();
    await advance(1_000);
    expect(scenes.current.packets()).toEqual(SILENCE);
    expect(scenes.current.speaking).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([30, 2_000])('ends with a pause after %i ms, and begins when it is resumed', async (ms) => {
    scenes.current.say('Hello.');
    await advance(ms);
    scenes.current.playback.pause();
    await advance(1_000);
    expect(scenes.current.speaking).toEqual([true, false]);
    const before = scenes.current.sent.length;
    scenes.current.call(0).send(0, 10).end();
    await advance(1_000);
    expect(scenes.current.sent).toHaveLength(before);
    scenes.current.playback.resume();
    await advance(1_000);
    expect(scenes.current.speaking).toEqual([true, false, true, false]);
    expect(scenes.current.packets().slice(before)).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
  });

  test('ends when the text fails, without a word, and the next text continues it', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    await advance(150);
    scenes.current.call(0).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(310);
    expect(scenes.current.events[0]).toMatchObject({ type: 'item-failed', textId: '1', spokenMs: 0 });
    scenes.current.call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(scenes.current.speaking).toEqual([true, false]);
    expect(scenes.current.voiced()).toEqual([]);
    expect(scenes.current.told()).toEqual(['item-failed 1', 'item-failed 2']);
    const steps = scenes.current.sent
      .slice(1)
      .map(({ atMs: at }, index) => at - (scenes.current.sent[index]?.atMs ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  });

  test('of the next text is the breath after the one before, without a gap or a new announcement', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 250);
    scenes.current.say('Two.');
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    expect(ledUpTo(10)).toBe(SILENCE.length + BREATH.length);
    expect(atMs(10) - atMs(9)).toBe(260);
    expect(scenes.current.speaking).toEqual([true, false]);
  });

  test('ends with a pause between two texts, and goes ahead of the second one when it is resumed', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 350);
    scenes.current.call(1).send(10, 20).end();
    scenes.current.playback.pause();
    const before = scenes.current.sent.length;
    await advance(1_000);
    expect(scenes.current.sent).toHaveLength(before);
    expect(scenes.current.speaking).toEqual([true, false]);
    scenes.current.playback.resume();
    await advance(1_000);
    expect(scenes.current.packets().slice(before)).toEqual([...LEAD, ...range(10, 20), ...SILENCE]);
  });

  test('does not hurry sound into the silence after the text before', async () => {
    scenes.current.say('One.');
    scenes.current.say('Two.');
    scenes.current.call(0).send(0, 10).end();
    await advance(LEAD_MS + 307);
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    expect(atMs(10) - atMs(9)).toBe(260);
    const steps = scenes.current.sent
      .slice(1)
      .map(({ atMs: at }, index) => at - (scenes.current.sent[index]?.atMs ?? 0));
    expect(new Set(steps)).toEqual(new Set([20]));
  });

  test('keeps its beat when sound arrives that is not next', async () => {
    scenes.current.say(LONG_TEXT);
    scenes.current.call(0).send(0, 10);
    await advance(LEAD_MS + 300);
    scenes.current.playback.pause();
    await advance(1_000);
    const before = scenes.current.sent.length;
    scenes.current.playback.resume();
    await advance(307);
    scenes.current.call(1).send(20, 30).end();
    await advance(107);
    scenes.current.call(0).send(10, 20).end();
    await advance(1_000);
    expect(scenes.current.voiced()).toEqual(range(0, 30));
    const steps = scenes.current.sent
      .slice(before + 1)
      .map(({ atMs: at }, index) => at - (scenes.current.sent[before + index]?.atMs ?? 0));
    // Only the first packet with sound comes between two ticks; the next one is on the grid of 5 ms again.
    expect(steps.filter((stepMs) => stepMs !== 20)).toEqual([14, 16]);
  });

  test('of a text that comes after the speaking flag went off is a whole one', async () => {
    scenes.current.say('One.');
    scenes.current.call(0).send(0, 10).end();
    // One tick after the fifth closing frame.
    await advance(LEAD_MS + 310);
    expect(scenes.current.speaking).toEqual([true, false]);
    scenes.current.say('Two.');
    scenes.current.call(1).send(10, 20).end();
    await advance(1_000);
    expect(ledUpTo(10)).toBe(LEAD.length);
    expect(scenes.current.speaking).toEqual([true, false, true, false]);
  });

  test('goes ahead of a restored queue', async () => {
    const item = { textId: '1', userId: ALICE, text: 'One.', voiceId: undefined, firstPiece: 0 };
    scenes.current.playback.restore({ items: [item], paused: false });
    await advance(310);
    expect(scenes.current.packets()).toEqual(Array.from({ length: 16 }, () => 'silence'));
    expect(scenes.current.speaking).toEqual([true]);
  });
});
