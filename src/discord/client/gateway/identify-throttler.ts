import { type IIdentifyThrottler, SimpleIdentifyThrottler, type WebSocketOptions } from 'discord.js';

type GatewayManager = Parameters<NonNullable<WebSocketOptions['buildStrategy']>>[0];

/** Resolves when it is the turn of a shard of this bucket, over all processes of the bot. Never rejects. */
export type IdentifyTurn = (bucket: number, signal: AbortSignal) => Promise<void>;

/**
 * Creates the throttler of one process: Discord lets `max_concurrency` shards identify in 5 s, one of each bucket. It ends
 * the session of one that is too early, and each attempt counts towards the bot's 1,000 a day. Without `turn`, this process
 * is the only one.
 */
export function identifyThrottlerOf(turn: IdentifyTurn | undefined) {
  return async (manager: Pick<GatewayManager, 'fetchGatewayInformation'>): Promise<IIdentifyThrottler> => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation();
    const own = new SimpleIdentifyThrottler(limit.max_concurrency);
    return {
      waitForIdentify: async (shardId, signal) => {
        await own.waitForIdentify(shardId, signal);
        await turn?.(shardId % limit.max_concurrency, signal);
        signal.throwIfAborted();
      },
    };
  };
}
