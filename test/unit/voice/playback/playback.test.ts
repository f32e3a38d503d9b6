import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log.ts';
import { RequestScope } from '../../../../src/request-scope.ts';
import { SpeechError } from '../../../../src/speech/speech-error.ts';
import type { WaitReason } from '../../../../src/voice/diagnosis.ts';
import { createPacer, type Pacer } from '../../../../src/voice/playback/pacer.ts';
import { createPlayback } from '../../../../src/voice/playback/playback.ts';
import type { Playback, PlaybackOptions } from '../../../../src/voice/playback/playback-api.ts';
import { createStartDelay, type StartDelay } from '../../../../src/voice/playback/start-delay.ts';
import { createTraffic, NO_TRAFFIC, type Traffic } from '../../../../src/voice/traffic.ts';
import type { SpeakRequest, VoiceEvent } from '../../../../src/voice/voice-api.ts';
import { createFakeSpeech, type FakeCall, numberOf, oggOf, range } from '../fake-speech.ts';

const GUILD = '100000000000000001';
const ALICE = '300000000000000001';
const BOB = '300000000000000002';
const SILENCE = Array.from({ length: 5 }, () => 'silence' as const);
/** What continues until the next item. */
const BREATH = Array.from({ length: 7 }, () => 'silence' as const);
/** What goes ahead of the first sound: ten silence frames. */
const LEAD_MS = 200;
const LEAD = Array.from({ length: LEAD_MS / 20 }, () => 'silence' as const);
/** Two sentences that do not fit one piece. */
const LONG_TEXT =
  `${'The first sentence goes on for a while. '.repeat(4)}${'And then the second one follows it. '.repeat(4)}`.trim();

/** What the bot knows of a service that sends a text's sound at once. */
function afterFastTexts(): StartDelay {
  const startDelay = createStartDelay();
  startDelay.stream().arrived(1_000);
  return startDelay;
}

let pacer: Pacer;
let playback: Playback;
let speech: ReturnType<typeof createFakeSpeech>;
let traffic: Traffic;
/** Delays to first sounds, in milliseconds. */
let firstSounds: number[];
let sent: { readonly packet: number | 'silence'; readonly atMs: number }[];
let speaking: boolean[];
let events: VoiceEvent[];
/** How far pieces were heard, each as it was reported. */
let progress: VoiceEvent[];
/** The connection accepts packets. */
let connected: boolean;
/** Nobody else is in the channel, so the connection accepts none. */
let waitsFor: WaitReason | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  pacer = createPacer((error) => {
    throw error;
  });
  speech = createFakeSpeech();
  traffic = createTraffic();
  firstSounds = [];
  sent = [];
  speaking = [];
  events = [];
  progress = [];
  connected = true;
  waitsFor = undefined;
  playback = openPlayback(afterFastTexts());
});

function openPlayback(startDelay: StartDelay, parts: Partial<Pick<PlaybackOptions, 'log' | 'pacer'>> = {}): Playback {
  return createPlayback({
    ...{ log: createLogger('silent'), pacer, ...parts },
    startDelay,
    scope: new RequestScope(),
    guildId: GUILD,
    speech,
    traffic,
    onFirstSound: (delayMs) => firstSounds.push(delayMs),
    bounds: { maxItems: 50, maxCharacters: 20_000 },
    onEvent: (event) => (event.type === 'piece-progress' ? progress : events).push(event),
    output: {
      send(packet) {
        const isHeard = connected && waitsFor === undefined;
        if (isHeard) sent.push({ packet: numberOf(packet), atMs: performance.now() });
        return isHeard;
      },
      get waitsFor() {
        return waitsFor;
      },
      setSpeaking(on) {
        if (speaking.at(-1) !== on) speaking.push(on);
      },
    },
  });
}

afterEach(() => {
  playback.close();
  pacer.close();
  vi.useRealTimers();
});

function say(text: string, userId = ALICE, voiceId?: string): ReturnType<Playback['add']> {
  const request: SpeakRequest = { guildId: GUILD, text, voiceId, userId };
  return playback.add(request);
}

function call(index: number): FakeCall {
  const found = speech.calls[index];
  if (found === undefined) throw new Error(`there was no call ${index} of the speech service`);
  return found;
}

