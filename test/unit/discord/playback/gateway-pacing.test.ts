import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createGatewayLane,
  DISCORD_PACE,
  type GatewayLane,
} from '../../../../src/discord/client/gateway/gateway-lane.ts';
import { createVoiceRequests } from '../../../../src/discord/playback/voice-bridge.ts';
import { createLogger } from '../../../../src/log/log.ts';
import type { GatewayVoiceRequest } from '../../../../src/voice/gateway-messages.ts';
import type { VoiceEvent } from '../../../../src/voice/voice-api.ts';
import { createVoiceEngine, type LocalVoiceEngine } from '../../../../src/voice/voice-engine.ts';
import { FakeLink } from '../../voice/fake-link.ts';
import { createFakeSpeech } from '../../voice/fake-speech.ts';

const LOUNGE = '200000000000000001';
const STUDIO = '200000000000000002';

const guilds = (count: number): string[] => Array.from({ length: count }, (_, index) => `${100_000 + index}`);

/** Discord's gateway for one shard: closes a connection that sends more than 120 messages in any 60 s. */
class GatewayOfOneShard {
  readonly #heartbeat: NodeJS.Timeout;
  /** Times of all messages, heartbeats included. */
  readonly sentAtMs: number[] = [];
  /** The guilds of the requests, in order. */
  readonly requested: string[] = [];
  /** By guild, when it left last, and for how long it was away at most. */
  readonly #leftAtMs = new Map<string, number>();
  longestAwayMs = 0;
  refused = 0;
  isOpen = true;
  readonly #answer: (guildId: string, channelId: string | null) => void;

  constructor(answer: (guildId: string, channelId: string | null) => void) {
    this.#answer = answer;
    this.#heartbeat = setInterval(() => this.#count(), 41_250);
  }

  get mostInAMinute(): number {
    return Math.max(0, ...this.sentAtMs.map((from) => this.#countedSince(from, from + 60_000)));
  }

  receive({ d }: GatewayVoiceRequest): void {
    if (!this.#count()) return;
    this.requested.push(d.guild_id);
    const leftAtMs = this.#leftAtMs.get(d.guild_id);
    if (d.channel_id === null) this.#leftAtMs.set(d.guild_id, performance.now());
    else if (leftAtMs !== undefined) {
      this.longestAwayMs = Math.max(this.longestAwayMs, performance.now() - leftAtMs);
    }
    setTimeout(() => this.#answer(d.guild_id, d.channel_id), 50);
  }

  close(): void {
    clearInterval(this.#heartbeat);
  }

  #count(): boolean {
    const nowMs = performance.now();
    this.sentAtMs.push(nowMs);
    const isWithin = this.#countedSince(nowMs - 60_000, nowMs) <= 120;
    if (!isWithin) this.refused += 1;
    return isWithin;
  }

  #countedSince(fromMs: number, toMs: number): number {
    return this.sentAtMs.filter((atMs) => atMs > fromMs && atMs <= toMs).length;
  }
}

let gateway: GatewayOfOneShard;
let lane: GatewayLane;
let engine: LocalVoiceEngine;
let links: Map<string, FakeLink>;
let events: VoiceEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  links = new Map();
  events = [];
  const log = createLogger('silent');
  gateway = new GatewayOfOneShard((guildId, channelId) => {
    engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: guildId, channel_id: channelId } });
    if (channelId === null) return;
    engine.dispatch({ t: 'VOICE_SERVER_UPDATE', d: { guild_id: guildId, endpoint: 'localhost:1' } });
  });
  lane = createGatewayLane({
    ...{ shardId: 0, pace: DISCORD_PACE, isOpen: () => gateway.isOpen, log },
    transmit: async (payload) => gateway.receive(payload as GatewayVoiceRequest),
  });
  engine = createVoiceEngine({
    speech: createFakeSpeech(),
    log,
    onEvent: (event) => {
      requests.onVoiceEvent(event);
      if (event.type !== 'gateway-send') events.push(event);
    },
    openLink: (hooks) => {
      const link = new FakeLink(hooks, () => true);
      links.set(hooks.guildId, link);
      return link;
    },
  });
  const requests = createVoiceRequests(
    { send: (_guildId, payload, how) => lane.send(payload, how), untilHeard: async () => undefined },
    engine,
  );
});

afterEach(async () => {
  lane.close();
  gateway.close();
  const closing = engine.close();
  await vi.advanceTimersByTimeAsync(10_000);
  await closing;
  vi.useRealTimers();
});

const isReady = (guildId: string): boolean => links.get(guildId)?.status.kind === 'ready';

/** Enters a channel in each guild and lets the limit's window pass. */
async function joinAll(all: readonly string[]): Promise<void> {
  for (let from = 0; from < all.length; from += 100) {
    for (const guildId of all.slice(from, from + 100)) void engine.join({ guildId, channelId: LOUNGE });
    await vi.advanceTimersByTimeAsync(130_000);
  }
  expect(all.every(isReady)).toBe(true);
  gateway.requested.length = 0;
}

function drop(guildId: string): void {
  links.get(guildId)?.become({ kind: 'dropped', closeCode: 4006 });
}

const record = (guildId: string) => ({
  ...{ guildId, channelId: LOUNGE, paused: false, policy: undefined, items: [], lastItemId: 0 },
});

test('of 140 joins at once on one shard all arrive, within the limit and with room for heartbeats', {
  meta: { promises: ['140-joins-once-one'] },
}, async () => {
  const joins = guilds(140).map((guildId) => engine.join({ guildId, channelId: LOUNGE }));
  await vi.advanceTimersByTimeAsync(70_000);
  const outcomes = await Promise.all(joins);
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(['joined']));
  expect(gateway.requested).toHaveLength(140);
  expect(gateway).toMatchObject({ refused: 0 });
  expect(gateway.mostInAMinute).toBeLessThanOrEqual(113);
});

