import { GatewayIntentBits } from 'discord-api-types/v10';
import { z } from 'zod';
import { refusal } from '../discord-error.ts';
import { parseForm } from '../form.ts';
import { applicationFlags } from '../gateway.ts';
import { channelPayload, ownUserPayload, type Payload, userPayload } from '../payloads.ts';
import { permissionsOf } from '../permissions.ts';
import { botGuild, type Services } from '../services.ts';
import { noContent, ok, type Route } from './route.ts';

/** Concurrent and daily logins; generous, so that tests with many shards start fast. */
const MAX_CONCURRENCY = 16;
const DAILY_SESSIONS = 1_000;

/** Routes about the bot itself: gateway, user, application, guilds, direct-message channels. */
export function applicationRoutes(services: Services): Route[] {
  return [...gatewayRoutes(services), ...userRoutes(services)];
}

function gatewayRoutes(services: Services): Route[] {
  const application = (): Payload => applicationPayload(services);
  return [
    { method: 'GET', pattern: '/gateway', auth: 'path', handle: () => ok({ url: services.gatewayUrl() }) },
    {
      method: 'GET',
      pattern: '/gateway/bot',
      auth: 'bot',
      handle: () =>
        ok({
          url: services.gatewayUrl(),
          shards: services.recommendedShards,
          session_start_limit: {
            total: DAILY_SESSIONS,
            remaining: DAILY_SESSIONS,
            reset_after: 0,
            max_concurrency: MAX_CONCURRENCY,
          },
        }),
    },
    { method: 'GET', pattern: '/applications/@me', auth: 'bot', handle: () => ok(application()) },
    { method: 'GET', pattern: '/oauth2/applications/@me', auth: 'bot', handle: () => ok(application()) },
  ];
}

function userRoutes(services: Services): Route[] {
  const { world, bot } = services;
  return [
    { method: 'GET', pattern: '/users/@me', auth: 'bot', handle: () => ok(ownUserPayload(bot)) },
    {
      method: 'GET',
      pattern: '/users/@me/guilds',
      auth: 'bot',
      handle: () => {
        const guilds = [...world.guilds.values()].filter((guild) => guild.members.has(bot.id));
        const permissions = (guild: (typeof guilds)[number]): string => permissionsOf(guild, bot.id).toString();
        return ok(
          guilds.map((guild) => ({
            id: guild.id,
            name: guild.name,
            icon: null,
            banner: null,
            owner: guild.ownerId === bot.id,
            permissions: permissions(guild),
            features: [],
          })),
        );
      },
    },
    {
      method: 'DELETE',
      pattern: '/users/@me/guilds/:guildId',
      auth: 'bot',
      handle: ({ param }) => {
        removeBot(services, param('guildId'));
        return noContent();
      },
    },
    {
      method: 'POST',
      pattern: '/users/@me/channels',
      auth: 'bot',
      handle: ({ body }) => {
        const { recipient_id: recipientId } = parseForm(z.object({ recipient_id: z.string() }), body);
        const user = world.users.get(recipientId);
        if (user === undefined) throw refusal('unknownUser');
        if (user.bot) throw refusal('cannotMessageUser');
        return ok(channelPayload(world, world.directChannel(bot.id, user.id)));
      },
    },
    {
      method: 'GET',
      pattern: '/users/:userId',
      auth: 'bot',
      handle: ({ param }) => {
        const user = world.users.get(param('userId'));
        if (user === undefined) throw refusal('unknownUser');
        return ok(userPayload(user));
      },
    },
  ];
}

/** The bot leaves a guild, its voice channel first. @throws {DiscordError} 10004 when it is not a member */
function removeBot(services: Services, guildId: string): void {
  const { bot, events, voiceStates, world } = services;
  const guild = botGuild(services, guildId);
  voiceStates.leave(guild, bot.id);
  guild.members.delete(bot.id);
  const payload = { id: guild.id };
  events.emit({ name: 'GUILD_DELETE', guildId: guild.id, intent: GatewayIntentBits.Guilds, data: () => payload });
  world.changes.emit({ kind: 'bot' });
}

function applicationPayload(services: Services): Payload {
  const { applicationId, bot, world, privilegedIntents } = services;
  const people = [...world.users.values()].filter((user) => !user.bot);
  const owner = people.find(({ ownsApplication }) => ownsApplication) ?? people[0];
  return {
    id: applicationId,
    name: bot.globalName ?? bot.username,
    icon: null,
    description: '',
    type: null,
    bot: userPayload(bot),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    team: null,
    ...(owner === undefined ? {} : { owner: userPayload(owner) }),
    flags: applicationFlags(privilegedIntents),
    flags_new: String(applicationFlags(privilegedIntents)),
    explicit_content_filter: 0,
    redirect_uris: [],
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
    eligible_oauth2_scopes: ['applications.commands', 'bot'],
    approximate_guild_count: world.guilds.size,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    integration_types_config: { 0: {}, 1: {} },
  };
}
