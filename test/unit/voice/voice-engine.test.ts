import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../src/log/log.ts';
import { RequestScope } from '../../../src/telemetry/request-scope.ts';
import type { SessionRecord } from '../../../src/voice/session-record.ts';
import type { VoiceEngine, VoiceEvent } from '../../../src/voice/voice-api.ts';
import { createVoiceEngine, type LocalVoiceEngine } from '../../../src/voice/voice-engine.ts';
import { FakeLink } from './fake-link.ts';
import { createFakeSpeech, numberOf, range } from './fake-speech.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const LOUNGE = '200000000000000001';
const STUDIO = '200000000000000002';
const ALICE = '300000000000000001';

let engine: LocalVoiceEngine;
let speech: ReturnType<typeof createFakeSpeech>;
let events: VoiceEvent[];
let links: FakeLink[];
/** The requests that links were opened for. */
let linkRequests: unknown[];
const scope = new RequestScope();
/** Channels requested at the gateway; null is a leave. */
let requests: (string | null)[];
let gatewayAnswers: boolean;
/** True while requests wait for their turn at the gateway: the newest of each guild is in `waiting`. */
let isHeld: boolean;
let waiting: Map<string, Extract<VoiceEvent, { type: 'gateway-send' }>>;

beforeEach(() => {
  said = 0;
  vi.useFakeTimers();
  speech = createFakeSpeech();
  events = [];
  links = [];
  linkRequests = [];
  requests = [];
  gatewayAnswers = true;
  isHeld = false;
  waiting = new Map();
  engine = createVoiceEngine({
    speech,
    scope,
    log: createLogger('silent'),
    limits: { maxItems: 2 },
    onEvent: (event) => {
      if (event.type === 'gateway-send') {
        waiting.set(event.guildId, event);
        if (!isHeld) sendWaiting();
      }
      if (event.type !== 'gateway-send') events.push(event);
    },
    openLink: (hooks) => {
      const link = new FakeLink(hooks, () => true);
      links.push(link);
      linkRequests.push(scope.current);
      return link;
    },
  });
});

afterEach(async () => {
  isHeld = false;
  await settle(engine.close());
  vi.useRealTimers();
});

/** The turn of everything that waits has come. */
function sendWaiting(): void {
  for (const [guildId, { requestId, payload }] of [...waiting]) {
    waiting.delete(guildId);
    const d = { guild_id: guildId, request_id: requestId, outcome: { kind: 'sent' } } as const;
    engine.dispatch({ t: 'GATEWAY_REQUEST', d });
    engine.dispatch({ t: 'GATEWAY_HEARD', d: { guild_id: guildId, request_id: requestId } });
    answer(guildId, payload);
  }
}

function answer(guildId: string, { d }: { readonly d: { readonly channel_id: string | null } }): void {
  requests.push(d.channel_id);
  if (!gatewayAnswers) return;
  setTimeout(() => {
    engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: guildId, channel_id: d.channel_id } });
    if (d.channel_id === null) return;
    engine.dispatch({ t: 'VOICE_SERVER_UPDATE', d: { guild_id: guildId, endpoint: 'localhost:1' } });
  }, 50);
}

async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(60_000);
  return await promise;
}

/** How many texts were spoken: their ids. */
let said: number;

function say(guildId = GUILD): ReturnType<VoiceEngine['speak']> {
  said += 1;
  return engine.speak({ guildId, textId: String(said), text: 'Hello.', voiceId: undefined, userId: ALICE });
}

test('without a session every request is answered with no-session', async () => {
  const none = { kind: 'no-session' };
  expect(await say()).toEqual(none);
  expect(await engine.skip(GUILD)).toEqual(none);
  expect(await engine.stop(GUILD)).toEqual(none);
  expect(await engine.pause(GUILD)).toEqual(none);
  expect(await engine.resume(GUILD)).toEqual(none);
  expect(await engine.remove(GUILD, '1', ALICE, true)).toEqual(none);
  expect(await engine.session(GUILD)).toBeUndefined();
  expect(await engine.leave(GUILD)).toBe(false);
});

