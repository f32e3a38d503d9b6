import { EventEmitter } from 'node:events';
import type { Client } from 'discord.js';
import { expect, it } from 'vitest';
import { watchReplays } from '../../../../src/discord/client/replays.ts';

/** Of two shards, this server is on the second: its timestamp is odd. */
const GUILD = String(1n << 22n);

function follow() {
  const client = Object.assign(new EventEmitter(), { options: { shardCount: 2 } });
  return { client, replays: watchReplays(client as unknown as Client) };
}

it('takes what comes between the end of a connection and RESUMED for older than it looks', () => {
  const { client, replays } = follow();
  expect(replays.isCatchingUp(GUILD)).toBe(false);
  client.emit('shardReconnecting', 1);
  expect(replays.isCatchingUp(GUILD)).toBe(true);
  client.emit('raw', { t: 'INTERACTION_CREATE' }, 1);
  // discord.js reports the resume before it passes on the last events.
  client.emit('shardResume', 1, 1);
  expect(replays.isCatchingUp(GUILD)).toBe(true);
  client.emit('raw', { t: 'RESUMED' }, 1);
  expect(replays.isCatchingUp(GUILD)).toBe(false);
});

it('ends with a new session, which repeats nothing', () => {
  const { client, replays } = follow();
  client.emit('shardReconnecting', 1);
  client.emit('raw', { t: 'READY' }, 1);
  expect(replays.isCatchingUp(GUILD)).toBe(false);
});

it('knows shards apart; direct messages come by the first', () => {
  const { client, replays } = follow();
  client.emit('shardReconnecting', 1);
  expect(replays.isCatchingUp(null)).toBe(false);
  client.emit('raw', { t: 'RESUMED' }, 0);
  expect(replays.isCatchingUp(GUILD)).toBe(true);
  client.emit('shardReconnecting', 0);
  expect(replays.isCatchingUp(null)).toBe(true);
});
