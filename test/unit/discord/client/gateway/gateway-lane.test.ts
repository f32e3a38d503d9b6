import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createGatewayLane,
  DISCORD_PACE,
  type GatewayLane,
  type GatewayPace,
  type GatewaySendOptions,
} from '../../../../../src/discord/client/gateway/gateway-lane.ts';
import { createLogger } from '../../../../../src/log/log.ts';
import type { GatewayOutcome } from '../../../../../src/voice/gateway-messages.ts';

const PACE: GatewayPace = { limit: 4, windowMs: 60_000, reservedForPeople: 1, maxWaiting: 5 };

let isOpen: boolean;
let fails: boolean;
let sent: string[];
let lane: GatewayLane;

beforeEach(() => {
  vi.useFakeTimers();
  isOpen = true;
  fails = false;
  sent = [];
  lane = openLane(PACE);
});

afterEach(async () => {
  lane.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

function openLane(pace: GatewayPace): GatewayLane {
  return createGatewayLane({
    shardId: 0,
    pace,
    isOpen: () => isOpen,
    transmit: async ({ d }) => {
      if (fails) throw new Error('no socket');
      sent.push(String(d));
    },
    log: createLogger('silent'),
  });
}

/** Sends a payload of this name; the outcome so far can be read. */
function send(name: string, options: Partial<GatewaySendOptions> = {}): { outcome: GatewayOutcome | undefined } {
  const sending: { outcome: GatewayOutcome | undefined } = { outcome: undefined };
  void lane.send({ op: 4, d: name }, { priority: 'person', ...options }).then((outcome) => {
    sending.outcome = outcome;
  });
  return sending;
}

/** Uses the whole budget. */
async function exhaust(): Promise<void> {
  for (const name of ['1', '2', '3', '4']) send(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(4);
  sent = [];
}

test('no window of any position holds more than the limit', {
  meta: { promises: ['shard-sends-most-110'] },
}, async () => {
  const times: number[] = [];
  lane.close();
  lane = createGatewayLane({
    ...{ shardId: 0, pace: DISCORD_PACE, isOpen: () => true, log: createLogger('silent') },
    transmit: async () => void times.push(performance.now()),
  });
  for (let count = 0; count < 500; count += 1) {
    void lane.send({ op: 4, d: count }, { priority: 'repair' });
    await vi.advanceTimersByTimeAsync(count % 7 === 0 ? 400 : 0);
  }
  await vi.advanceTimersByTimeAsync(600_000);
  expect(times).toHaveLength(500);
  const most = Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length));
  expect(most).toBeLessThanOrEqual(110);
});

test('a payload is sent immediately while there is room, and later ones when their turn comes', async () => {
  await exhaust();
  const fifth = send('5');
  await vi.advanceTimersByTimeAsync(PACE.windowMs - 1);
  expect([sent, fifth.outcome]).toEqual([[], undefined]);
  await vi.advanceTimersByTimeAsync(1);
  expect([sent, fifth.outcome]).toEqual([['5'], { kind: 'sent' }]);
});

test('people who wait go first, then returns, repairs, restores and the rest', {
  meta: { promises: ['joins-repairs-restores-share'] },
}, async () => {
  await exhaust();
  const order = ['person', 'return', 'repair', 'restore', 'other'] as const;
  for (const priority of order.toReversed()) send(priority, { priority });
  await vi.advanceTimersByTimeAsync(5 * PACE.windowMs);
  expect(sent).toEqual(order);
});

test('some of the limit is left for people, whatever else waits', async () => {
  for (const name of ['r1', 'r2', 'r3', 'r4']) send(name, { priority: 'repair' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['r1', 'r2', 'r3']);
  send('p');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['r1', 'r2', 'r3', 'p']);
});

test('those who leave to come back have room for their return, whatever else waits', async () => {
  lane.close();
  lane = openLane({ ...PACE, limit: 5 });
  for (const name of ['l1', 'l2', 'l3']) send(name, { priority: 'restore' });
  for (const name of ['r1', 'r2']) send(name, { priority: 'repair' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['l1', 'l2']);
  for (const name of ['e1', 'e2']) send(name, { priority: 'return' });
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['l1', 'l2', 'e1', 'e2']);
});

test('the room of those who do not come back is used by others', async () => {
  lane.close();
  lane = openLane({ ...PACE, limit: 3 });
  for (const name of ['l1', 'l2']) send(name, { priority: 'restore' });
  send('r1', { priority: 'repair' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual(['l1']);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(sent).toEqual(['l1', 'r1']);
});

test('only the newest payload of a key stays queued: in its place, or in that of its own priority', {
  meta: { promises: ['newest-request-server-stays'] },
}, async () => {
  await exhaust();
  const old = send('old', { priority: 'repair', key: 'guild' });
  send('next', { priority: 'repair' });
  send('new', { priority: 'repair', key: 'guild' });
  await vi.advanceTimersByTimeAsync(0);
  expect(old.outcome).toEqual({ kind: 'replaced' });
  const stale = send('stale', { priority: 'restore', key: 'other guild' });
  send('urgent', { priority: 'person', key: 'other guild' });
  await vi.advanceTimersByTimeAsync(3 * PACE.windowMs);
  expect(stale.outcome).toEqual({ kind: 'replaced' });
  expect(sent).toEqual(['urgent', 'new', 'next']);
});

test('a payload that was sent is not replaced', async () => {
  const first = send('first', { key: 'guild' });
  const second = send('second', { key: 'guild' });
  await vi.advanceTimersByTimeAsync(0);
  expect([first.outcome, second.outcome]).toEqual([{ kind: 'sent' }, { kind: 'sent' }]);
});

test('a payload that would wait too long is refused immediately, with the time that it would take', async () => {
  await exhaust();
  const refused = send('5', { maxWaitMs: PACE.windowMs - 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(refused.outcome).toEqual({ kind: 'refused', retryAfterMs: PACE.windowMs });
});

test('a payload that others overtake for too long is refused', async () => {
  await exhaust();
  const late = send('late', { priority: 'other', maxWaitMs: PACE.windowMs });
  for (const name of ['5', '6', '7', '8']) send(name);
  await vi.advanceTimersByTimeAsync(PACE.windowMs);
  expect(late.outcome).toMatchObject({ kind: 'refused' });
  await vi.advanceTimersByTimeAsync(3 * PACE.windowMs);
  expect(sent).not.toContain('late');
});

test('a full queue gives up its newest, weakest payload for a stronger one, and refuses others', {
  meta: { promises: ['queue-bounded-whoever-finds'] },
}, async () => {
  await exhaust();
  const waiting = ['a', 'b', 'c', 'd', 'e'].map((name) => send(name, { priority: 'restore' }));
  const weaker = send('f', { priority: 'other' });
  const stronger = send('g', { priority: 'repair' });
  await vi.advanceTimersByTimeAsync(0);
  expect(weaker.outcome).toMatchObject({ kind: 'refused' });
  expect(waiting.map(({ outcome }) => outcome?.kind)).toEqual([...Array.from({ length: 4 }), 'refused']);
  await vi.advanceTimersByTimeAsync(3 * PACE.windowMs);
  expect([sent[0], stronger.outcome]).toEqual(['g', { kind: 'sent' }]);
});

test('what is queued while the shard is down leaves once it is ready, the newest of each key', async () => {
  isOpen = false;
  send('old', { key: 'guild' });
  send('new', { key: 'guild' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sent).toEqual([]);
  isOpen = true;
  lane.onOpen();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual(['new']);
});

test('a shard that stays down too long, a socket that fails and a close are reported', async () => {
  isOpen = false;
  const late = send('late', { maxWaitMs: 1_000 });
  await vi.advanceTimersByTimeAsync(1_000);
  const waiting = send('waiting');
  isOpen = true;
  fails = true;
  const failed = send('failed');
  await vi.advanceTimersByTimeAsync(0);
  expect([late, waiting, failed].map(({ outcome }) => outcome?.kind)).toEqual(['offline', 'offline', 'offline']);
  isOpen = false;
  const closed = send('closed');
  lane.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(closed.outcome).toEqual({ kind: 'offline' });
  expect(await lane.send({ op: 4, d: 'after' }, { priority: 'person' })).toEqual({ kind: 'offline' });
});

test('a payload can be taken back until it is sent', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const early = send('early', { signal });
  await exhaustRest();
  const taken = send('taken back', { signal });
  controller.abort();
  await vi.advanceTimersByTimeAsync(2 * PACE.windowMs);
  expect([early.outcome, taken.outcome]).toEqual([{ kind: 'sent' }, { kind: 'cancelled' }]);
  expect(await lane.send({ op: 4, d: 'never' }, { priority: 'person', signal })).toEqual({ kind: 'cancelled' });
  expect(sent).not.toContain('taken back');
});

async function exhaustRest(): Promise<void> {
  for (const name of ['2', '3', '4']) send(name);
  await vi.advanceTimersByTimeAsync(0);
}
