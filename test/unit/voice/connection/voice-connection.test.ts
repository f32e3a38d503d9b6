import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../../../src/log/log.ts';
import type { Connection } from '../../../../src/voice/connection/connection-types.ts';
import type { OutgoingRequest } from '../../../../src/voice/connection/gateway-voice-state.ts';
import { createConnection } from '../../../../src/voice/connection/voice-connection.ts';
import type { GatewayOutcome } from '../../../../src/voice/gateway-messages.ts';
import type { PacketSink } from '../../../../src/voice/receive/packet-sink.ts';
import type { JoinOutcome } from '../../../../src/voice/voice-api.ts';
import { DEFAULT_VOICE_LIMITS } from '../../../../src/voice/voice-limits.ts';
import { FakeLink } from '../fake-link.ts';

const GUILD = '100000000000000001';
const LOUNGE = '200000000000000001';
const STUDIO = '200000000000000002';
const packet = Uint8Array.of(1, 2, 3);

let links: FakeLink[];
let reported: string[];
let connection: Connection;
/** Channels requested at the gateway; null is a leave. */
let requests: (string | null)[];
/** All that were sent. */
let sent: OutgoingRequest[];
/** The `self_deaf` of each of them. */
let deaf: boolean[];
/** How Discord's gateway answers requests to join; one that is `dead` gets none of them, and says nothing at all. */
let gateway: 'works' | 'silent' | 'state-only' | 'dead';
let voiceServer: 'works' | 'hangs';
/** True while requests wait for their turn at the gateway, in `queue`. */
let isHeld: boolean;
let queue: OutgoingRequest[];

beforeEach(() => {
  vi.useFakeTimers();
  links = [];
  reported = [];
  requests = [];
  deaf = [];
  gateway = 'works';
  voiceServer = 'works';
  isHeld = false;
  queue = [];
  sent = [];
  connection = createConnection({
    guildId: GUILD,
    limits: DEFAULT_VOICE_LIMITS,
    log: createLogger('silent'),
    openLink: (hooks) => {
      const link = new FakeLink(hooks, () => voiceServer === 'works');
      links.push(link);
      return link;
    },
    sendGateway: (request) => {
      queue.push(request);
      if (!isHeld) sendNext();
    },
    onReady: () => reported.push('ready'),
    onMoved: (channelId) => reported.push(`moved ${channelId}`),
    onUnsent: (packets) => reported.push(`unsent ${packets}`),
    onEnded: (reason) => reported.push(`ended ${reason}`),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** The newest request's turn has come: older ones were replaced. */
function sendNext(): void {
  const request = queue.at(-1);
  queue = [];
  if (request === undefined) throw new Error('no request waits');
  sent.push(request);
  deaf.push(request.payload.d.self_deaf);
  become(request, { kind: 'sent' });
  if (gateway !== 'dead') hear(request);
  answer(request.payload.d.channel_id);
}

function become({ requestId }: OutgoingRequest, outcome: GatewayOutcome): void {
  connection.dispatch({ t: 'GATEWAY_REQUEST', d: { guild_id: GUILD, request_id: requestId, outcome } });
}

/** The gateway says something, whatever that is. */
function hear({ requestId }: OutgoingRequest): void {
  connection.dispatch({ t: 'GATEWAY_HEARD', d: { guild_id: GUILD, request_id: requestId } });
}

function answer(channelId: string | null): void {
  requests.push(channelId);
  if (gateway === 'silent' || gateway === 'dead') return;
  const joins = channelId !== null && gateway === 'works';
  setTimeout(() => {
    state(channelId);
    if (joins) server();
  }, 50);
}

function state(channelId: string | null): void {
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: channelId } });
}

function server(): void {
  connection.dispatch({ t: 'VOICE_SERVER_UPDATE', d: { guild_id: GUILD, endpoint: 'localhost:1' } });
}

function link(index = -1): FakeLink {
  const found = links.at(index);
  if (found === undefined) throw new Error('no link was opened');
  return found;
}

async function join(channelId: string): Promise<JoinOutcome> {
  return await settle(connection.join(channelId));
}

async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  await vi.advanceTimersByTimeAsync(60_000);
  return await promise;
}