async function advance(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** The lead-in has left; if sound was there, its first packet too. */
async function led(): Promise<void> {
  await advance(LEAD_MS);
}

/** All promises that can settle without time passing. */
async function now(): Promise<void> {
  await advance(0);
}

function packets(): (number | 'silence')[] {
  return sent.map(({ packet }) => packet);
}

function voiced(): (number | 'silence')[] {
  return packets().filter((packet) => packet !== 'silence');
}

function told(): string[] {
  return events.map((event) => {
    if (!('itemId' in event)) return event.type;
    const { type, itemId } = event;
    return type === 'item-dropped' ? `${type} ${itemId} ${event.reason}` : `${type} ${itemId}`;
  });
}

test('a recording is played as it is, in its turn, and nothing is asked of the service', async () => {
  say('Hello.');
  playback.add({
    guildId: GUILD,
    text: 'a voice message',
    voiceId: undefined,
    userId: ALICE,
    recording: oggOf(50, 60),
  });
  call(0).send(0, 10).end();
  await advance(3_000);
  expect(voiced()).toEqual([...range(0, 10), ...range(50, 60)]);
  expect(told()).toEqual(['item-started 1', 'item-finished 1', 'item-started 2', 'item-finished 2']);
  expect(speech.calls).toHaveLength(1);
});

describe('an empty channel', () => {
  const beforeReport = 980;

  test('holds an item; that is reported after a second, and its start when somebody comes', async () => {
    waitsFor = 'listeners';
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(beforeReport - 20);
    expect(told()).toEqual([]);
    await advance(5_000);
    expect(told()).toEqual(['item-waiting 1']);
    expect(playback.items).toMatchObject([{ state: 'waiting-for-listeners' }]);
    waitsFor = undefined;
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 10));
    expect(told()).toEqual(['item-waiting 1', 'item-started 1', 'item-finished 1']);
    expect(firstSounds, 'the wait was for people').toEqual([]);
  });

  test('is not reported when somebody turns out to be there', async () => {
    waitsFor = 'listeners';
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(beforeReport - 100);
    waitsFor = undefined;
    await advance(1_000);
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('is not taken for a connection that is not ready', async () => {
    connected = false;
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(5_000);
    expect(told()).toEqual([]);
  });

  test('holds an item that had begun, until keys are exchanged with somebody who came back', async () => {
    say('Hello.');
    call(0).send(0, 100).end();
    await advance(200);
    waitsFor = 'listeners';
    await advance(2_000);
    expect(told()).toEqual(['item-started 1', 'item-waiting 1']);
    expect(playback.items).toMatchObject([{ state: 'waiting-for-listeners' }]);
    waitsFor = undefined;
    connected = false;
    await advance(500);
    connected = true;
    await advance(500);
    expect(playback.items).toMatchObject([{ state: 'speaking' }]);
    await advance(5_000);
    expect(voiced()).toEqual(range(0, 100));
    expect(told()).toEqual(['item-started 1', 'item-waiting 1', 'item-started 1', 'item-finished 1']);
  });

  test('is reported for each item that it holds', async () => {
    waitsFor = 'listeners';
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await advance(2_000);
    expect(playback.items.map(({ state }) => state)).toEqual(['waiting-for-listeners', 'waiting']);
    playback.skip();
    expect(playback.items).toMatchObject([{ state: 'preparing' }]);
    await advance(20);
    call(1).send(0, 10).end();
    await advance(2_000);
    expect(told()).toEqual(['item-waiting 1', 'item-dropped 1 skipped', 'item-waiting 2']);
  });
});

describe('a stage whose audience the bot is in', () => {
  test('holds an item; that is reported after 200 ms, and its start when the bot may speak', async () => {
    waitsFor = 'permission';
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(160);
    expect(told()).toEqual([]);
    await advance(200);
    expect(events).toMatchObject([{ type: 'item-waiting', itemId: 1, waitsFor: 'permission' }]);
    expect(playback.items).toMatchObject([{ state: 'waiting-for-permission' }]);
    waitsFor = undefined;
    playback.wake();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 10));
    expect(told()).toEqual(['item-waiting 1', 'item-started 1', 'item-finished 1']);
  });

  test('is reported when the bot may speak, and then nobody is there', async () => {
    waitsFor = 'permission';
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(1_000);
    waitsFor = 'listeners';
    await advance(2_000);
    expect(events.map((event) => 'waitsFor' in event && event.waitsFor)).toEqual(['permission', 'listeners']);
  });
});

