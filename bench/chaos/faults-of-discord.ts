import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import type { FaultKind, PlannedFault } from './plan.ts';
import type { ServerLife } from './server-life.ts';

/** More than the library takes for lost keys, 36. */
const PADDING_PACKETS = 60;
const JOIN_DEADLINE_MS = 10_000;
/** Gateway close code: the session timed out. */
const SESSION_TIMED_OUT = 4_009;

/** What a fault happens to. */
interface DiscordTarget {
  readonly discord: LocalDiscord;
  readonly server: ServerLife;
  readonly planned: PlannedFault;
}

/** What ends a fault, where it doesn't end by itself; `false`: there was nothing for it to happen to. */
export type Begun = boolean | (() => unknown);

type Begin = (target: DiscordTarget) => Begun | Promise<Begun>;

const closesVoice =
  (code: number): Begin =>
  ({ discord, server: { guild } }) =>
    discord.faults.closeVoice(guild, code);

/** Faults of Discord, and what people do to the bot. */
export const DISCORD_FAULTS: ReadonlyMap<FaultKind, Begin> = new Map<FaultKind, Begin>([
  ['gateway dropped', ({ discord, server }) => discord.faults.closeGateway(server.guild)],
  ['gateway asks to reconnect', ({ discord, server }) => discord.faults.askToReconnect(server.guild)],
  [
    'gateway session invalid, resumable',
    ({ discord, server }) => discord.faults.invalidateSession(server.guild, { isResumable: true }),
  ],
  ['gateway dropped with 4009', ({ discord, server }) => discord.faults.closeGateway(server.guild, SESSION_TIMED_OUT)],
  ['gateway session invalid', ({ discord, server }) => discord.faults.invalidateSession(server.guild)],
  [
    'gateway without heartbeat acknowledgements',
    ({ discord, server }) => discord.faults.ignoreHeartbeats(server.guild),
  ],
  ['gateway silent', ({ discord, server }) => discord.faults.halfOpenGateway(server.guild)],
  ...[4006, 4009, 4014, 4015, 4017, 4021, 4022].map(
    (code) => [`voice socket closed with ${code}` as FaultKind, closesVoice(code)] as const,
  ),
  ['voice socket closed with 1006', ({ discord, server }) => discord.faults.breakVoice(server.guild)],
  [
    'UDP black hole',
    ({ discord, server }) => {
      const hole = discord.faults.blackHole(server.guild);
      return hole === undefined ? false : () => hole[Symbol.dispose]();
    },
  ],
  ['dragged', drag],
  [
    'kicked from voice',
    ({ discord, server: { guild } }) => {
      if (guild.voiceChannelOf(discord.botId) === undefined) return false;
      guild.disconnectMember(discord.botId);
      return true;
    },
  ],
  [
    'kicked from the server',
    ({ discord, server }) => {
      if (!discord.faults.removeBot(server.guild)) return false;
      // It can post no notice there.
      server.captions.ends.removed(Date.now());
      return () => discord.faults.addBot(server.guild);
    },
  ],
  [
    'Speak taken away',
    ({ discord, server: { guild } }) => {
      guild.setPermissions('Lounge', { targetId: discord.botId, deny: PermissionFlagsBits.Speak });
      return () => guild.setPermissions('Lounge', { targetId: discord.botId });
    },
  ],
  ['new voice server', ({ discord, server }) => discord.faults.changeVoiceServer(server.guild)],
  [
    'voice server gone',
    ({ discord, server: { guild } }) =>
      discord.faults.removeVoiceServer(guild) && (() => discord.faults.changeVoiceServer(guild)),
  ],
  ['DAVE transition 0', ({ discord, server }) => discord.faults.transitionZero(server.guild)],
  [
    'DAVE padding bursts',
    ({ discord, server: { guild, speakers } }) =>
      speakers.map(({ id }) => discord.faults.padding(guild, id, PADDING_PACKETS)).includes(true),
  ],
  ['DAVE proposal that throws', ({ discord, server }) => discord.faults.badProposals(server.guild)],
  [
    'DAVE decrypt failures',
    ({ discord, server: { guild, speakers }, planned }) => {
      const speaker = speakers[Math.floor(planned.chance * speakers.length)];
      return speaker !== undefined && discord.faults.garble(guild, speaker.id);
    },
  ],
  ['DAVE member never ready', neverReady],
]);

async function drag({ discord, server: { guild } }: DiscordTarget): Promise<Begun> {
  const { botId } = discord;
  if (guild.voiceChannelOf(botId) === undefined) return false;
  await guild.moveMember(botId, guild.channel('Studio').id);
  return async () => {
    if (guild.voiceChannelOf(botId) !== undefined) await guild.moveMember(botId, guild.channel('Lounge').id);
  };
}

async function neverReady({ discord, server: { guild, visitor } }: DiscordTarget): Promise<Begun> {
  const fault = discord.faults.neverReady(visitor.id);
  if (fault === undefined || visitor.voiceChannelId !== undefined) return false;
  await visitor.joinVoice(guild.channel('Lounge').id, AbortSignal.timeout(JOIN_DEADLINE_MS), { selfDeaf: true });
  return async () => {
    fault[Symbol.dispose]();
    await visitor.leaveVoice();
  };
}