test('a connection, which outlasts the request that it was opened for, belongs to none', async () => {
  await settle(scope.run({ requestId: '1' }, () => engine.join({ guildId: GUILD, channelId: LOUNGE })));
  expect(linkRequests).toEqual([undefined]);
});

test('a session answers requests with their outcomes', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  expect(await engine.skip(GUILD)).toEqual({ kind: 'nothing' });
  expect(await say()).toEqual({ kind: 'queued', position: 0 });
  expect(await say()).toEqual({ kind: 'queued', position: 1 });
  expect(await say()).toEqual({ kind: 'full', limit: 'items', max: 2 });
  expect(await engine.pause(GUILD)).toEqual({ kind: 'paused' });
  expect(await engine.pause(GUILD)).toEqual({ kind: 'already-paused' });
  expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE, paused: true, items: [{}, {}] });
  expect(await engine.resume(GUILD)).toEqual({ kind: 'resumed' });
  expect(await engine.resume(GUILD)).toEqual({ kind: 'not-paused' });
  expect(await engine.remove(GUILD, '2', ALICE, false)).toEqual({ kind: 'removed' });
  expect(await engine.skip(GUILD)).toMatchObject({ kind: 'skipped', item: { textId: '1' } });
  expect(await engine.stop(GUILD)).toEqual({ kind: 'stopped', interrupted: false, removed: 0 });
});

test('the figures count sessions and their texts', async () => {
  expect(engine.figures()).toEqual({ sessions: 0, items: 0 });
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await settle(engine.join({ guildId: OTHER_GUILD, channelId: STUDIO }));
  await say();
  await say();
  await say(OTHER_GUILD);
  expect(engine.figures()).toEqual({ sessions: 2, items: 3 });
  await engine.stop(GUILD);
  await settle(engine.leave(OTHER_GUILD));
  expect(engine.figures()).toEqual({ sessions: 1, items: 0 });
  gatewayAnswers = false;
  const leaving = engine.leave(GUILD);
  expect(engine.figures()).toEqual({ sessions: 0, items: 0 });
  await settle(leaving);
});

test('two joins of one channel at a time send one request to Discord', async () => {
  const both = [engine.join({ guildId: GUILD, channelId: LOUNGE }), engine.join({ guildId: GUILD, channelId: LOUNGE })];
  expect((await settle(Promise.all(both))).map(({ kind }) => kind)).toEqual(['joined', 'joined']);
  expect(requests).toEqual([LOUNGE]);
});

test('two joins of different channels at a time run one after the other', async () => {
  const both = [engine.join({ guildId: GUILD, channelId: LOUNGE }), engine.join({ guildId: GUILD, channelId: STUDIO })];
  expect(await settle(Promise.all(both))).toEqual([
    { kind: 'joined', channelId: LOUNGE, moved: false },
    { kind: 'joined', channelId: STUDIO, moved: true },
  ]);
});

test('a failed join leaves nothing behind, and the next one succeeds', async () => {
  gatewayAnswers = false;
  expect(await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }))).toEqual({ kind: 'no-answer' });
  expect(await engine.session(GUILD)).toBeUndefined();
  expect(speech.holds).toBe(0);
  expect(events).toEqual([]);
  gatewayAnswers = true;
  expect(await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }))).toMatchObject({ kind: 'joined' });
});

test('a session keeps the speech service warm until it ends', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await settle(engine.join({ guildId: GUILD, channelId: STUDIO }));
  expect(speech.holds).toBe(1);
  await settle(engine.leave(GUILD));
  expect(speech.holds).toBe(0);
});

