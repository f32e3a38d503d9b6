import {
  type Client,
  Events,
  GatewayCloseCodes,
  type GatewaySendPayload,
  SimpleShardingStrategy,
  type WebSocketOptions,
} from 'discord.js';
import { type Backoff, backoffMs, sleep } from '../../../concurrency/async.ts';
import type { Logger } from '../../../log/log.ts';
import { connectionFailure } from '../connection-failure.ts';
import { doWithoutMessages } from '../intents.ts';
import type { GatewaySender } from './gateway-sender.ts';

/** Waits between attempts to reach Discord, over REST and at the gateway. */
export const DISCORD_BACKOFF: Backoff = { baseMs: 1_000, maxMs: 30_000, jitter: 'equal' };

/** The wait after Discord refused an intent. */
const REFUSED_WAIT_MS = 1_000;

/** How long Discord has to answer the close of a gateway connection: many round trips. */
const CLOSE_TIMEOUT_MS = 2_000;

type GatewayManager = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** Events of @discordjs/ws for what only a live connection brings. discord.js does not export their names. */
const SIGNS_OF_LIFE = ['dispatch', 'heartbeat'] as readonly string[] as readonly Parameters<GatewayManager['on']>[0][];

/**
 * Slows down a client's reconnections: @discordjs/ws 1.2 connects again after 500 ms, however often that failed. The first
 * reconnection of a shard that was ready stays immediate; further ones wait longer and longer.
 */
export interface GatewayReconnects {
  /** For the client's `ws` options. */
  readonly buildStrategy: (manager: GatewayManager) => SimpleShardingStrategy;
  /** Counts the client's failed connections, and logs each in one line. */
  watch(client: Client): void;
}

/** Once `signal` aborts, no shard connects again. */
export function createGatewayReconnects(options: {
  readonly signal: AbortSignal;
  /** Sends all payloads that go through the client. */
  readonly sender: GatewaySender;
  readonly log: Logger;
  readonly backoff?: Backoff;
}): GatewayReconnects {
  const { signal, sender, log, backoff = DISCORD_BACKOFF } = options;
  const waits = new ReconnectWaits(backoff, signal);
  const errors = new Map<number, Error>();
  const strategies: PersistentStrategy[] = [];
  return {
    buildStrategy: (manager) => {
      waitBeforeConnecting(manager, waits);
      for (const sign of SIGNS_OF_LIFE) manager.on(sign, ({ shardId }) => sender.noteHeard(shardId));
      const strategy = new PersistentStrategy(manager, sender);
      strategies.push(strategy);
      return strategy;
    },
    watch: (client) => {
      client.on(Events.ShardDisconnect, ({ code }, shardId) => {
        if (code !== GatewayCloseCodes.DisallowedIntents || signal.aborted) return;
        log.warn({ shardId }, 'Discord refused the Message Content intent: connecting without it');
        const intents = doWithoutMessages(client);
        for (const strategy of strategies) void strategy.reconnect(shardId, intents, signal);
      });
      client.on(Events.ShardError, (err, shardId) => errors.set(shardId, err));
      client.on(Events.ShardReconnecting, (shardId) => {
        const err = errors.get(shardId);
        errors.delete(shardId);
        if (signal.aborted) return;
        const delayMs = waits.onClosed(shardId);
        log.info(
          { shardId, delayMs, ...(err && connectionFailure(err)) },
          'the gateway connection closed: reconnecting',
        );
      });
      const onConnected = (shardId: number): void => {
        waits.onConnected(shardId);
        for (const strategy of strategies) strategy.limitClose(shardId);
      };
      client.on(Events.ShardReady, onConnected);
      client.on(Events.ShardResume, onConnected);
    },
  };
}

/** discord.js asks for a shard's session before every connection, and awaits the answer: the only hook there is. */
function waitBeforeConnecting({ options }: GatewayManager, waits: ReconnectWaits): void {
  const retrieve = options.retrieveSessionInfo.bind(options);
  options.retrieveSessionInfo = async (shardId) => {
    await waits.wait(shardId);
    return retrieve(shardId);
  };
}