test('joins a channel', async () => {
  expect(await join(LOUNGE)).toEqual({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(connection.channelId).toBe(LOUNGE);
  expect(connection.send(packet)).toBe(true);
  expect(link().played).toEqual([packet]);
});

test('packets are held while Discord lets nobody hear the bot, and the session is told when that ends', async () => {
  await join(LOUNGE);
  reported = [];
  const change = (suppress: boolean): void =>
    connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: LOUNGE, suppress } });
  change(true);
  expect(connection.waitsFor).toBe('permission');
  expect(connection.send(packet)).toBe(false);
  expect(reported).toEqual([]);
  change(false);
  expect(reported).toEqual(['ready']);
  expect(connection.waitsFor).toBeUndefined();
  // Listeners first learn whose packets these are.
  expect(connection.send(packet)).toBe(false);
  expect(connection.send(packet)).toBe(true);
});

test('packets that leave later are kept and reported when Discord lets nobody hear the bot', async () => {
  await join(LOUNGE);
  reported = [];
  for (let count = 0; count < 3; count += 1) expect(connection.send(packet, 1_000)).toBe(true);
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: LOUNGE, suppress: false } });
  expect(reported).toEqual([]);
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: LOUNGE, suppress: true } });
  expect(reported).toEqual(['unsent 3']);
});

test('packets that leave later are kept and reported as soon as somebody drags the bot, before its session moves', async () => {
  await join(LOUNGE);
  reported = [];
  connection.send(packet, 1_000);
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: STUDIO } });
  expect(reported).toEqual(['unsent 1', `moved ${STUDIO}`]);
});

test('packets may leave later only while listeners can decrypt them and know whose they are', async () => {
  expect(connection.maySchedule()).toBe(false);
  await join(LOUNGE);
  expect(connection.maySchedule()).toBe(true);
  link().keys = { kind: 'changing', transitionId: 1 };
  expect(connection.maySchedule()).toBe(false);
  expect(connection.send(packet)).toBe(false);
  link().keys = { kind: 'usable' };
  // Listeners first learn whose packets these are.
  expect(connection.maySchedule()).toBe(false);
  expect(connection.send(packet)).toBe(false);
  expect(connection.maySchedule()).toBe(true);
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: LOUNGE, suppress: true } });
  expect(connection.maySchedule()).toBe(false);
});

test('a diagnosis says what the connection is doing, where, and since when', async () => {
  expect(connection.diagnosis).toBeUndefined();
  gateway = 'silent';
  const joining = connection.join(LOUNGE);
  const beganMs = Date.now();
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.diagnosis).toMatchObject({ phase: 'joining', channelId: LOUNGE, sinceMs: beganMs });
  gateway = 'works';
  state(LOUNGE);
  server();
  await settle(joining);
  expect(connection.diagnosis).toMatchObject({ phase: 'connected', channelId: LOUNGE, sinceMs: beganMs + 100 });
  const brokeMs = Date.now();
  gateway = 'silent';
  link().become({ kind: 'dropped', closeCode: 1_006 });
  await vi.advanceTimersByTimeAsync(100);
  expect(connection.diagnosis).toMatchObject({ phase: 'repairing', channelId: LOUNGE, sinceMs: brokeMs });
  connection.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: GUILD, channel_id: null } });
  expect(connection.diagnosis).toBeUndefined();
});