describe('one item', () => {
  test('is sent packet by packet, 20 ms apart, and closed by five silence frames', async () => {
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(2_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
    const times = sent.map(({ atMs }) => atMs - (sent[0]?.atMs ?? 0));
    expect(times).toEqual(range(0, 25).map((index) => index * 20));
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('starts when the first page arrives', async () => {
    say('Hello.');
    await advance(333);
    const arrivedAtMs = performance.now();
    call(0).send(0, 10);
    await now();
    expect(sent.at(-1)).toEqual({ packet: 0, atMs: arrivedAtMs });
  });

  test('is requested from the service as speech of its guild, with its voice', () => {
    say('Hello.', ALICE, 'a-voice');
    expect(call(0)).toMatchObject({ text: 'Hello.', voiceId: 'a-voice', tenant: GUILD, priority: 'speech' });
  });

  test('is announced before its first packet, until after its last', async () => {
    say('Hello.');
    expect(speaking).toEqual([true]);
    call(0).send(0, 3).end();
    await advance(1_000);
    expect(speaking).toEqual([true, false]);
  });

  test('that stalls is filled with silence and continues without loss', async () => {
    say('Hello.');
    call(0).send(0, 5);
    await advance(LEAD_MS + 300);
    expect(told()).toEqual(['item-started 1']);
    expect(packets().slice(LEAD.length, LEAD.length + 8)).toEqual([0, 1, 2, 3, 4, 'silence', 'silence', 'silence']);
    call(0).send(5, 20).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 20));
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('that the service restarts is not said twice, and loses nothing', async () => {
    say('Hello.');
    call(0).send(0, 7);
    await advance(LEAD_MS + 60);
    call(0).restart().send(0, 4).send(4, 9).send(9, 20).end();
    await advance(2_000);
    expect(voiced()).toEqual(range(0, 20));
  });

  test('that the service restarts twice is still said once', async () => {
    say('Hello.');
    call(0).send(0, 7).restart().send(0, 3).restart().send(0, 12).end();
    await advance(2_000);
    expect(voiced()).toEqual(range(0, 12));
  });

  test('is held while the connection accepts no packets, and loses nothing', async () => {
    connected = false;
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(5_000);
    expect(told()).toEqual([]);
    connected = true;
    await advance(LEAD_MS + 60);
    connected = false;
    await advance(400);
    connected = true;
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
  });

  test('without any audio fails', async () => {
    say('Hello.');
    call(0).end();
    await now();
    expect(events).toEqual([
      expect.objectContaining({
        type: 'item-failed',
        spokenMs: 0,
        failure: expect.objectContaining({ code: 'VOICE_NO_AUDIO' }) as unknown,
      }),
    ]);
    await advance(100);
    expect(speaking.at(-1)).toBe(false);
  });

  test('that fails before its first sound reports why', async () => {
    say('Hello.');
    call(0).end(new SpeechError('SPEECH_BAD_REQUEST', 'refused', { serviceMessage: 'Reference not found' }));
    await now();
    expect(events).toEqual([
      {
        type: 'item-failed',
        guildId: GUILD,
        itemId: 1,
        spokenMs: 0,
        failure: { code: 'SPEECH_BAD_REQUEST', message: 'Reference not found', retryable: false },
        unservedCharacters: 0,
      },
    ]);
    expect(voiced()).toEqual([]);
  });

  test('that fails in the middle is spoken up to the failure', async () => {
    say('Hello.');
    call(0).send(0, 10).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', spokenMs: 200, failure: { retryable: true } });
  });
});

describe('the time to the first sound', () => {
  test('is measured from the moment when a text is the first of the queue', async () => {
    await advance(1_000);
    say('Hello.');
    say('Goodbye.');
    await advance(500);
    call(0).send(0, 50).end();
    await advance(2_000);
    const [first = 0] = sent.filter(({ packet }) => packet === 0).map(({ atMs }) => atMs);
    call(1).send(100, 110).end();
    await advance(1_000);
    expect(firstSounds).toHaveLength(2);
    expect(firstSounds[0]).toBeCloseTo(first - 1_000, 5);
    expect(firstSounds[1]).toBeLessThan(1_500);
  });

  test('is not measured of a text that was paused', async () => {
    say('Hello.');
    playback.pause();
    await advance(5_000);
    playback.resume();
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
    expect(firstSounds).toEqual([]);
  });
});

describe('the lead-in', () => {
  test('of a thread too busy to send without gaps delays sound by 200 ms of silence, not forever', async () => {
    const busy: Pacer = {
      source(tick) {
        let timer: NodeJS.Timeout | undefined;
        const stop = (): void => clearInterval(timer);
        const start = (): void => {
          stop();
          // 60 ms of packets in each burst, like the real one.
          timer = setInterval(() => tick() && tick() && tick(), 80);
        };
        return { start, stop, startIn: start };
      },
      close: () => {},
    };
    playback.close();
    playback = openPlayback(afterFastTexts(), { pacer: busy });
    say('Hello.');
    call(0).send(0, 30).end();
    await advance(2_000);
    expect(packets().slice(0, LEAD.length + 30)).toEqual([...LEAD, ...range(0, 30)]);
  });

  /** Silence frames that led directly up to a packet, 20 ms apart. */
  function ledUpTo(packet: number): number {
    const at = sent.findIndex((entry) => entry.packet === packet);
    let frames = 0;
    for (let index = at - 1; sent[index]?.packet === 'silence'; index -= 1) {
      if ((sent[index + 1]?.atMs ?? 0) - (sent[index]?.atMs ?? 0) > 20) break;
      frames += 1;
    }
    return frames;
  }
  const atMs = (packet: number): number => sent.find((entry) => entry.packet === packet)?.atMs ?? Number.NaN;

  test('begins again after a pause in the middle of it', async () => {
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(130);
    playback.pause();
    await advance(2_000);
    playback.resume();
    await advance(1_000);
    expect(ledUpTo(0)).toBe(LEAD.length);
  });

  test('is announced when the queue was paused and resumed in the breath after a text', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 10 * 20);
    call(1).send(10, 20).end();
    await advance(SILENCE.length * 20 + 20);
    playback.pause();
    await advance(20);
    playback.resume();
    const before = sent.length;
    await advance(20);
    expect(sent.length).toBeGreaterThan(before);
    expect(speaking).toEqual([true, false, true]);
  });

  test('leaves every 20 ms from the acceptance of a text, announced, before the service has answered', async () => {
    const acceptedAtMs = performance.now();
    say('Hello.');
    await advance(310);
    expect(sent).toEqual(range(0, 16).map((index) => ({ packet: 'silence', atMs: acceptedAtMs + index * 20 })));
    expect(speaking).toEqual([true]);
    expect(told()).toEqual([]);
  });

  test('takes no time when the service needs longer than 200 ms', async () => {
    say('Hello.');
    await advance(207);
    const arrivedAtMs = performance.now();
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs);
    expect(sent.findIndex(({ packet }) => packet === 0)).toBe(11);
    expect(packets().slice(11)).toEqual([...range(0, 10), ...SILENCE]);
  });

  test('is made up to 200 ms when the service is faster', async () => {
    const acceptedAtMs = performance.now();
    say('Hello.');
    await advance(130);
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(acceptedAtMs + LEAD_MS);
    expect(ledUpTo(0)).toBe(LEAD.length);
  });

  test('ends after 600 ms without sound, and starts again when sound comes', async () => {
    say('Hello.');
    await advance(10_000);
    expect(packets()).toEqual(Array.from({ length: 30 }, () => 'silence'));
    expect(vi.getTimerCount()).toBe(0);
    const arrivedAtMs = performance.now();
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs + LEAD_MS);
    expect(ledUpTo(0)).toBe(LEAD.length);
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('continues beyond 600 ms while sound has arrived that is held back', async () => {
    say('Hello.');
    await advance(590);
    call(0).send(0, 1);
    await advance(400);
    expect(voiced()).toEqual([]);
    const arrivedAtMs = performance.now();
    call(0).send(1, 10).end();
    await advance(1_000);
    expect(atMs(0)).toBe(arrivedAtMs);
    expect(ledUpTo(0)).toBeGreaterThan(45);
  });

  test('counts only frames that left, without a gap', async () => {
    connected = false;
    say('Hello.');
    call(0).send(0, 10).end();
    await advance(500);
    connected = true;
    await advance(100);
    connected = false;
    await advance(20);
    connected = true;
    await advance(1_000);
    expect(packets()).toEqual([...Array.from({ length: 5 }, () => 'silence'), ...LEAD, ...range(0, 10), ...SILENCE]);
  });

  test('starts when the connection becomes ready, however long that takes', async () => {
    connected = false;
    say('Hello.');
    await advance(3_000);
    connected = true;
    playback.wake();
    await advance(333);
    expect(sent).toHaveLength(17);
    const arrivedAtMs = performance.now();
    call(0).send(0, 10).end();
    await now();
    expect(atMs(0)).toBe(arrivedAtMs);
  });

  test('is repeated in mid-utterance after half a second without a packet, and not after less', async () => {
    say('Hello.');
    call(0).send(0, 30).end();
    await advance(LEAD_MS + 70);
    for (const heldMs of [300, 600]) {
      connected = false;
      await advance(heldMs);
      connected = true;
      await advance(LEAD_MS + 80);
    }
    await advance(2_000);
    const second = packets().indexOf('silence', LEAD.length);
    expect(packets().slice(0, second)).toEqual([...LEAD, ...range(0, second - LEAD.length)]);
    const rest = range(second - LEAD.length, 30);
    expect(packets().slice(second)).toEqual([...LEAD, ...rest, ...SILENCE]);
    expect(rest.length).toBeGreaterThan(5);
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('ends with a stop: five frames in all, then the speaking flag is off', async () => {
    say('Hello.');
    await advance(30);
    playback.stop();
    await advance(1_000);
    expect(packets()).toEqual(SILENCE);
    expect(speaking).toEqual([true, false]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([30, 2_000])('ends with a pause after %i ms, and begins when it is resumed', async (ms) => {
    say('Hello.');
    await advance(ms);
    playback.pause();
    await advance(1_000);
    expect(speaking).toEqual([true, false]);
    const before = sent.length;
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(sent).toHaveLength(before);
    playback.resume();
    await advance(1_000);
    expect(speaking).toEqual([true, false, true, false]);
    expect(packets().slice(before)).toEqual([...LEAD, ...range(0, 10), ...SILENCE]);
  });

  test('ends when the text fails, without a word, and the next text continues it', async () => {
    say('One.');
    say('Two.');
    await advance(150);
    call(0).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(310);
    expect(events[0]).toMatchObject({ type: 'item-failed', itemId: 1, spokenMs: 0 });
    call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(speaking).toEqual([true, false]);
    expect(voiced()).toEqual([]);
    expect(told()).toEqual(['item-failed 1', 'item-failed 2']);
    const steps = sent.slice(1).map(({ atMs: at }, index) => at - (sent[index]?.atMs ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(20);
  });

  test('of the next text is the breath after the one before, without a gap or a new announcement', async () => {
    say('One.');
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 250);
    say('Two.');
    call(1).send(10, 20).end();
    await advance(1_000);
    expect(ledUpTo(10)).toBe(SILENCE.length + BREATH.length);
    expect(atMs(10) - atMs(9)).toBe(260);
    expect(speaking).toEqual([true, false]);
  });

  test('ends with a pause between two texts, and goes ahead of the second one when it is resumed', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 350);
    call(1).send(10, 20).end();
    playback.pause();
    const before = sent.length;
    await advance(1_000);
    expect(sent).toHaveLength(before);
    expect(speaking).toEqual([true, false]);
    playback.resume();
    await advance(1_000);
    expect(packets().slice(before)).toEqual([...LEAD, ...range(10, 20), ...SILENCE]);
  });

  test('does not hurry sound into the silence after the text before', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 307);
    call(1).send(10, 20).end();
    await advance(1_000);
    expect(atMs(10) - atMs(9)).toBe(260);
    const steps = sent.slice(1).map(({ atMs: at }, index) => at - (sent[index]?.atMs ?? 0));
    expect(new Set(steps)).toEqual(new Set([20]));
  });

  test('keeps its beat when sound arrives that is not next', async () => {
    say(LONG_TEXT);
    call(0).send(0, 10);
    await advance(LEAD_MS + 300);
    playback.pause();
    await advance(1_000);
    const before = sent.length;
    playback.resume();
    await advance(307);
    call(1).send(20, 30).end();
    await advance(107);
    call(0).send(10, 20).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 30));
    const steps = sent.slice(before + 1).map(({ atMs: at }, index) => at - (sent[before + index]?.atMs ?? 0));
    // Only the first packet with sound comes between two ticks; the next one is on the grid of 5 ms again.
    expect(steps.filter((stepMs) => stepMs !== 20)).toEqual([14, 16]);
  });

  test('of a text that comes after the speaking flag went off is a whole one', async () => {
    say('One.');
    call(0).send(0, 10).end();
    // One tick after the fifth closing frame.
    await advance(LEAD_MS + 310);
    expect(speaking).toEqual([true, false]);
    say('Two.');
    call(1).send(10, 20).end();
    await advance(1_000);
    expect(ledUpTo(10)).toBe(LEAD.length);
    expect(speaking).toEqual([true, false, true, false]);
  });

  test('goes ahead of a restored queue', async () => {
    const item = { itemId: 1, userId: ALICE, text: 'One.', voiceId: undefined, firstPiece: 0 };
    playback.restore({ items: [item], lastItemId: 1, paused: false });
    await advance(310);
    expect(packets()).toEqual(Array.from({ length: 16 }, () => 'silence'));
    expect(speaking).toEqual([true]);
  });
});

describe('audio that does not end', () => {
  /** 60 s, and 2 s for each of the 6 characters, of 20 ms packets. */
  const MOST_PACKETS = (72 * 1_000) / 20;
  const failed = { type: 'item-failed', itemId: 1, failure: { code: 'VOICE_TOO_MUCH_AUDIO' } };

  test('ends the item at the bound of its text, gives its permit back, and the queue goes on', async () => {
    say('Hello.');
    say('Next.');
    call(0).send(0, MOST_PACKETS + 500);
    await advance(80_000);
    expect(events.find(({ type }) => type === 'item-failed')).toMatchObject({ ...failed, spokenMs: 72_000 });
    expect(voiced()).toEqual(range(0, MOST_PACKETS));
    expect(call(0).isReturned).toBe(true);
    call(1).send(0, 10).end();
    await advance(1_000);
    expect(told().slice(1)).toEqual(['item-failed 1', 'item-started 2', 'item-finished 2']);
  });

  test('may be exactly as long as the bound', async () => {
    say('Hello.');
    call(0).send(0, MOST_PACKETS).end();
    await advance(80_000);
    expect(told()).toEqual(['item-started 1', 'item-finished 1']);
  });

  test('is bounded for the text in all when the service restarts it, and nothing is said twice', async () => {
    say('Hello.');
    call(0).send(0, 100);
    await advance(3_000);
    call(0)
      .restart()
      .send(0, MOST_PACKETS + 500);
    await advance(80_000);
    expect(voiced()).toEqual(range(0, MOST_PACKETS));
    expect(events.at(-1)).toMatchObject(failed);
  });

  test('is bounded in bytes when it has no sound', async () => {
    say('Hello.');
    // The head of an mp3 whose first 256 MiB are tags.
    call(0).sendBytes(Buffer.from('4944330400007f7f7f7f', 'hex'));
    for (let megabytes = 0; megabytes < 15; megabytes += 1) call(0).sendBytes(new Uint8Array(1_000_000));
    await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ ...failed, spokenMs: 0 }));
    expect(call(0).isReturned).toBe(true);
  });
});

