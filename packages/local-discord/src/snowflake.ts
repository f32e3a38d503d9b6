/** 1 January 2015, the first instant of Discord's ids (Discord API reference, "Snowflakes"). */
const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Bits below the timestamp: worker, process and counter, all used as one counter here. */
const COUNTER_BITS = 22n;

/** Creates ids like Discord's: decimal strings of 17–19 digits that grow with time, unique within this instance. */
export function createSnowflakes(now: () => number = Date.now): () => string {
  let lastMs = 0;
  let counter = 0n;
  return () => {
    const nowMs = Math.max(now(), lastMs);
    counter = nowMs === lastMs ? counter + 1n : 0n;
    lastMs = nowMs;
    return ((BigInt(nowMs - DISCORD_EPOCH_MS) << COUNTER_BITS) | counter).toString();
  };
}

/** The shard that a guild belongs to (Discord API reference, "Sharding"). */
export function shardOf(guildId: string, shardCount: number): number {
  return Number((BigInt(guildId) >> COUNTER_BITS) % BigInt(shardCount));
}