test('joining the current channel sends Discord nothing', async () => {
  await join(LOUNGE);
  expect(await join(LOUNGE)).toEqual({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(requests).toEqual([LOUNGE]);
});

test('joining another channel moves on the same link', async () => {
  await join(LOUNGE);
  expect(await join(STUDIO)).toEqual({ kind: 'joined', channelId: STUDIO, moved: true });
  expect(requests).toEqual([LOUNGE, STUDIO]);
  expect(links).toHaveLength(1);
});

/** Those who hear a new link learn whose packets these are, one tick before the first. */
function sendFirst(): void {
  expect(connection.send(packet)).toBe(false);
  expect(connection.send(packet)).toBe(true);
}

test('packets are held from the request to move until the new channel is ready', async () => {
  await join(LOUNGE);
  const moving = connection.join(STUDIO);
  await vi.advanceTimersByTimeAsync(0);
  expect(connection.send(packet)).toBe(false);
  await settle(moving);
  expect(link().played).toEqual([]);
  sendFirst();
  expect(link().played).toEqual(['off', 'on', packet]);
});

test('a channel without an answer is requested twice, then given up', async () => {
  gateway = 'silent';
  expect(await join(LOUNGE)).toEqual({ kind: 'no-answer' });
  expect(requests).toEqual([LOUNGE, LOUNGE, null]);
  expect(link().closed).toBe(true);
});

test('a full channel leaves the session where it was', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  expect(await join(STUDIO)).toEqual({ kind: 'no-answer' });
  expect(connection.channelId).toBe(LOUNGE);
  expect(connection.send(packet)).toBe(true);
  expect(requests).not.toContain(null);
});

test('the wait for an answer begins when the request is sent', {
  meta: { promises: ['wait-discords-answer-begins'] },
}, async () => {
  isHeld = true;
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(queue).toMatchObject([{ priority: 'person', maxWaitMs: DEFAULT_VOICE_LIMITS.personQueueMs }]);
  sendNext();
  expect(await settle(outcome)).toMatchObject({ kind: 'joined' });
  expect(requests).toEqual([LOUNGE]);
});

test('a join without room at the gateway is busy, and leaves nothing behind', async () => {
  isHeld = true;
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(0);
  for (const request of queue) become(request, { kind: 'refused', retryAfterMs: 90_000 });
  expect(await settle(outcome)).toEqual({ kind: 'busy', retryAfterMs: 90_000 });
  expect([queue.length, requests]).toEqual([1, []]);
});

test('a move without room at the gateway leaves the session where it is', async () => {
  await join(LOUNGE);
  isHeld = true;
  const outcome = connection.join(STUDIO);
  await vi.advanceTimersByTimeAsync(0);
  for (const request of queue) become(request, { kind: 'refused', retryAfterMs: 90_000 });
  expect(await settle(outcome)).toMatchObject({ kind: 'busy' });
  expect([connection.channelId, connection.send(packet)]).toEqual([LOUNGE, true]);
});

test('a join while the gateway is down has no answer, and sends no leave', async () => {
  isHeld = true;
  const outcome = connection.join(LOUNGE);
  for (const _ of [1, 2]) {
    await vi.advanceTimersByTimeAsync(0);
    const request = queue.pop();
    if (request !== undefined) become(request, { kind: 'offline' });
  }
  expect(await settle(outcome)).toEqual({ kind: 'no-answer' });
  expect([queue, requests]).toEqual([[], []]);
});

test('a repair waits for its turn as long as it takes', async () => {
  await join(LOUNGE);
  isHeld = true;
  link().become({ kind: 'dropped', closeCode: 4006 });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(queue).toMatchObject([{ priority: 'repair' }]);
  sendNext();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([reported.includes('ended failed'), connection.send(packet)]).toEqual([false, true]);
});

test('a kick while a repair waits for its turn ends the session', async () => {
  await join(LOUNGE);
  isHeld = true;
  link().become({ kind: 'dropped', closeCode: 4006 });
  await vi.advanceTimersByTimeAsync(1_000);
  state(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.at(-1)).toBe('ended disconnected');
  expect(vi.getTimerCount()).toBe(0);
});

test('the late confirmation of a leave is not taken for a kick while the next request waits', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  link(0).hooks.onBroken(new Error('broken'));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toEqual([LOUNGE, null]);
  isHeld = true;
  await vi.advanceTimersByTimeAsync(DEFAULT_VOICE_LIMITS.leaveTimeoutMs);
  expect(queue).toMatchObject([{ priority: 'return' }]);
  state(null);
  gateway = 'works';
  sendNext();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([reported.at(-1), connection.send(packet)]).toEqual(['ready', true]);
});

test('listening that could not be announced is announced with the next chance', async () => {
  await join(LOUNGE);
  isHeld = true;
  connection.setSink(sink);
  for (const request of queue) become(request, { kind: 'cancelled' });
  queue = [];
  isHeld = false;
  link().become({ kind: 'connecting' });
  link().become({ kind: 'ready', channelId: LOUNGE });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(deaf).toEqual([true, false]);
});

test('a voice server that does not become ready is tried once more from the beginning', async () => {
  voiceServer = 'hangs';
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(10_060);
  voiceServer = 'works';
  expect(await settle(outcome)).toEqual({ kind: 'joined', channelId: LOUNGE, moved: false });
  expect(requests).toEqual([LOUNGE, null, LOUNGE]);
  expect(link(0).closed).toBe(true);
});