/** The characters of items that the service was never asked to speak, by the item's id. */
function unserved(): [itemId: number, characters: number | undefined][] {
  return events.flatMap((event) => ('unservedCharacters' in event ? [[event.itemId, event.unservedCharacters]] : []));
}

describe('what was never synthesized', () => {
  const refused = () => new SpeechError('SPEECH_OUT_OF_CREDITS', 'refused', { status: 402 });

  test('is told with an item that is dropped while it waits', async () => {
    say('First.');
    say('Second.');
    playback.stop();
    expect(unserved()).toEqual([
      [1, 0],
      [2, 'Second.'.length],
    ]);
  });

  test('is told with an item that is dropped while it is spoken', async () => {
    say(LONG_TEXT.repeat(3));
    call(0).send(0, 10);
    await led();
    const asked = speech.calls.reduce((sum, { text }) => sum + text.length, 0);
    playback.skip();
    const [[, characters = 0] = []] = unserved();
    expect(asked).toBeGreaterThan(0);
    expect(characters).toBeGreaterThan(LONG_TEXT.length);
    expect(characters + asked).toBeLessThanOrEqual(LONG_TEXT.length * 3);
  });

  test('is the whole text when the service refuses it, or is not reached', async () => {
    say('Hello.');
    call(0).end(refused());
    await now();
    say('Hello.');
    call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone', { unsent: true }));
    await now();
    expect(unserved().map(([, characters]) => characters)).toEqual([6, 6]);
  });

  test('is nothing when the service failed after its first sound', async () => {
    say('Hello.');
    call(0).send(0, 10).end(refused());
    await advance(1_000);
    expect(unserved().map(([, characters]) => characters)).toEqual([0]);
  });
});

