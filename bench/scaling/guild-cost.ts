import { setTimeout as delay } from 'node:timers/promises';
import type { LocalGuild } from '@mynah/local-discord/guild';
import { startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startBotProcess } from '../../playground/bot-process.ts';
import { MEASURABLE, memoryAtRest } from '../bot-memory.ts';
import { cpuMsOf } from '../process-cpu.ts';

/** A server as this assumes it: more than most have, because large servers cost most. */
const TEXT_CHANNELS = 20;
const VOICE_CHANNELS = 8;
const ROLES = 20;
/** Messages and voice states that are sent to measure the gateway's traffic. */
const MESSAGES = 20_000;
const VOICE_CHANGES = 2_000;
const SETTLE_MS = 3_000;
const BYTES_PER_MB = 2 ** 20;

/** What a bot process costs with so many servers. */
export interface GuildCost {
  readonly guilds: number;
  readonly rssMb: number;
  readonly heapMb: number;
  /** From its start to `ready`. */
  readonly startMs: number;
  /** CPU time until ready. */
  readonly startCpuMs: number;
  /** CPU time for 1,000 messages that it doesn't answer, in ms. */
  readonly messagesCpuMs: number;
  /** CPU time for 1,000 people who enter or leave voice channels where it isn't, in ms. */
  readonly voiceCpuMs: number;
}

/** Starts a bot that is in so many servers, with an environment of its own, and measures it. */
export async function guildCost(
  guilds: number,
  { environment, folder }: { readonly environment: Readonly<Record<string, string>>; readonly folder: string },
): Promise<GuildCost> {
  await using discord = await startLocalDiscord({
    ...{ voice: false, privilegedIntents: { messageContent: true }, rules: { rateLimits: false } },
  });
  const all = [
    discord.guild,
    ...Array.from({ length: guilds - 1 }, (_, index) => discord.addGuild({ name: `S ${index}` })),
  ];
  for (const guild of all) furnish(guild);
  const startedAt = performance.now();
  const bot = await startBotProcess({
    environment: {
      ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, NODE_EXTRA_CA_CERTS: discord.caFile },
      ...{ DATA_DIR: folder, LOG_LEVEL: 'info', VOICE_WORKERS: '1', ...MEASURABLE, ...environment },
    },
  });
  try {
    const startMs = performance.now() - startedAt;
    const startCpuMs = cpuMsOf(bot.pid) ?? Number.NaN;
    await delay(SETTLE_MS);
    const { rssBytes, main } = await memoryAtRest(bot);
    const people = all
      .slice(0, 200)
      .map((guild, index) => ({ guild, person: discord.addPerson({ name: `P${index}`, guild }) }));
    const messagesCpuMs = await cpuOf(bot.pid, MESSAGES, (index) => {
      people[index % people.length]?.person.send(`Message ${index}`);
    });
    const voiceCpuMs = await cpuOf(bot.pid, VOICE_CHANGES, (index) => {
      const { guild, person } = people[index % people.length] ?? people[0] ?? {};
      if (guild === undefined || person === undefined) return;
      if (Math.floor(index / people.length) % 2 === 0) person.enterVoice(guild.channel('Lounge').id);
      else guild.disconnectMember(person.id);
    });
    return {
      ...{ guilds, startMs, startCpuMs, messagesCpuMs, voiceCpuMs },
      rssMb: rssBytes / BYTES_PER_MB,
      heapMb: (main.heapBytes + main.externalBytes) / BYTES_PER_MB,
    };
  } finally {
    await bot.stop();
  }
}

function furnish(guild: LocalGuild): void {
  for (let index = 0; index < TEXT_CHANNELS; index += 1) guild.addChannel(`text-${index}`);
  for (let index = 0; index < VOICE_CHANNELS; index += 1) guild.addChannel(`Voice ${index}`, 'voice');
  for (let index = 0; index < ROLES; index += 1) guild.addRole(`Role ${index}`);
}

/** CPU time of 1,000 of `count` events, in ms. */
async function cpuOf(pid: number, count: number, send: (index: number) => void): Promise<number> {
  const idleMs = await cpuWithin(pid, () => delay(SETTLE_MS));
  const busyMs = await cpuWithin(pid, async () => {
    for (let index = 0; index < count; index += 1) {
      send(index);
      if (index % 200 === 0) await delay(10);
    }
    await delay(SETTLE_MS);
  });
  return ((busyMs - idleMs) / count) * 1_000;
}

async function cpuWithin(pid: number, work: () => Promise<void>): Promise<number> {
  const before = cpuMsOf(pid) ?? Number.NaN;
  await work();
  return (cpuMsOf(pid) ?? Number.NaN) - before;
}
