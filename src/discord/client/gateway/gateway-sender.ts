import { type Client, Events, ShardClientUtil, Status } from 'discord.js';
import type { Logger } from '../../../log/log.ts';
import type { GatewayOutcome } from '../../../voice/gateway-messages.ts';
import {
  createGatewayLane,
  DISCORD_PACE,
  type GatewayLane,
  type GatewayPace,
  type GatewayPayload,
  type GatewaySendOptions,
} from './gateway-lane.ts';

/** Sends every gateway payload of the process, but those that keep a connection alive, within Discord's limit per shard. */
export interface GatewaySender {
  /** Sends a payload on the guild's shard. `offline` when this process does not run that shard. Never rejects. */
  send(guildId: string, payload: GatewayPayload, options: GatewaySendOptions): Promise<GatewayOutcome>;
  /** Sends a payload on a shard. Never rejects. */
  sendOnShard(shardId: number, payload: GatewayPayload, options: GatewaySendOptions): Promise<GatewayOutcome>;
  /** Resolves when the guild's shard has next received anything, acknowledged heartbeats included; never without. */
  untilHeard(guildId: string): Promise<void>;
  /** To be called for whatever a shard receives. */
  noteHeard(shardId: number): void;
  /** Sets what passes payloads to the sockets. */
  transmitWith(transmit: (shardId: number, payload: GatewayPayload) => Promise<void>): void;
  /** Sends on the shards of a client, whenever they are ready. */
  watch(client: Client): void;
  /** Gives up everything that waits. */
  close(): void;
}

/** Creates the sender, for one client. The caller must close it. */
export function createGatewaySender(options: {
  readonly log: Logger;
  readonly pace?: Partial<GatewayPace> | undefined;
}): GatewaySender {
  const { log } = options;
  const pace = { ...DISCORD_PACE, ...options.pace };
  const lanes = new Map<number, GatewayLane>();
  /** By shard, the next sign of life that somebody waits for. */
  const signs = new Map<number, PromiseWithResolvers<void>>();
  let client: Client | undefined;
  let transmit = (_shardId: number, _payload: GatewayPayload): Promise<void> =>
    Promise.reject(new Error('the gateway is not connected'));

  const openLane = (shardId: number): GatewayLane => {
    const lane = createGatewayLane({
      shardId,
      pace,
      // @discordjs/ws keeps a payload until the next READY, which does not come after a resume.
      isOpen: () => client?.ws.shards.get(shardId)?.status === Status.Ready,
      transmit: (payload) => transmit(shardId, payload),
      log,
    });
    lanes.set(shardId, lane);
    return lane;
  };

  const sendOnShard: GatewaySender['sendOnShard'] = (shardId, payload, how) =>
    (lanes.get(shardId) ?? openLane(shardId)).send(payload, how);

  const shardOf = (guildId: string): number =>
    ShardClientUtil.shardIdForGuildId(guildId, client?.options.shardCount ?? 1);

  return {
    sendOnShard,
    untilHeard: (guildId) => {
      const shardId = shardOf(guildId);
      const sign = signs.get(shardId) ?? Promise.withResolvers<void>();
      signs.set(shardId, sign);
      return sign.promise;
    },
    noteHeard: (shardId) => {
      signs.get(shardId)?.resolve();
      signs.delete(shardId);
    },
    send: async (guildId, payload, how) => {
      const shardId = shardOf(guildId);
      if (client?.ws.shards.has(shardId) === true) return await sendOnShard(shardId, payload, how);
      log.error({ guildId }, 'this process has no shard for the guild');
      return { kind: 'offline' };
    },
    transmitWith: (given) => {
      transmit = given;
    },
    watch: (given) => {
      client = given;
      given.on(Events.ShardReady, (shardId) => lanes.get(shardId)?.onOpen());
      given.on(Events.ShardResume, (shardId) => lanes.get(shardId)?.onOpen());
    },
    close: () => {
      for (const lane of lanes.values()) lane.close();
    },
  };
}