describe('a text of several pieces', () => {
  test('is spoken without a gap between them', async () => {
    say(LONG_TEXT);
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 100);
    call(1).send(10, 20).end();
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 20), ...SILENCE]);
    expect(told()).toEqual(['item-started 1', 'piece-started 1', 'item-finished 1']);
  });

  test('has only its next piece synthesized while the first one plays', async () => {
    say(`${LONG_TEXT} ${LONG_TEXT} ${LONG_TEXT} ${LONG_TEXT}`);
    expect(speech.calls).toHaveLength(1);
    call(0).send(0, 50);
    await advance(500);
    expect(speech.calls).toHaveLength(2);
    call(1).send(50, 100).end();
    await advance(200);
    expect(speech.calls).toHaveLength(2);
  });

  test('is sent to the service completely', async () => {
    say(LONG_TEXT);
    call(0).send(0, 2);
    await led();
    expect(speech.calls.map(({ text }) => text).join(' ')).toBe(LONG_TEXT);
  });

  test('fills the wait for a late piece with silence', async () => {
    say(LONG_TEXT);
    call(0).send(0, 5).end();
    await advance(LEAD_MS + 300);
    call(1).send(5, 10).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 10));
    const first = sent.find(({ packet }) => packet === 0)?.atMs ?? 0;
    expect(sent.slice(LEAD.length).map(({ atMs }) => atMs - first)).toEqual(
      range(0, sent.length - LEAD.length).map((index) => index * 20),
    );
  });

  test('whose later piece fails reports how much was heard', async () => {
    say(LONG_TEXT);
    call(0).send(0, 10).end();
    await led();
    call(1).end(new SpeechError('SPEECH_OUT_OF_CREDITS', 'no credit'));
    await advance(1_000);
    expect(events.at(-1)).toMatchObject({ type: 'item-failed', spokenMs: 200 });
    expect(voiced()).toEqual(range(0, 10));
  });

  test('whose first piece fails has no other piece synthesized', async () => {
    say(LONG_TEXT);
    call(0).send(0, 10).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(1_000);
    expect(call(1).signal.aborted).toBe(true);
    expect(told()).toEqual(['item-started 1', 'item-failed 1']);
  });
});

