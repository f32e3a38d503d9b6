import type { DiscordFaults } from '@mynah/local-discord/faults/discord-faults';
import type { LocalGuild } from '@mynah/local-discord/guild';
import { shardOf } from '@mynah/local-discord/snowflake';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BotLogEntry } from '../../../playground/bot-process.ts';
import type { Environment } from '../../../playground/environment.ts';
import {
  expectWhole,
  type FaultScene,
  openFaultScene,
  REJOIN_PACKETS,
  repeatedRefusals,
  startFaultEnvironment,
} from '../../support/fault-scene.ts';
import { patience } from '../../support/test-session.ts';

/** A shard for each fault, because it happens to all servers of one. */
const SHARDS = 7;
/** Discord's 41 s would have the test wait that long for a connection that is silent. */
const HEARTBEAT_MS = 4_000;

let environment: Environment;
let faults: DiscordFaults;
beforeAll(async () => {
  environment = await startFaultEnvironment({
    discord: { shards: SHARDS, gatewayRules: { heartbeatIntervalMs: HEARTBEAT_MS } },
  });
  ({ faults } = environment.discord);
});
afterAll(async () => {
  expect(repeatedRefusals(environment)).toEqual([]);
  expect(await environment.close()).toBe(0);
});

/** The bot speaks, Bob speaks, and the shard's gateway connection fails: it connects again, and resumes if it may. */
async function reconnects(
  shard: number,
  isResumed: boolean,
  cause: (guild: LocalGuild) => boolean,
  afterwards: (scene: FaultScene) => Promise<() => Promise<void>> = async () => async () => undefined,
): Promise<void> {
  await using scene = await openFaultScene(environment, (id) => shardOf(id, SHARDS) === shard);
  const { guild } = scene;
  await scene.start({ interim: false });
  const [spoken, talked] = await Promise.all([scene.startSpeaking(), scene.startTalking()]);
  const logged = environment.bot.log.length;
  expect(cause(guild)).toBe(true);
  const check = await afterwards(scene);
  expectWhole(await spoken.delivered());
  expectWhole(await talked.delivered(), REJOIN_PACKETS);
  // Commands reach it again, and it is where it was.
  await scene.untilAnswering();
  const resumes = ({ msg, ...entry }: BotLogEntry): boolean =>
    msg === 'the gateway resumed' && entry['shardId'] === shard;
  // Commands may have worked all the time.
  if (isResumed) await environment.bot.waitForLog(resumes, patience());
  expect(environment.bot.log.slice(logged).some(resumes)).toBe(isResumed);
  expect(guild.voiceChannelOf(scene.botId)).toBe(scene.loungeId);
  expect(scene.notices()).toEqual([]);
  expect(scene.problems()).toEqual([]);
  await check();
}

/** Ada asks for a text that Discord gives up before the bot hears of it. */
async function asksInVain({ ada, speech }: FaultScene): Promise<() => Promise<void>> {
  const text = 'Nobody waits for this any more.';
  const invocation = await ada.type('/say', { text });
  return async () => {
    const next = await ada.type('/say', { text: 'This comes next.' });
    await next.until(({ content }) => content === 'Spoken.', patience());
    expect(invocation.acknowledgedAfterMs).toBeUndefined();
    expect(JSON.stringify(speech.requests)).not.toContain(text);
  };
}

describe.concurrent('faults of the gateway', () => {
  it('gateway dropped', () => reconnects(0, true, (guild) => faults.closeGateway(guild, 4000)));
  it('gateway asks to reconnect', () => reconnects(1, true, (guild) => faults.askToReconnect(guild)));
  it('gateway session invalid, resumable', () =>
    reconnects(2, true, (guild) => faults.invalidateSession(guild, { isResumable: true })));
  it('gateway without heartbeat acknowledgements', () =>
    reconnects(3, true, (guild) => faults.ignoreHeartbeats(guild)));
  it('gateway silent', () => reconnects(4, true, (guild) => faults.halfOpenGateway(guild), asksInVain));
  it('gateway dropped with 4009', () => reconnects(5, false, (guild) => faults.closeGateway(guild, 4009)));
  it('gateway session invalid', () => reconnects(6, false, (guild) => faults.invalidateSession(guild)));
});