test('a voice server that never becomes ready is reported as not ready', async () => {
  voiceServer = 'hangs';
  expect(await join(LOUNGE)).toEqual({ kind: 'not-ready' });
  expect(requests.at(-1)).toBeNull();
  expect(links.every(({ closed }) => closed)).toBe(true);
});

test('an answer without a voice server is not ready', async () => {
  gateway = 'state-only';
  expect(await join(LOUNGE)).toEqual({ kind: 'not-ready' });
});

test('a leave during a join cancels it', async () => {
  gateway = 'silent';
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(100);
  const closed = connection.close('person');
  expect(await settle(outcome)).toEqual({ kind: 'cancelled' });
  await closed;
  expect(requests.at(-1)).toBeNull();
});

test('a join that is cancelled resolves immediately', async () => {
  gateway = 'silent';
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(100);
  const closed = connection.close('person');
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.race([outcome, Promise.resolve('pending')])).toEqual({ kind: 'cancelled' });
  await settle(closed);
});

test('a kick during a join cancels it', async () => {
  gateway = 'silent';
  const outcome = connection.join(LOUNGE);
  await vi.advanceTimersByTimeAsync(100);
  state(null);
  expect(await settle(outcome)).toEqual({ kind: 'cancelled' });
  expect(reported).toEqual([]);
});

test('a kick ends the session without a request to leave', async () => {
  await join(LOUNGE);
  state(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.at(-1)).toBe('ended disconnected');
  expect(requests).toEqual([LOUNGE]);
  expect(link().closed).toBe(true);
});

test('a drag to another channel moves the session and holds packets until it is ready there', async () => {
  await join(LOUNGE);
  state(STUDIO);
  expect(connection.channelId).toBe(STUDIO);
  expect(connection.send(packet)).toBe(false);
  server();
  sendFirst();
  await vi.advanceTimersByTimeAsync(0);
  expect(reported).toEqual(['ready', `moved ${STUDIO}`, 'ready']);
  expect(requests).toEqual([LOUNGE]);
});

test('a drag whose socket closes before the gateway reports it needs no repair', async () => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode: 4014 });
  await vi.advanceTimersByTimeAsync(400);
  state(STUDIO);
  server();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([LOUNGE]);
  expect(connection.send(packet)).toBe(true);
});

test('a socket that resumes by itself is left alone', async () => {
  await join(LOUNGE);
  link().become({ kind: 'connecting' });
  expect(connection.send(packet)).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  link().become({ kind: 'ready', channelId: LOUNGE });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([LOUNGE]);
  expect(reported).toEqual(['ready', 'ready']);
});

test('a voice session that is no longer valid is requested again, on the same link', async () => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode: 4006 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toEqual([LOUNGE, LOUNGE]);
  expect(connection.send(packet)).toBe(true);
  expect(links).toHaveLength(1);
});

test('a deallocated voice server is replaced when Discord assigns another', async () => {
  await join(LOUNGE);
  link().become({ kind: 'no-endpoint' });
  await vi.advanceTimersByTimeAsync(20_000);
  server();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([LOUNGE]);
  expect(connection.send(packet)).toBe(true);
});

test('a connection that keeps breaking is given up at the limit', async () => {
  await join(LOUNGE);
  for (let time = 0; time < 20 && connection.channelId !== undefined; time += 1) {
    link().become({ kind: 'dropped', closeCode: 4006 });
    await vi.advanceTimersByTimeAsync(1_000);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.at(-1)).toBe('ended failed');
  expect(requests.filter((channelId) => channelId === LOUNGE)).toHaveLength(1 + DEFAULT_VOICE_LIMITS.rejoinLimit);
  expect(requests.at(-1)).toBeNull();
});