describe('several items', () => {
  test('are spoken in order, with 240 ms between them', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await led();
    call(1).send(10, 20).end();
    await advance(2_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 10), ...SILENCE, ...BREATH, ...range(10, 20), ...SILENCE]);
    const at = (packet: number): number => sent.find((entry) => entry.packet === packet)?.atMs ?? 0;
    expect(at(10) - at(9)).toBe(260);
    expect(told()).toEqual(['item-started 1', 'item-finished 1', 'item-started 2', 'item-finished 2']);
  });

  test('are synthesized ahead while the one before plays, one at a time', async () => {
    say('One.');
    say('Two.');
    say('Three.');
    expect(speech.calls).toHaveLength(1);
    call(0).send(0, 50);
    await led();
    expect(speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  test('an item added while another one plays is synthesized ahead too', async () => {
    say('One.');
    call(0).send(0, 50);
    await led();
    say('Two.');
    expect(speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.']);
  });

  test('continue after one that failed', async () => {
    say('One.');
    say('Two.');
    call(0).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await now();
    call(1).send(0, 5).end();
    await advance(1_000);
    expect(told()).toEqual(['item-failed 1', 'item-started 2', 'item-finished 2']);
    expect(voiced()).toEqual(range(0, 5));
  });

  test('one whose synthesis ahead failed reports it when it is next', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 10).end();
    await led();
    call(1).end(new SpeechError('SPEECH_CONNECTION', 'gone'));
    await advance(40);
    expect(told()).toEqual(['item-started 1']);
    await advance(1_000);
    expect(told()).toEqual(['item-started 1', 'item-finished 1', 'item-failed 2']);
  });

  test('are listed with their states', async () => {
    say('One.');
    say('Two.', BOB);
    expect(playback.items.map(({ state }) => state)).toEqual(['preparing', 'waiting']);
    call(0).send(0, 50);
    await led();
    expect(playback.items).toEqual([
      { itemId: 1, userId: ALICE, text: 'One.', voiceId: undefined, state: 'speaking' },
      { itemId: 2, userId: BOB, text: 'Two.', voiceId: undefined, state: 'waiting' },
    ]);
    playback.pause();
    expect(playback.items.map(({ state }) => state)).toEqual(['paused', 'waiting']);
  });

  test('beyond the limit are rejected and leave the queue as it was', () => {
    for (let index = 0; index < 50; index += 1) say('x');
    expect(say('x')).toEqual({ kind: 'full', limit: 'items', max: 50 });
    expect(playback.items).toHaveLength(50);
  });
});

describe('pausing', () => {
  test('closes the sound, sends nothing, and continues with the next packet', async () => {
    say('Hello.');
    call(0).send(0, 20).end();
    await advance(LEAD_MS + 100);
    expect(playback.pause()).toBe(true);
    await advance(5_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 6), ...SILENCE]);
    expect(speaking.at(-1)).toBe(false);
    expect(playback.resume()).toBe(true);
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 6), ...SILENCE, ...LEAD, ...range(6, 20), ...SILENCE]);
  });

  test('and resuming immediately loses and repeats nothing', async () => {
    say('Hello.');
    call(0).send(0, 20).end();
    await advance(LEAD_MS + 100);
    playback.pause();
    await advance(30);
    playback.resume();
    await advance(2_000);
    expect(voiced()).toEqual(range(0, 20));
  });

  test('twice, or resuming what is not paused, changes nothing', () => {
    expect(playback.resume()).toBe(false);
    expect(playback.pause()).toBe(true);
    expect(playback.pause()).toBe(false);
  });

  test('keeps items that are added meanwhile in the queue', async () => {
    playback.pause();
    say('Hello.');
    call(0).send(0, 5).end();
    await advance(1_000);
    expect(packets()).toEqual([]);
    expect(speaking).not.toContain(true);
    playback.resume();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 5));
  });
});