test('leaving drops the queue and reports the end of the session', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await say();
  expect(await settle(engine.leave(GUILD))).toBe(true);
  expect(events).toEqual([
    { type: 'item-dropped', guildId: GUILD, textId: '1', reason: 'session-ended', unservedCharacters: 0 },
    { type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'left' },
  ]);
  expect(await say()).toEqual({ kind: 'no-session' });
});

test('a join right after a leave does not take the confirmation of the leave for a kick', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  const leaving = engine.leave(GUILD);
  const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
  expect(await settle(joining)).toEqual({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(await leaving).toBe(true);
  expect(requests).toEqual([LOUNGE, null, LOUNGE]);
});

test('a drag is reported, and the queue continues', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await say();
  engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: STUDIO } });
  expect(events).toEqual([{ type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: false }]);
  expect(await engine.session(GUILD)).toMatchObject({ channelId: STUDIO, items: [{ textId: '1' }] });
});

test('a join of another channel is reported as a move as soon as Discord confirms it', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  expect(events).toEqual([]);
  const joining = engine.join({ guildId: GUILD, channelId: STUDIO });
  await vi.advanceTimersByTimeAsync(50);
  const moved = { type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: true };
  expect(events).toEqual([moved]);
  expect(await settle(joining)).toEqual({ kind: 'joined', channelId: STUDIO, moved: true });
  expect(events).toEqual([moved]);
});

describe('listening', () => {
  const policyIn = (channelId: string) => ({ channelId, others: 'hear', hear: [], ignore: [] }) as const;
  const listens = (): boolean => links.at(-1)?.sink?.isSubscribedTo(ALICE) === true;

  beforeEach(async () => {
    await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
    expect(await engine.listen(GUILD, policyIn(LOUNGE))).toEqual({ kind: 'listening' });
    expect(listens()).toBe(true);
  });

  test('ends when the bot joins another channel', async () => {
    const joining = engine.join({ guildId: GUILD, channelId: STUDIO });
    await vi.advanceTimersByTimeAsync(50);
    expect(listens()).toBe(false);
    await settle(joining);
    expect(listens()).toBe(false);
    expect(await engine.hearing(GUILD)).toBeUndefined();
  });

  test('ends when somebody drags the bot to another channel', async () => {
    engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: STUDIO } });
    expect(listens()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(listens()).toBe(false);
    expect(await engine.hearing(GUILD)).toBeUndefined();
  });

  test('continues when the bot could not move', async () => {
    gatewayAnswers = false;
    expect(await settle(engine.join({ guildId: GUILD, channelId: STUDIO }))).toEqual({ kind: 'no-answer' });
    expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE });
    expect(events).toEqual([]);
    expect(listens()).toBe(true);
  });

  test('does not begin in a channel that the policy is not for', async () => {
    await settle(engine.join({ guildId: GUILD, channelId: STUDIO }));
    expect(await engine.listen(GUILD, policyIn(LOUNGE))).toEqual({ kind: 'no-session' });
    expect(listens()).toBe(false);
    expect(await engine.listen(GUILD, policyIn(STUDIO))).toEqual({ kind: 'listening' });
    expect(listens()).toBe(true);
  });
});

test('a text that is being spoken is led in again where the bot is dragged to: others hear it there', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await say();
  speech.calls[0]?.send(0, 200).end();
  await vi.advanceTimersByTimeAsync(1_000);
  const link = links[0] as FakeLink;
  answer(GUILD, { d: { channel_id: STUDIO } });
  await vi.advanceTimersByTimeAsync(50);
  const before = link.played.length;
  await vi.advanceTimersByTimeAsync(1_000);
  const heard = link.played.slice(before).flatMap((sent) => (typeof sent === 'string' ? [] : [numberOf(sent)]));
  const firstVoiced = heard.findIndex((packet) => packet !== 'silence');
  expect(firstVoiced).toBe(10);
});

