import { Attachments } from './attachments.ts';
import { Commands } from './commands.ts';
import { Gateway, type GatewayRules, type PrivilegedIntents } from './gateway.ts';
import { Interactions } from './interactions.ts';
import type { Listeners } from './listeners.ts';
import { Messages } from './messages.ts';
import type { DispatchEvent } from './payloads.ts';
import { applicationRoutes } from './rest/application-routes.ts';
import { channelRoutes } from './rest/channel-routes.ts';
import { commandRoutes } from './rest/command-routes.ts';
import { guildRoutes } from './rest/guild-routes.ts';
import { interactionRoutes } from './rest/interaction-routes.ts';
import { RestServer, type RestServerOptions } from './rest/server.ts';
import { webhookRoutes } from './rest/webhook-routes.ts';
import type { Services } from './services.ts';
import type { VoiceStates } from './voice-states.ts';
import { Webhooks } from './webhooks.ts';
import type { User, World } from './world.ts';

/** What the services of a local Discord are made of. */
export interface ServiceParts {
  readonly world: World;
  readonly bot: User;
  readonly events: Listeners<DispatchEvent>;
  readonly voiceStates: VoiceStates;
  readonly privilegedIntents: PrivilegedIntents | undefined;
  /** Number of shards that the bot is told to start; default 1. */
  readonly shards: number | undefined;
  readonly gatewayUrl: () => string;
}

/** Creates the services around a world. */
export function makeServices({ world, bot, events, voiceStates, ...options }: ServiceParts): Services {
  // A bot has its application's id, like for every application created since 2016.
  const applicationId = bot.id;
  const attachments = new Attachments(world.makeId);
  const messages = new Messages(world, attachments, events, bot.id);
  return {
    world,
    bot,
    applicationId,
    privilegedIntents: { ...options.privilegedIntents },
    recommendedShards: options.shards ?? 1,
    events,
    attachments,
    messages,
    commands: new Commands(applicationId, world),
    interactions: new Interactions(messages, events, { id: bot.id, applicationId }, world),
    webhooks: new Webhooks(world.makeId, events),
    voiceStates,
    gatewayUrl: options.gatewayUrl,
  };
}

/** Creates the gateway, by which the bot joins and leaves voice channels. */
export function makeGateway(
  services: Services,
  token: string,
  rules: Partial<GatewayRules>,
  log: (line: string) => void,
): Gateway {
  const { world, bot, applicationId, privilegedIntents, voiceStates } = services;
  return new Gateway({
    world,
    bot,
    applicationId,
    token,
    privilegedIntents,
    rules,
    onVoiceRequest(session, { guildId, channelId, selfMute, selfDeaf }) {
      const guild = world.guilds.get(guildId);
      if (guild === undefined || !guild.members.has(bot.id) || !session.covers(guildId)) return;
      if (channelId === null) {
        voiceStates.leave(guild, bot.id);
        return;
      }
      // Discord does not answer a bot that may not join, or for which the channel is full.
      const joined = voiceStates.join(guild, bot.id, channelId, { sessionId: session.id, selfMute, selfDeaf });
      if (joined.kind === 'refused') log(`gateway: the bot cannot join ${channelId}: ${joined.why}`);
    },
    onSessionEnd(session) {
      for (const guild of world.guilds.values()) {
        if (guild.voiceStates.get(bot.id)?.sessionId === session.id) voiceStates.leave(guild, bot.id);
      }
    },
  });
}

/** Creates the REST server with all routes. It does not listen yet. */
export function makeRest(
  services: Services,
  token: string,
  options: Pick<RestServerOptions, 'rateLimits' | 'onExchange' | 'guard' | 'log'>,
): RestServer {
  const routes = [
    ...applicationRoutes(services),
    ...guildRoutes(services),
    ...commandRoutes(services),
    ...interactionRoutes(services),
    ...channelRoutes(services),
    ...webhookRoutes(services),
  ];
  return new RestServer(routes, { token, attachments: services.attachments, ...options });
}