describe('dropping', () => {
  test('skipping cancels the synthesis, closes the sound and begins the next item', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    call(1).send(50, 55).end();
    expect(playback.skip()).toMatchObject({ itemId: 1, state: 'speaking' });
    expect(call(0).signal.aborted).toBe(true);
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 6), ...SILENCE, ...BREATH, ...range(50, 55), ...SILENCE]);
    expect(told()).toEqual(['item-started 1', 'item-dropped 1 skipped', 'item-started 2', 'item-finished 2']);
  });

  test('skipping an item before its first sound begins the next one immediately', async () => {
    say('One.');
    say('Two.');
    playback.skip();
    expect(call(0).signal.aborted).toBe(true);
    call(1).send(0, 5).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 5));
  });

  test('skipping in an empty queue returns nothing', () => {
    expect(playback.skip()).toBeUndefined();
  });

  test('skipping while paused stays paused', async () => {
    say('One.');
    say('Two.');
    call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    playback.pause();
    playback.skip();
    await now();
    call(1).send(50, 55).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 6));
    expect(playback.items.map(({ state }) => state)).toEqual(['paused']);
    playback.resume();
    await advance(1_000);
    expect(voiced()).toEqual([...range(0, 6), ...range(50, 55)]);
  });

  test('stopping drops all items, in order, and requests nothing more from the service', async () => {
    say('One.');
    say('Two.');
    say('Three.');
    call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    expect(playback.stop()).toEqual({ interrupted: true, removed: 2 });
    await advance(1_000);
    expect(told()).toEqual([
      'item-started 1',
      'item-dropped 1 stopped',
      'item-dropped 2 removed',
      'item-dropped 3 removed',
    ]);
    expect(packets()).toEqual([...LEAD, ...range(0, 6), ...SILENCE]);
    expect(speech.calls).toHaveLength(2);
    expect(speech.calls.every(({ signal }) => signal.aborted)).toBe(true);
  });

  test('stopping before the first sound removes all items, and interrupts none', async () => {
    expect(playback.stop()).toEqual({ interrupted: false, removed: 0 });
    say('One.');
    say('Two.');
    expect(playback.stop()).toEqual({ interrupted: false, removed: 2 });
    expect(told()).toEqual(['item-dropped 1 removed', 'item-dropped 2 removed']);
  });

  test('stopping while paused interrupts the item that had begun', async () => {
    say('One.');
    call(0).send(0, 50);
    await led();
    playback.pause();
    expect(playback.stop()).toEqual({ interrupted: true, removed: 0 });
    expect(told()).toEqual(['item-started 1', 'item-dropped 1 stopped']);
  });

  test('an item can be removed by its requester, or by anyone with the right', async () => {
    say('One.');
    say('Two.', BOB);
    say('Three.');
    expect(playback.remove(2, ALICE, false)).toBe('not-yours');
    expect(playback.remove(9, ALICE, true)).toBe('not-found');
    expect(playback.remove(2, BOB, false)).toBe('removed');
    expect(playback.items.map(({ itemId }) => itemId)).toEqual([1, 3]);
    expect(playback.remove(3, BOB, true)).toBe('removed');
    expect(told()).toEqual(['item-dropped 2 removed', 'item-dropped 3 removed']);
  });

  test('removing what is synthesized ahead cancels it and synthesizes the one after it', async () => {
    say('One.');
    say('Two.');
    say('Three.');
    call(0).send(0, 10).end();
    await led();
    playback.remove(2, ALICE, false);
    expect(call(1).signal.aborted).toBe(true);
    await now();
    await advance(40);
    expect(speech.calls.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.']);
  });

  test('removing what is being spoken continues like a skip', async () => {
    say('One.');
    call(0).send(0, 50);
    await advance(LEAD_MS + 100);
    expect(playback.remove(1, ALICE, false)).toBe('removed');
    await advance(1_000);
    expect(packets()).toEqual([...LEAD, ...range(0, 6), ...SILENCE]);
  });

  test('closing is silent immediately and leaves no timer', async () => {
    say('One.');
    call(0).send(0, 50);
    await led();
    playback.close();
    const before = packets().length;
    await advance(1_000);
    expect(packets()).toHaveLength(before);
    expect(told()).toEqual(['item-started 1', 'item-dropped 1 session-ended']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a restored queue', () => {
  const item = (itemId: number, text: string, firstPiece = 0) => ({
    ...{ itemId, userId: ALICE, text, voiceId: undefined },
    firstPiece,
  });

  test('continues at the piece that broke off, and keeps its ids', async () => {
    playback.restore({ items: [item(4, LONG_TEXT, 1), item(5, 'Next.')], lastItemId: 9, paused: false });
    expect(call(0).text).toMatch(/^The first sentence goes on for a while. And then/);
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 200);
    call(1).send(10, 20).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 20));
    expect(told()).toEqual(['item-started 4', 'item-finished 4', 'item-started 5', 'item-finished 5']);
    expect(say('Another.')).toEqual({ kind: 'queued', itemId: 10, position: 0 });
  });

  test('continues behind the packets of its piece that were heard, on a restart of the service too', async () => {
    playback.restore({ items: [{ ...item(4, 'One.'), heardPackets: 6 }], lastItemId: 4, paused: false });
    call(0).send(0, 10);
    await advance(LEAD_MS + 200);
    call(0).restart().send(0, 20).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(6, 20));
    expect(told()).toEqual(['item-started 4', 'item-finished 4']);
  });

  test('is over without a failure where everything was heard before', async () => {
    playback.restore({ items: [{ ...item(4, 'One.'), heardPackets: 10 }], lastItemId: 4, paused: false });
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(voiced()).toEqual([]);
    expect(told()).toEqual(['item-finished 4']);
  });

  test('does not give back what was heard before', () => {
    playback.restore({
      items: [item(1, 'One.'), { ...item(2, 'Two.'), heardPackets: 6 }],
      lastItemId: 2,
      paused: false,
    });
    playback.close();
    expect(unserved()).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  test('also continues there when it comes as a new text, within the pieces that there are', async () => {
    playback.add({
      guildId: GUILD,
      userId: ALICE,
      text: LONG_TEXT,
      voiceId: undefined,
      resume: { piece: 7, packets: 3 },
    });
    expect(call(0).text).toMatch(/^The first sentence goes on for a while. And then/);
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(voiced()).toEqual(range(3, 10));
  });

  test('stays paused until it is resumed', async () => {
    playback.restore({ items: [item(1, 'One.')], lastItemId: 1, paused: true });
    call(0).send(0, 10).end();
    await advance(1_000);
    expect(voiced()).toEqual([]);
    expect(playback.resume()).toBe(true);
    await advance(1_000);
    expect(voiced()).toEqual(range(0, 10));
  });
});

describe('how far a text was heard', () => {
  test('is reported once a second, and when it is paused', async () => {
    say('One.');
    call(0).send(0, 200).end();
    await advance(LEAD_MS + 2_500);
    playback.pause();
    const at = (packets: number) => ({ type: 'piece-progress', guildId: GUILD, itemId: 1, piece: 0, packets });
    expect(progress.slice(0, 2)).toEqual([at(50), at(100)]);
    expect(progress.slice(2)).toEqual([at(voiced().length)]);
    expect(playback.records).toEqual([expect.objectContaining({ firstPiece: 0, heardPackets: voiced().length })]);
  });
});