test('400 sessions of one shard that drop at once with 4006 all come back as fast as the limit allows, with no failure told', {
  meta: { promises: ['400-sessions-one-shard'] },
}, async () => {
  const all = guilds(400);
  await joinAll(all);
  for (const guildId of all) drop(guildId);
  // 100 at once, and 100 more after each of the next windows.
  await vi.advanceTimersByTimeAsync(3 * DISCORD_PACE.windowMs + 1_000);
  expect(all.filter(isReady)).toHaveLength(400);
  expect(gateway.requested).toHaveLength(400);
  expect(events).toEqual([]);
  expect(gateway.refused).toBe(0);
});

test('a person who wants the bot in a channel waits for no repair, and a repair for no restore', {
  meta: { promises: ['joins-repairs-restores-share'] },
}, async () => {
  const broken = guilds(250);
  await joinAll(broken);
  engine.restore(Array.from({ length: 200 }, (_, index) => record(`${300_000 + index}`)));
  await vi.advanceTimersByTimeAsync(0);
  const away = gateway.requested.length;
  for (const guildId of broken) drop(guildId);
  const joining = engine.join({ guildId: '1', channelId: STUDIO });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await joining).toMatchObject({ kind: 'joined' });
  await vi.advanceTimersByTimeAsync(600_000);
  // The sessions that had left already return first; then come all repairs.
  const repairs = gateway.requested.filter((guildId) => guildId !== '1').map((guildId) => guildId.startsWith('1'));
  expect(repairs.slice(0, 2 * away)).not.toContain(true);
  expect(repairs.slice(2 * away, 2 * away + 250)).not.toContain(false);
  expect(gateway.longestAwayMs).toBeLessThan(1_000);
  expect([events, gateway.refused]).toEqual([[], 0]);
});

test('the sessions of a crashed thread return one by one, each out of its channel for a moment only', async () => {
  engine.restore(guilds(300).map(record));
  await vi.advanceTimersByTimeAsync(6 * DISCORD_PACE.windowMs);
  expect(guilds(300).every(isReady)).toBe(true);
  expect(gateway.requested).toHaveLength(600);
  expect(gateway.longestAwayMs).toBeLessThan(1_000);
  expect([events, gateway.refused]).toEqual([[], 0]);
});

test('connections that all need to be replaced are, each out of its channel for a moment only', async () => {
  const all = guilds(200);
  await joinAll(all);
  for (const guildId of all) links.get(guildId)?.hooks.onBroken(new Error('broken'));
  await vi.advanceTimersByTimeAsync(4 * DISCORD_PACE.windowMs);
  expect(all.every(isReady)).toBe(true);
  expect(gateway.requested).toHaveLength(400);
  expect(gateway.longestAwayMs).toBeLessThan(1_000);
  expect([events, gateway.refused]).toEqual([[], 0]);
});

test('waiting for its turn is not mistaken for a gateway that does not answer', {
  meta: { promises: ['wait-discords-answer-begins'] },
}, async () => {
  const joins = guilds(140).map((guildId) => engine.join({ guildId, channelId: LOUNGE }));
  await vi.advanceTimersByTimeAsync(70_000);
  await Promise.all(joins);
  // No request was repeated, and nobody was sent away.
  expect(new Set(gateway.requested).size).toBe(gateway.requested.length);
});

test('a join that would wait for minutes is refused with the time when there is room', {
  meta: { promises: ['queue-bounded-whoever-finds'] },
}, async () => {
  const joins = guilds(400).map((guildId) => engine.join({ guildId, channelId: LOUNGE }));
  await vi.advanceTimersByTimeAsync(400_000);
  const outcomes = await Promise.all(joins);
  expect(outcomes.filter(({ kind }) => kind === 'joined')).toHaveLength(330);
  expect(outcomes.at(-1)).toEqual({ kind: 'busy', retryAfterMs: 3 * DISCORD_PACE.windowMs });
  expect(outcomes.filter(({ kind }) => kind === 'busy')).toHaveLength(70);
  expect(await engine.session(guilds(400).at(-1) ?? '')).toBeUndefined();
});

test('what waits while the shard is down leaves once it is ready, and only the newest of a server', async () => {
  await joinAll(['1']);
  gateway.isOpen = false;
  const moving = engine.join({ guildId: '1', channelId: STUDIO });
  const leaving = engine.leave('1');
  await vi.advanceTimersByTimeAsync(30_000);
  gateway.isOpen = true;
  lane.onOpen();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([(await moving).kind, await leaving]).toEqual(['cancelled', true]);
  expect(gateway.requested).toEqual(['1']);
});

test.each([
  ['kicked', null],
  ['dragged', STUDIO],
])('a repair that waits does not undo that the bot was %s', async (_what, channelId) => {
  await joinAll(['1']);
  gateway.isOpen = false;
  drop('1');
  await vi.advanceTimersByTimeAsync(10_000);
  engine.dispatch({ t: 'VOICE_STATE_UPDATE', d: { guild_id: '1', channel_id: channelId } });
  if (channelId !== null) engine.dispatch({ t: 'VOICE_SERVER_UPDATE', d: { guild_id: '1', endpoint: 'localhost:1' } });
  await vi.advanceTimersByTimeAsync(10_000);
  gateway.isOpen = true;
  lane.onOpen();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(gateway.requested).toEqual([]);
});
