import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiscordFaults } from '../../../playground/discord/faults/discord-faults.ts';
import type { LocalGuild } from '../../../playground/discord/guild.ts';
import { shardOf } from '../../../playground/discord/snowflake.ts';
import type { Environment } from '../../../playground/environment.ts';
import { expectWhole, openFaultScene, startFaultEnvironment } from '../../support/fault-scene.ts';

/** What happens to a gateway connection in mid-sentence. */
const FAULTS: readonly (readonly [fault: string, isResumed: boolean, cause: (guild: LocalGuild) => boolean])[] = [
  ['gateway dropped, resumable', true, (guild) => faults.closeGateway(guild, 4000)],
  ['gateway asks to reconnect', true, (guild) => faults.askToReconnect(guild)],
  ['gateway session invalid, resumable', true, (guild) => faults.invalidateSession(guild, { isResumable: true })],
  ['gateway acknowledges no heartbeat', true, (guild) => faults.ignoreHeartbeats(guild)],
  ['gateway silent (half-open connection)', true, (guild) => faults.halfOpenGateway(guild)],
  ['gateway dropped with 4009, not resumable', false, (guild) => faults.closeGateway(guild, 4009)],
  ['gateway session invalid, not resumable', false, (guild) => faults.invalidateSession(guild)],
];

/** A shard for each fault, because it happens to all servers of one. */
const SHARDS = FAULTS.length;
/** Discord's 41 s would have the test wait that long for a connection that is silent. */
const HEARTBEAT_MS = 2_000;
/** Discord's error for an answer after more than 3 s. */
const UNKNOWN_INTERACTION = 10_062;

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment({
    discord: { shards: SHARDS, gatewayRules: { heartbeatIntervalMs: HEARTBEAT_MS } },
  });
  ({ faults } = environment.discord);
});
afterAll(async () => {
  // What somebody asked for during an outage arrives too late to be answered.
  expect(environment.discord.errors.filter(({ code }) => code !== UNKNOWN_INTERACTION)).toEqual([]);
  expect(await environment.close()).toBe(0);
});

describe.concurrent('faults of the gateway', () => {
  it.for(FAULTS.map((fault, shard) => [...fault, shard] as const))('%s', async ([, isResumed, cause, shard]) => {
    await using scene = await openFaultScene(environment, (id) => shardOf(id, SHARDS) === shard);
    const { guild } = scene;
    await scene.start({ interim: false });
    const [spoken, talked] = await Promise.all([scene.startSpeaking(), scene.startTalking()]);
    expect(cause(guild)).toBe(true);
    const [heard, captured] = await Promise.all([spoken.delivered(), talked.delivered()]);
    expectWhole(heard);
    expectWhole(captured);
    // Commands reach it again, and it is where it was.
    await scene.untilAnswering();
    const hasResumed = environment.bot.log.some(
      ({ msg, ...entry }) => msg === 'the gateway resumed' && entry['shardId'] === shard,
    );
    expect(hasResumed).toBe(isResumed);
    expect(guild.voiceChannelOf(scene.botId)).toBe(scene.loungeId);
    expect(scene.notices()).toEqual([]);
    expect(scene.problems()).toEqual([]);
  });
});