describe('a halt', () => {
  const record = (firstPiece: number, heardPackets: number) => expect.objectContaining({ firstPiece, heardPackets });

  test('lets the piece under way end, and nothing follows', async () => {
    say(LONG_TEXT);
    say('Next.');
    call(0).send(0, 60).end();
    await advance(LEAD_MS + 200);
    call(1).send(60, 90).end();
    const halted = vi.fn();
    void playback.halt(5_000).then(halted);
    expect(halted).not.toHaveBeenCalled();
    await advance(10_000);
    expect(halted).toHaveBeenCalled();
    expect(voiced()).toEqual(range(0, 60));
    expect(packets().slice(-SILENCE.length)).toEqual(SILENCE);
    expect(playback.records).toEqual([record(1, 0), expect.objectContaining({ itemId: 2, firstPiece: 0 })]);
    expect(progress.at(-1)).toMatchObject({ itemId: 1, piece: 1, packets: 0 });
    expect(told()).toEqual(['item-started 1', 'piece-started 1']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends in the middle of a piece that takes longer, and says where', async () => {
    say('One.');
    call(0).send(0, 200).end();
    await advance(LEAD_MS + 200);
    const halting = playback.halt(1_000);
    await advance(1_000);
    await halting;
    const heard = voiced().length;
    expect(heard).toBeLessThan(70);
    await advance(5_000);
    expect(voiced()).toHaveLength(heard);
    expect(packets().slice(-SILENCE.length)).toEqual(SILENCE);
    expect(playback.records).toEqual([record(0, heard)]);
    expect(progress.at(-1)).toMatchObject({ piece: 0, packets: heard });
  });

  test.each(['before the first sound', 'in a pause'])('comes at once %s, and texts still queue', async (when) => {
    say('One.');
    call(0).send(0, 10);
    if (when === 'in a pause') {
      await advance(LEAD_MS + 20);
      playback.pause();
    }
    const heard = voiced().length;
    await playback.halt(60_000);
    expect(say('Two.')).toMatchObject({ kind: 'queued' });
    call(0).send(10, 20).end();
    playback.resume();
    await advance(5_000);
    expect(voiced()).toHaveLength(heard);
    expect(speech.calls).toHaveLength(1);
    expect(playback.records.map(({ itemId }) => itemId)).toEqual([1, 2]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('speed, volume and expression mark', () => {
  const sound = { voiceId: 'a-voice', speed: 1.5, volumeDb: -3, mark: '[sad]' };

  test('go with every piece of a text, and with no other text', async () => {
    playback.add({ guildId: GUILD, userId: ALICE, text: LONG_TEXT, ...sound });
    say('Next.');
    call(0).send(0, 10).end();
    await advance(LEAD_MS + 200);
    call(1).send(10, 20).end();
    await advance(1_000);
    for (const piece of [0, 1]) {
      expect(call(piece)).toMatchObject({ voiceId: 'a-voice', speed: 1.5, volumeDb: -3 });
      expect(call(piece).text).toMatch(/^\[sad\] /);
    }
    expect(call(2)).toMatchObject({ text: 'Next.', voiceId: undefined, speed: undefined, volumeDb: undefined });
  });

  test('are shown with the item, whose text is as it was, and survive a restart', async () => {
    playback.add({ guildId: GUILD, userId: ALICE, text: 'One.', ...sound });
    expect(playback.items).toMatchObject([{ text: 'One.', ...sound }]);
    playback.close();
    playback.restore({
      items: [{ itemId: 1, userId: ALICE, text: 'One.', ...sound, firstPiece: 0 }],
      ...{ lastItemId: 1, paused: false },
    });
    expect(call(1)).toMatchObject({ text: '[sad] One.', speed: 1.5, volumeDb: -3 });
  });

  test('are counted: what was never synthesized has its marks', async () => {
    say('First.');
    playback.add({ guildId: GUILD, userId: ALICE, text: 'One. Two.', ...sound });
    playback.stop();
    expect(unserved()).toContainEqual([2, '[sad] One. [sad] Two.'.length]);
  });
});

describe('a service that pauses after its first chunk', () => {
  const CHUNK_PACKETS = 6;
  const PAUSE_MS = 350;
  let logged: Record<string, unknown>[];

  beforeEach(() => {
    logged = [];
    playback.close();
    const log = createLogger('info', [], { write: (line) => logged.push(JSON.parse(line) as Record<string, unknown>) });
    playback = openPlayback(createStartDelay(), { log });
  });

  /** Speaks one text of 40 packets like the service; gives the time from its first packets to its first sound. */
  async function speakPaced(index: number): Promise<number> {
    const before = sent.length;
    say('Hello.');
    await advance(300);
    const arrivedAtMs = performance.now();
    call(index).send(0, CHUNK_PACKETS);
    await advance(PAUSE_MS);
    call(index).send(CHUNK_PACKETS, 40).end();
    await advance(2_000);
    const heard = sent.slice(before);
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
    say('Hello.');
    call(0).send(0, CHUNK_PACKETS);
    await advance(599);
    expect(voiced()).toEqual([]);
    await advance(1);
    expect(voiced()).toEqual([0]);
    const leadFrames = packets().indexOf(0);
    await advance(1_000);
    call(0).send(CHUNK_PACKETS, 40).end();
    await advance(2_000);
    expect(voiced()).toEqual(range(0, 40));
    const silentMs =
      packets()
        .slice(leadFrames, -SILENCE.length)
        .filter((packet) => packet === 'silence').length * 20;
    expect(logged).toEqual([
      expect.objectContaining({ msg: 'speech had holes', guildId: GUILD, itemId: 1, holes: 1, holeMs: silentMs }),
    ]);
    expect(traffic.figures.total).toEqual({ ...NO_TRAFFIC, packetsSent: sent.length, holes: 1, holeMs: silentMs });
  });

  test('is not learned from a text that the service restarted after a failure', async () => {
    await speakPaced(0);
    say('Hello.');
    call(1).send(0, CHUNK_PACKETS);
    await advance(3_000);
    call(1).restart().send(0, 40).end();
    await advance(2_000);
    sent = [];
    const delayMs = await speakPaced(2);
    expect(delayMs).toBeLessThanOrEqual(270);
  });

  test('has the next piece requested with the first packets, not only with the first sound', async () => {
    say(LONG_TEXT);
    call(0).send(0, CHUNK_PACKETS);
    await now();
    expect(voiced()).toEqual([]);
    expect(speech.calls).toHaveLength(2);
  });

  test('sends no sound, and only the rest of a lead-in, after a skip before the first sound', async () => {
    say('Hello.');
    call(0).send(0, CHUNK_PACKETS);
    await advance(100);
    const before = packets().length;
    playback.skip();
    await advance(2_000);
    expect(voiced()).toEqual([]);
    expect(packets().length - before).toBeLessThanOrEqual(SILENCE.length);
  });

  test('has no timer left after the playback is closed', async () => {
    say('Hello.');
    call(0).send(0, CHUNK_PACKETS);
    await advance(100);
    playback.close();
    // The tick that was due finds nothing to do.
    await advance(20);
    expect(vi.getTimerCount()).toBe(0);
  });
});