/** Does not give up the start at a shard's first error: the shard itself connects again. Paces what discord.js sends. */
class PersistentStrategy extends SimpleShardingStrategy {
  readonly #sender: GatewaySender;

  constructor(manager: GatewayManager, sender: GatewaySender) {
    super(manager);
    this.#sender = sender;
    sender.transmitWith((shardId, payload) => {
      this.#resetLimiter(shardId);
      return super.send(shardId, payload as GatewaySendPayload);
    });
  }

  override async send(shardId: number, payload: GatewaySendPayload): Promise<void> {
    await this.#sender.sendOnShard(shardId, payload, { priority: 'other' });
  }

  /** Connects a shard again, with other intents: the library gives it up when Discord refuses what it asked for. */
  async reconnect(shardId: number, intents: number, signal: AbortSignal): Promise<void> {
    const shard = this.#shard(shardId);
    if (!isRefusedShard(shard)) return;
    shard.strategy.options.intents = intents;
    // The library is still closing it.
    await sleep(REFUSED_WAIT_MS, signal).catch(() => undefined);
    if (!signal.aborted) await shard.connect().catch(() => undefined);
  }

  /**
   * A connection whose heartbeats are not acknowledged is often dead, so that its close is not answered either: ws would
   * wait 30 s for that before the shard connects again.
   */
  limitClose(shardId: number): void {
    const connection: unknown = Reflect.get(Object(this.#shard(shardId)), 'connection');
    if (connection instanceof Object) Reflect.set(connection, '_closeTimeout', CLOSE_TIMEOUT_MS);
  }

  #shard(shardId: number): unknown {
    const shards: unknown = Reflect.get(this, 'shards');
    return shards instanceof Map ? shards.get(shardId) : undefined;
  }

  /** The library's own limiter counts fixed minutes, and holds everything back after 114 in one. The sender replaces it. */
  #resetLimiter(shardId: number): void {
    const shard = this.#shard(shardId);
    if (typeof shard === 'object' && shard !== null) Reflect.set(shard, 'sendRateLimitState', { sent: 0, resetAt: 0 });
  }

  override async connect(): Promise<void> {
    // What discord.js does not retry, it reports as `Events.ShardDisconnect`.
    await super.connect().catch(() => undefined);
  }
}

/** The parts of a shard of @discordjs/ws 1.2 with which it connects with other intents. */
interface RefusedShard {
  readonly strategy: { readonly options: { intents: number } };
  connect(): Promise<void>;
}

function isRefusedShard(shard: unknown): shard is RefusedShard {
  if (typeof shard !== 'object' || shard === null) return false;
  return typeof Reflect.get(shard, 'strategy') === 'object' && typeof Reflect.get(shard, 'connect') === 'function';
}

/** How long each shard has to wait before it connects again. */
class ReconnectWaits {
  readonly #backoff: Backoff;
  readonly #signal: AbortSignal;
  /** By shard, closed connections since it was last ready. */
  readonly #failures = new Map<number, number>();
  /** By shard, the wait before its next connection. */
  readonly #dueMs = new Map<number, number>();

  constructor(backoff: Backoff, signal: AbortSignal) {
    this.#backoff = backoff;
    this.#signal = signal;
  }

  /** Gives the wait before the next connection, in milliseconds. */
  onClosed(shardId: number): number {
    const failures = this.#failures.get(shardId) ?? 0;
    this.#failures.set(shardId, failures + 1);
    const delayMs = failures === 0 ? 0 : Math.round(backoffMs(failures, this.#backoff));
    this.#dueMs.set(shardId, delayMs);
    return delayMs;
  }

  onConnected(shardId: number): void {
    this.#failures.delete(shardId);
    this.#dueMs.delete(shardId);
  }

  async wait(shardId: number): Promise<void> {
    const delayMs = this.#dueMs.get(shardId);
    this.#dueMs.delete(shardId);
    if (delayMs !== undefined && delayMs > 0) await sleep(delayMs, this.#signal).catch(() => undefined);
    // A rejection here would be reported as unhandled: a shard that must not connect waits without end.
    if (delayMs !== undefined && this.#signal.aborted) await new Promise<never>(() => undefined);
  }
}