describe('while the gateway is silent', () => {
  /** Longer than all attempts take, and shorter than a silent gateway lasts at most. */
  const SILENT_MS = 82_000;
  /** The shard is connected again: what was sent before is lost. */
  const revive = async (): Promise<void> => {
    gateway = 'works';
    const last = sent.at(-1);
    if (last !== undefined) hear(last);
    await vi.advanceTimersByTimeAsync(20_000);
  };

  test('a connection that breaks is repaired as soon as it is back', async () => {
    await join(LOUNGE);
    gateway = 'dead';
    link().become({ kind: 'dropped', closeCode: 4006 });
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    expect(reported.at(-1)).toBe('ready');
    await revive();
    expect(link().status.kind).toBe('ready');
    expect(connection.channelId).toBe(LOUNGE);
    expect(reported.filter((each) => each.startsWith('ended'))).toEqual([]);
  });

  test('the session of a crashed thread comes back as soon as it is: it leaves and enters again', async () => {
    gateway = 'dead';
    connection.adopt(LOUNGE);
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    requests = [];
    await revive();
    expect(await restored).toMatchObject({ kind: 'joined', channelId: LOUNGE });
    expect(requests).toEqual([null, LOUNGE]);
  });

  test('it may have done what it was asked, and say so late: that is no kick', async () => {
    gateway = 'dead';
    connection.adopt(LOUNGE);
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(SILENT_MS);
    requests = [];
    state(null);
    state(LOUNGE);
    server();
    await revive();
    expect(await restored).toMatchObject({ kind: 'joined', channelId: LOUNGE });
    expect(requests).toEqual([]);
    // What follows is one.
    state(null);
    expect(reported.at(-1)).toBe('ended disconnected');
  });

  test('somebody who asks for it is answered within seconds', async () => {
    gateway = 'dead';
    expect(await join(LOUNGE)).toEqual({ kind: 'no-answer' });
  });

  test('a session that waits for it ends when it does not come back', async () => {
    gateway = 'dead';
    connection.adopt(LOUNGE);
    const restored = connection.restore();
    await vi.advanceTimersByTimeAsync(3 * DEFAULT_VOICE_LIMITS.silenceMs);
    expect(await restored).toEqual({ kind: 'no-answer' });
  });
});

test('a break that cannot be repaired ends the session as failed', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  link().become({ kind: 'dropped', closeCode: 4006 });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(reported.at(-1)).toBe('ended failed');
});

test.each([4017, 4021])('close code %i is not followed by another join', async (closeCode) => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.at(-1)).toBe('ended failed');
  expect(requests).toEqual([LOUNGE, null]);
});

test('a call that was terminated disconnects and leaves', async () => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode: 4022 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported.at(-1)).toBe('ended disconnected');
  expect(requests).toEqual([LOUNGE, null]);
});

test('a call that was terminated because its voice server changes continues on the new one', async () => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode: 4022 });
  await vi.advanceTimersByTimeAsync(1_000);
  server();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reported).toEqual(['ready', 'ready']);
  expect(requests).toEqual([LOUNGE]);
  expect(connection.send(packet)).toBe(true);
});