describe('a text for the first channel, while the bot joins it', () => {
  const sayWhileJoining = (whileJoining = LOUNGE): ReturnType<VoiceEngine['speak']> => {
    said += 1;
    const text = { textId: String(said), text: 'Hello.', voiceId: undefined };
    return engine.speak({ guildId: GUILD, ...text, userId: ALICE, whileJoining });
  };
  const unserved = (textId: string, unservedCharacters: number) => ({
    ...{ type: 'item-dropped', guildId: GUILD, textId, reason: 'session-ended', unservedCharacters },
  });

  test('asks for its sound at once, and is spoken from the first packet when the bot is there', async () => {
    isHeld = true;
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    expect(await sayWhileJoining()).toEqual({ kind: 'queued', position: 0 });
    speech.calls[0]?.send(0, 10).end();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(events).toEqual([]);
    sendWaiting();
    await settle(joining);
    const voiced = links[0]?.played.flatMap((sent) => (typeof sent === 'string' ? [] : [numberOf(sent)]));
    expect(voiced?.filter((number) => number !== 'silence')).toEqual(range(0, 10));
    expect(events.map(({ type }) => type)).toEqual(['item-started', 'item-finished']);
    expect(speech.calls).toHaveLength(1);
  });

  test('announces itself a tick before its first packet', async () => {
    isHeld = true;
    void engine.join({ guildId: GUILD, channelId: LOUNGE });
    await sayWhileJoining();
    speech.calls[0]?.send(0, 10).end();
    await vi.advanceTimersByTimeAsync(1_000);
    isHeld = false;
    sendWaiting();
    while (links[0]?.status.kind !== 'ready') await vi.advanceTimersByTimeAsync(1);
    await vi.advanceTimersByTimeAsync(20);
    expect(links[0].played.at(-1)).toBe('on');
    await vi.advanceTimersByTimeAsync(20);
    expect(links[0].played.at(-1)).not.toBe('on');
  });

  test('shows in the queue, behind those that came before, and can be stopped', async () => {
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    await sayWhileJoining();
    expect(await sayWhileJoining()).toEqual({ kind: 'queued', position: 1 });
    expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE, joining: true, items: [{}, {}] });
    expect(await engine.stop(GUILD)).toEqual({ kind: 'stopped', interrupted: false, removed: 2 });
    expect(speech.calls[0]?.signal.aborted).toBe(true);
    expect(await settle(joining)).toMatchObject({ kind: 'joined' });
    expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE, joining: false, items: [] });
    expect(events.map(({ type }) => type)).toEqual(['item-dropped', 'item-dropped']);
  });

  test('is dropped when the join fails, with what the service was not asked for', async () => {
    gatewayAnswers = false;
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    await sayWhileJoining();
    await sayWhileJoining();
    expect(await settle(joining)).toEqual({ kind: 'no-answer' });
    expect(events).toEqual([unserved('1', 0), unserved('2', 6)]);
    expect(await engine.session(GUILD)).toBeUndefined();
  });

  test('is dropped by a leave, which cancels the join', async () => {
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    await sayWhileJoining();
    const leaving = engine.leave(GUILD);
    expect(await engine.session(GUILD)).toBeUndefined();
    expect(await settle(leaving)).toBe(true);
    expect(await joining).toEqual({ kind: 'cancelled' });
    expect(events).toEqual([unserved('1', 0)]);
  });

  test('is not heard by people of another channel that is joined instead', async () => {
    gatewayAnswers = false;
    const first = engine.join({ guildId: GUILD, channelId: LOUNGE });
    const second = engine.join({ guildId: GUILD, channelId: STUDIO });
    await sayWhileJoining();
    expect(await sayWhileJoining(STUDIO)).toEqual({ kind: 'no-session' });
    while (requests.length < 3) await vi.advanceTimersByTimeAsync(100);
    gatewayAnswers = true;
    expect(await settle(Promise.all([first, second]))).toMatchObject([{ kind: 'no-answer' }, { kind: 'joined' }]);
    expect(events).toEqual([unserved('1', 0)]);
    expect(await engine.session(GUILD)).toMatchObject({ channelId: STUDIO, items: [] });
  });

  test('waits with the join for an earlier session to end', async () => {
    await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
    const leaving = engine.leave(GUILD);
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    expect(await settle(sayWhileJoining())).toEqual({ kind: 'queued', position: 0 });
    await Promise.all([leaving, joining]);
  });

  test('is not queued when it was stopped as it waited for an earlier session to end', async () => {
    await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
    const leaving = engine.leave(GUILD);
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    const speaking = sayWhileJoining();
    expect(await engine.stop(GUILD)).toEqual({ kind: 'no-session' });
    expect(await settle(speaking)).toEqual({ kind: 'no-session' });
    expect(await settle(Promise.all([leaving, joining]))).toMatchObject([true, { kind: 'joined' }]);
    expect(speech.calls).toEqual([]);
  });

  test('needs to name that channel, and gets no listener before the bot is there', async () => {
    const joining = engine.join({ guildId: GUILD, channelId: LOUNGE });
    expect(await say()).toEqual({ kind: 'no-session' });
    expect(await sayWhileJoining(STUDIO)).toEqual({ kind: 'no-session' });
    const policy = { channelId: LOUNGE, others: 'hear', hear: [], ignore: [] } as const;
    expect(await engine.listen(GUILD, policy)).toEqual({ kind: 'no-session' });
    await settle(joining);
    expect(await sayWhileJoining(LOUNGE)).toMatchObject({ kind: 'queued' });
  });

  test('is not heard in a channel that the bot is in when the join of its own fails', async () => {
    const first = engine.join({ guildId: GUILD, channelId: LOUNGE });
    const second = engine.join({ guildId: GUILD, channelId: STUDIO });
    while (requests.length < 1) await vi.advanceTimersByTimeAsync(1);
    gatewayAnswers = false;
    while ((await engine.session(GUILD))?.joining !== false) await vi.advanceTimersByTimeAsync(1);
    expect(await sayWhileJoining(STUDIO)).toEqual({ kind: 'no-session' });
    expect(await settle(Promise.all([first, second]))).toMatchObject([{ kind: 'joined' }, { kind: 'no-answer' }]);
    expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE, items: [] });
  });
});

