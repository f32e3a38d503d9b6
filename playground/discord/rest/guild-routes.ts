import { refusal } from '../discord-error.ts';
import { channelPayload, fullMemberPayload, guildPayload, userPayload, voiceStatePayload } from '../payloads.ts';
import { botGuild, type Services } from '../services.ts';
import { webhookPayload } from '../webhooks.ts';
import { ok, type RestRequest, type Route } from './route.ts';

/** Reading guilds, their channels, roles, members and voice states. */
export function guildRoutes(services: Services): Route[] {
  const { world, bot } = services;
  const guildOf = (request: RestRequest) => botGuild(services, request.param('guildId'));
  const userIdOf = (request: RestRequest): string =>
    request.param('userId') === '@me' ? bot.id : request.param('userId');
  return [
    {
      method: 'GET',
      pattern: '/guilds/:guildId',
      auth: 'bot',
      handle: (request) => ok(guildPayload(guildOf(request))),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guildId/channels',
      auth: 'bot',
      handle: (request) => ok([...guildOf(request).channels.values()].map((channel) => channelPayload(world, channel))),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guildId/roles',
      auth: 'bot',
      handle: (request) => ok(guildPayload(guildOf(request))['roles']),
    },
    {
      method: 'GET',
      pattern: '/guilds/:guildId/members/:userId',
      auth: 'bot',
      handle: (request) => {
        const member = guildOf(request).members.get(userIdOf(request));
        if (member === undefined) throw refusal('unknownMember');
        return ok(fullMemberPayload(world, member));
      },
    },
    {
      method: 'GET',
      pattern: '/guilds/:guildId/voice-states/:userId',
      auth: 'bot',
      handle: (request) => {
        const state = guildOf(request).voiceStates.get(userIdOf(request));
        if (state === undefined) throw refusal('unknownVoiceState');
        return ok(voiceStatePayload(world, state));
      },
    },
    {
      method: 'GET',
      pattern: '/guilds/:guildId/webhooks',
      auth: 'bot',
      handle: (request) => {
        const channels = [...guildOf(request).channels.keys()];
        const webhooks = channels.flatMap((id) => services.webhooks.inChannel(id));
        return ok(webhooks.map((webhook) => webhookPayload(webhook, services.applicationId, userPayload(bot))));
      },
    },
  ];
}