test('a socket closed like for a kick is replaced within a second if the gateway reports none', async () => {
  await join(LOUNGE);
  link().become({ kind: 'dropped', closeCode: 4014 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toEqual([LOUNGE, LOUNGE]);
  expect(connection.send(packet)).toBe(true);
});

test('a path that stays broken is replaced at most twice in a while', async () => {
  await join(LOUNGE);
  for (let times = 0; times < 5; times += 1) {
    link().hooks.onPathLost();
    await vi.advanceTimersByTimeAsync(2_000);
  }
  expect(links).toHaveLength(3);
  expect(connection.send(packet)).toBe(true);
});

test('an exception inside the library replaces the session’s connection', async () => {
  await join(LOUNGE);
  link(0).hooks.onBroken(new Error('proposals'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toEqual([LOUNGE, null, LOUNGE]);
  expect(link(0).closed).toBe(true);
  expect(links).toHaveLength(2);
  expect(connection.send(packet)).toBe(true);
});

test('packets are held until the encryption has keys, and the first one is announced', async () => {
  await join(LOUNGE);
  link().keys = { kind: 'missing', alone: false };
  expect(connection.send(packet)).toBe(false);
  expect(link().played).toEqual([]);
  link().keys = { kind: 'usable' };
  expect(connection.send(packet)).toBe(false);
  expect(connection.send(packet)).toBe(true);
  expect(link().played).toEqual(['off', 'on', packet]);
});

test('keys that never come lead to a new connection', async () => {
  await join(LOUNGE);
  link().keys = { kind: 'missing', alone: false };
  connection.send(packet);
  await vi.advanceTimersByTimeAsync(11_000);
  connection.send(packet);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(links).toHaveLength(2);
  connection.send(packet);
  expect(connection.send(packet)).toBe(true);
});

test('a join during a repair replaces the repair', async () => {
  await join(LOUNGE);
  link(0).hooks.onBroken(new Error('proposals'));
  expect(await join(STUDIO)).toMatchObject({ kind: 'joined', channelId: STUDIO });
  expect(connection.send(packet)).toBe(true);
  expect(reported).not.toContain('ended disconnected');
});

test('a join between two attempts of a repair is not left by that repair', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  link().become({ kind: 'dropped', closeCode: 4006 });
  await vi.advanceTimersByTimeAsync(DEFAULT_VOICE_LIMITS.answerTimeoutMs + 500);
  gateway = 'works';
  expect(await join(STUDIO)).toEqual({ kind: 'joined', channelId: STUDIO, moved: true });
  expect(requests).toEqual([LOUNGE, LOUNGE, STUDIO]);
  expect(links).toHaveLength(1);
});

test('an adopted connection follows a drag, and sends nothing before it rejoins', async () => {
  connection.adopt(LOUNGE);
  state(STUDIO);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.channelId).toBe(STUDIO);
  expect(reported).toEqual([`moved ${STUDIO}`]);
  expect(requests).toEqual([]);
  expect(await settle(connection.rejoin(STUDIO))).toEqual({ kind: 'joined', channelId: STUDIO, moved: false });
  expect(requests).toEqual([null, STUDIO]);
});

test('closing leaves the channel and waits for the confirmation', async () => {
  await join(LOUNGE);
  let done = false;
  const closing = connection.close('person').then(() => {
    done = true;
  });
  await vi.advanceTimersByTimeAsync(49);
  expect(done).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closing;
  expect(requests).toEqual([LOUNGE, null]);
  expect(reported).toEqual(['ready']);
});

test('closing without a confirmation ends at the leave timeout', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  const closing = connection.close('person');
  await vi.advanceTimersByTimeAsync(DEFAULT_VOICE_LIMITS.leaveTimeoutMs);
  await closing;
  expect(link().closed).toBe(true);
});

test('no timer is left behind', async () => {
  await join(LOUNGE);
  await settle(connection.close('person'));
  expect(vi.getTimerCount()).toBe(0);
});

const sink: PacketSink = {
  isSubscribedTo: () => true,
  onPacket: () => {},
  onUnreadable: () => {},
  onUnknown: () => {},
  onNewServer: () => {},
  onReopened: () => reported.push('reopened'),
};

test('it joins deaf; listening changes only that, in the same channel on the same link', async () => {
  await join(LOUNGE);
  connection.setSink(sink);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(requests).toEqual([LOUNGE, LOUNGE]);
  expect(deaf).toEqual([true, false]);
  expect(links).toHaveLength(1);
  expect(link().sink).toBe(sink);
});

test('a sink that is set before or during the join makes it join undeafened', async () => {
  connection.setSink(sink);
  await join(LOUNGE);
  expect(deaf).toEqual([false]);
  const moving = connection.join(STUDIO);
  connection.setSink(undefined);
  await settle(moving);
  expect([requests.at(-1), deaf.at(-1)]).toEqual([STUDIO, true]);
});

test('a sink that is set while a full channel does not answer receives packets in the current channel', async () => {
  await join(LOUNGE);
  gateway = 'silent';
  const moving = connection.join(STUDIO);
  await vi.advanceTimersByTimeAsync(100);
  connection.setSink(sink);
  await settle(moving);
  expect([requests.at(-1), deaf.at(-1)]).toEqual([LOUNGE, false]);
});

test('a new link gets the sink, too', async () => {
  await join(LOUNGE);
  connection.setSink(sink);
  link().hooks.onBroken(new Error('broken'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(links).toHaveLength(2);
  expect(link().sink).toBe(sink);
  expect(deaf.at(-1)).toBe(false);
});

test('lost keys replace the connection, twice at most, and never end the session', async () => {
  await join(LOUNGE);
  connection.setSink(sink);
  for (const _ of [1, 2, 3, 4]) {
    link().hooks.onKeysLost();
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(links).toHaveLength(3);
  expect(reported.filter((what) => what === 'reopened')).toHaveLength(2);
  expect(connection.channelId).toBe(LOUNGE);
});

test('the sink receives nothing after the close', async () => {
  await join(LOUNGE);
  connection.setSink(sink);
  const closed = link();
  await settle(connection.close('person'));
  expect(closed.sink).toBeUndefined();
});