test('one guild being kicked leaves the others alone', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await settle(engine.join({ guildId: OTHER_GUILD, channelId: STUDIO }));
  engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: null } });
  expect(events).toEqual([{ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' }]);
  expect(await engine.session(OTHER_GUILD)).toMatchObject({ channelId: STUDIO });
});

test('closing ends every session, and joins after it are cancelled', async () => {
  await settle(engine.join({ guildId: GUILD, channelId: LOUNGE }));
  await settle(engine.join({ guildId: OTHER_GUILD, channelId: STUDIO }));
  await settle(engine.close());
  expect(events.map((event) => 'reason' in event && event.reason)).toEqual(['closed', 'closed']);
  expect(links.every(({ closed }) => closed)).toBe(true);
  expect(await engine.join({ guildId: GUILD, channelId: LOUNGE })).toEqual({ kind: 'cancelled' });
  expect(vi.getTimerCount()).toBe(0);
});

describe('sessions of a thread that crashed', () => {
  const record = (guildId: string): SessionRecord => ({
    ...{ guildId, channelId: LOUNGE, paused: false, policy: undefined },
    items: [{ textId: '7', userId: ALICE, text: 'Hello.', voiceId: undefined, firstPiece: 0 }],
  });

  test('exist immediately with their queue, leave because Discord still sees them, and enter again', async () => {
    engine.restore([record(GUILD)]);
    expect(await engine.session(GUILD)).toMatchObject({ channelId: LOUNGE, items: [{ textId: '7' }] });
    await vi.advanceTimersByTimeAsync(200);
    expect(requests).toEqual([null, LOUNGE]);
    speech.calls[0]?.send(0, 10).end();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(events.map(({ type }) => type)).toEqual(['item-started', 'item-finished']);
  });

  test('listen to the same people again', async () => {
    const policy = { channelId: LOUNGE, others: 'hear', hear: [], ignore: [] } as const;
    engine.restore([{ ...record(GUILD), policy }]);
    await vi.advanceTimersByTimeAsync(200);
    expect(links.at(-1)?.sink?.isSubscribedTo(ALICE)).toBe(true);
  });

  test('end when they cannot enter their channel again', async () => {
    gatewayAnswers = false;
    engine.restore([record(GUILD)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'failed' });
    expect(events[0]).toMatchObject({ type: 'item-dropped', textId: '7', reason: 'session-ended' });
  });

  describe('that wait for their turn', () => {
    const ends = () => events.filter(({ type }) => type === 'session-ended');
    const seen = (channelId: string | null): void =>
      engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: channelId } });

    beforeEach(async () => {
      isHeld = true;
      engine.restore([record(GUILD)]);
      await vi.advanceTimersByTimeAsync(600_000);
    });

    test('keep waiting as restores, and enter as returns', async () => {
      expect(waiting.get(GUILD)).toMatchObject({ priority: 'restore', payload: { d: { channel_id: null } } });
      expect(ends()).toEqual([]);
      sendWaiting();
      await vi.advanceTimersByTimeAsync(60);
      expect(waiting.get(GUILD)).toMatchObject({ priority: 'return', payload: { d: { channel_id: LOUNGE } } });
      await vi.advanceTimersByTimeAsync(600_000);
      sendWaiting();
      await vi.advanceTimersByTimeAsync(60);
      expect(links.at(-1)?.status.kind).toBe('ready');
      expect(ends()).toEqual([]);
    });

    test('do not come back to a channel that they are kicked from', {
      meta: { promises: ['request-waits-never-undoes'] },
    }, async () => {
      seen(null);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(ends()).toEqual([{ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'disconnected' }]);
      expect(links).toEqual([]);
    });

    test('enter where they are dragged to', async () => {
      seen(STUDIO);
      expect(events).toEqual([{ type: 'session-moved', guildId: GUILD, channelId: STUDIO, isRequested: false }]);
      isHeld = false;
      sendWaiting();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(requests).toEqual([null, STUDIO]);
    });

    test('leave, because Discord still sees them, when told to: that goes first', async () => {
      const left = engine.leave(GUILD);
      expect(waiting.get(GUILD)).toMatchObject({ priority: 'person', payload: { d: { channel_id: null } } });
      expect(await settle(left)).toBe(true);
      expect(ends()).toEqual([{ type: 'session-ended', guildId: GUILD, channelId: LOUNGE, reason: 'left' }]);
    });

    test('join another channel on request before their turn, and stay there', async () => {
      const joining = engine.join({ guildId: GUILD, channelId: STUDIO });
      await vi.advanceTimersByTimeAsync(0);
      expect(waiting.get(GUILD)).toMatchObject({ priority: 'person', payload: { d: { channel_id: null } } });
      isHeld = false;
      sendWaiting();
      expect(await settle(joining)).toEqual({ kind: 'joined', channelId: STUDIO, moved: true });
      expect(requests).toEqual([null, STUDIO]);
      expect(await engine.session(GUILD)).toMatchObject({ channelId: STUDIO, items: [{ textId: '7' }] });
    });
  });

  test('end when somebody kicks them while they enter', async () => {
    engine.restore([record(GUILD)]);
    await vi.advanceTimersByTimeAsync(60);
    expect(requests).toEqual([null, LOUNGE]);
    engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: null } });
    expect(events.at(-1)).toMatchObject({ type: 'session-ended', reason: 'disconnected' });
    expect(await engine.session(GUILD)).toBeUndefined();
  });
});
