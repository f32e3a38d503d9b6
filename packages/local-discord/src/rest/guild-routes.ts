import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { z } from 'zod';
import { refusal } from '../discord-error.ts';
import { parseForm } from '../form.ts';
import { channelPayload, fullMemberPayload, guildPayload, userPayload, voiceStatePayload } from '../payloads.ts';
import { grants, permissionsOf } from '../permissions.ts';
import { botGuild, type Services } from '../services.ts';
import { isStage } from '../voice-states.ts';
import { webhookPayload } from '../webhooks.ts';
import type { Guild } from '../world.ts';
import { noContent, ok, type RestRequest, type Route } from './route.ts';

const voiceStateSchema = z.object({
  channel_id: z.string().optional(),
  suppress: z.boolean().optional(),
  request_to_speak_timestamp: z.iso.datetime().nullish(),
});

/** Guilds, their channels, roles, members and voice states. */
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
      pattern: '/guilds/:guildId/members/search',
      auth: 'bot',
      handle: (request) => {
        const query = (request.query.get('query') ?? '').toLowerCase();
        const limit = Number(request.query.get('limit') ?? 1);
        const found = [...guildOf(request).members.values()].filter((member) => {
          const names = [member.nickname, world.users.get(member.userId)?.username];
          return names.some((name) => name?.toLowerCase().startsWith(query) === true);
        });
        return ok(found.slice(0, limit).map((member) => fullMemberPayload(world, member)));
      },
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
      method: 'PATCH',
      pattern: '/guilds/:guildId/voice-states/:userId',
      auth: 'bot',
      handle: (request) => {
        changeVoiceState(services, guildOf(request), userIdOf(request), request.body);
        return noContent();
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

/**
 * Modify Current User Voice State, and Modify User Voice State (Discord API reference, "Voice"): in stage channels only.
 * Anyone may ask to speak with Request to Speak, and go into the audience; all else takes Mute Members.
 * @throws {DiscordError} 10065, 50024, 50013
 */
function changeVoiceState({ world, voiceStates, bot }: Services, guild: Guild, userId: string, body: unknown): void {
  const {
    channel_id: channelId,
    suppress,
    request_to_speak_timestamp: requestedAt,
  } = parseForm(voiceStateSchema, body);
  const state = guild.voiceStates.get(userId);
  const channel = state && world.channels.get(state.channelId);
  if (state === undefined || channel === undefined) throw refusal('unknownVoiceState');
  if (!isStage(channel) || (channelId ?? channel.id) !== channel.id) throw refusal('wrongChannelType');
  const permissions = permissionsOf(guild, bot.id, channel);
  const isOwn = userId === bot.id;
  if ((suppress === false || (!isOwn && suppress === true)) && !grants(permissions, P.MuteMembers)) {
    throw refusal('missingPermissions');
  }
  if (typeof requestedAt === 'string' && !(isOwn && grants(permissions, P.RequestToSpeak))) {
    throw refusal('missingPermissions');
  }
  if (suppress !== undefined) voiceStates.setSuppressed(guild, userId, suppress);
  if (requestedAt !== undefined) voiceStates.requestToSpeak(guild, userId, requestedAt ?? undefined);
}
