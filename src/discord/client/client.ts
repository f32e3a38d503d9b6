import { Client, Events, GatewayIntentBits, type Guild, type GuildMember, Options } from 'discord.js';
import type { Logger } from '../../log.ts';

/** How often members who are in no voice channel are dropped from memory, in seconds. */
const SWEEP_INTERVAL_S = 1_800;

/** Every interaction leaves discord.js a queue for its own token. They are dropped after an hour unless told. */
const HANDLER_SWEEP_INTERVAL_MS = 300_000;

/**
 * Makes the client: the intents that voice and slash commands need, small caches, nothing that pings, failures to the
 * log. It is not logged in yet; the caller destroys it.
 */
export function createDiscordClient(options: {
  /** REST base without the version segment. */
  readonly apiUrl: string;
  /** This process's shards out of `shardCount`; `undefined` leaves them to Discord. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  readonly log: Logger;
}): Client {
  const { apiUrl, shards, shardCount, log } = options;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, handlerSweepInterval: HANDLER_SWEEP_INTERVAL_MS },
    shards: shards ?? 'auto',
    ...(shardCount === undefined ? {} : { shardCount }),
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
      ReactionUserManager: 0,
      GuildMessageManager: 0,
      PresenceManager: 0,
      GuildEmojiManager: 0,
      GuildStickerManager: 0,
      GuildScheduledEventManager: 0,
      GuildInviteManager: 0,
      GuildBanManager: 0,
      AutoModerationRuleManager: 0,
    }),
    sweepers: {
      guildMembers: { interval: SWEEP_INTERVAL_S, filter: () => isNotInVoice },
    },
  });
  logFailures(client, log);
  return client;
}

/** Members in voice are needed to tell people from bots, and the bot's own member for its permissions. */
function isNotInVoice(member: GuildMember): boolean {
  return member.id !== member.client.user.id && member.voice.channelId === null;
}

function logFailures(client: Client, log: Logger): void {
  client.on(Events.Error, (err: Error) => log.error({ err }, 'the Discord client reported an error'));
  client.on(Events.ShardError, (err, shardId) => log.warn({ err, shardId }, 'the gateway connection broke'));
  client.on(Events.ShardReconnecting, (shardId) => log.info({ shardId }, 'the gateway reconnects'));
  client.on(Events.ShardResume, (shardId) => log.info({ shardId }, 'the gateway resumed'));
  client.on(Events.ShardDisconnect, ({ code }, shardId) =>
    log.error({ shardId, code }, 'the gateway refused this shard for good'),
  );
  client.on(Events.GuildUnavailable, (guild: Guild) => log.info({ guildId: guild.id }, 'a guild is unavailable'));
  client.rest.on('rateLimited', ({ route, timeToReset, global }) =>
    log.info({ route, waitMs: timeToReset, global }, 'Discord limits the rate'),
  );
}
