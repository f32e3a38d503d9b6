import { type Client, Events, GatewayDispatchEvents, ShardClientUtil } from 'discord.js';

/** Tells what Discord repeats after a connection broke from what happens now. */
export interface Replays {
  /** Whether the shard of this guild, or with `null` of direct messages, is still receiving what it missed. */
  isCatchingUp(guildId: string | null): boolean;
}

/** The part of a client that reports its connections. */
type ReplaySource = Pick<Client, 'on'> & { readonly options: { readonly shardCount?: number | undefined } };

/**
 * Follows a client's connections for its lifetime. A shard that resumes receives everything since the last event that it
 * saw, which may be minutes old, and after it RESUMED. That event counts, not the shard's status: @discordjs/ws changes
 * the status before it passes on the last events.
 * https://discord.com/developers/docs/events/gateway#resuming
 */
export function watchReplays(client: ReplaySource): Replays {
  const catchingUp = new Set<number>();
  client.on(Events.ShardReconnecting, (shardId) => catchingUp.add(shardId));
  client.on(Events.Raw, ({ t }: { readonly t: string | null }, shardId) => {
    if (t === GatewayDispatchEvents.Resumed || t === GatewayDispatchEvents.Ready) catchingUp.delete(shardId);
  });
  return {
    isCatchingUp: (guildId) => {
      const shards = client.options.shardCount ?? 1;
      return catchingUp.has(guildId === null ? 0 : ShardClientUtil.shardIdForGuildId(guildId, shards));
    },
  };
}
