import {
  Client,
  Events,
  GatewayCloseCodes,
  type Guild,
  type GuildMember,
  Options,
  Partials,
  Status,
  type User,
} from 'discord.js';
import type { Logger } from '../../log/log.ts';
import { createGatewayReconnects } from './gateway/gateway-reconnects.ts';
import type { GatewaySender } from './gateway/gateway-sender.ts';
import { type IdentifyTurn, identifyThrottlerOf } from './gateway/identify-throttler.ts';
import { BASE_INTENTS } from './intents.ts';
import { keepRestClock } from './rest-clock.ts';
import { sendRequest } from './rest-uploads.ts';

/** How often members who are in no voice channel are dropped from memory, in seconds. */
const SWEEP_INTERVAL_S = 1_800;

/** discord.js keeps a request queue per interaction token, and drops idle ones after an hour by default. */
const HANDLER_SWEEP_INTERVAL_MS = 300_000;

/**
 * Creates the client, not logged in: the intents that voice and slash commands need, small caches, no pings, failures in
 * the log. The caller must destroy it.
 */
export function createDiscordClient(options: {
  /** REST base without the version segment. */
  readonly apiUrl: string;
  /** This process's shards out of `shardCount`; `undefined` leaves them to Discord. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** Keeps shards of several processes from identifying at the same time. */
  readonly identifyTurn?: IdentifyTurn | undefined;
  /** Once it aborts, the client no longer reconnects. */
  readonly signal: AbortSignal;
  /** Sends all payloads of the client; the caller closes it. */
  readonly sender: GatewaySender;
  readonly log: Logger;
}): Client {
  const { apiUrl, shards, shardCount, identifyTurn, signal, sender, log } = options;
  const reconnects = createGatewayReconnects({ signal, sender, log });
  const client = new Client({
    intents: BASE_INTENTS,
    // No message is kept, so that edits and deletions are of messages that the client does not know.
    partials: [Partials.Message],
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, handlerSweepInterval: HANDLER_SWEEP_INTERVAL_MS, makeRequest: sendRequest },
    ws: { buildStrategy: reconnects.buildStrategy, buildIdentifyThrottler: identifyThrottlerOf(identifyTurn) },
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
      users: { interval: SWEEP_INTERVAL_S, filter: () => isNotSelf },
    },
  });
  keepRestClock(client.rest, signal);
  reconnects.watch(client);
  sender.watch(client);
  logFailures(client, log);
  return client;
}

/** Whether all shards are connected now. What discord.js calls ready stays so when a connection is lost. */
export function isConnected(client: Client): boolean {
  return client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready);
}

/** Members in voice are kept to tell people from bots, and the bot's own member for its permissions. */
function isNotInVoice(member: GuildMember): boolean {
  return member.id !== member.client.user.id && member.voice.channelId === null;
}

/** Everyone who wrote a message is remembered; members keep their user themselves. */
function isNotSelf(user: User): boolean {
  return user.id !== user.client.user.id;
}

function logFailures(client: Client, log: Logger): void {
  client.on(Events.Error, (err: Error) => log.error({ err }, 'the Discord client reported an error'));
  client.on(Events.ShardResume, (shardId) => log.info({ shardId }, 'the gateway resumed'));
  client.on(Events.ShardDisconnect, ({ code }, shardId) => {
    if (code === GatewayCloseCodes.DisallowedIntents) return;
    // Before that, it fails the start, which logs it.
    if (client.isReady()) log.error({ shardId, code }, 'Discord closed the gateway connection for good');
  });
  client.on(Events.GuildUnavailable, (guild: Guild) => log.info({ guildId: guild.id }, 'a server is unavailable'));
  client.rest.on('rateLimited', ({ route, timeToReset, global }) =>
    log.info({ route, waitMs: timeToReset, global }, 'waiting for a rate limit of Discord'),
  );
}
