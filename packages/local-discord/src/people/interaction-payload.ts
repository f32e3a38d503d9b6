import { ChannelType, PermissionFlagsBits as P } from 'discord-api-types/v10';
import {
  channelPayload,
  fullMemberPayload,
  interactionChannelPayload,
  type Payload,
  userPayload,
} from '../payloads.ts';
import { permissionsOf } from '../permissions.ts';
import { MAX_FILE_BYTES } from '../rules/message-rules.ts';
import type { Services } from '../services.ts';
import type { Channel, User } from '../world.ts';
import type { CommandPlace } from './typed-command.ts';

/** A bot's permissions in direct messages, and through a user install. */
const DIRECT_MESSAGE_PERMISSIONS =
  P.ViewChannel | P.SendMessages | P.EmbedLinks | P.AttachFiles | P.ReadMessageHistory | P.AddReactions;

/** Fields of every interaction besides its `data`: who, where, and the bot's permissions there. */
export function interactionPayload(
  services: Services,
  place: CommandPlace,
  about: { readonly user: User; readonly channel: Channel; readonly type: number; readonly data: Payload },
): Payload {
  const { world, applicationId } = services;
  const { user, channel, type, data } = about;
  const { guild } = place;
  const member = guild?.members.get(user.id);
  return {
    version: 1,
    application_id: applicationId,
    type,
    data,
    channel_id: channel.id,
    channel: guild === undefined ? channelPayload(world, channel) : interactionChannelPayload(world, channel, user.id),
    locale: user.locale,
    app_permissions: appPermissions(services, place, channel),
    entitlements: [],
    context: place.context,
    // The larger of what the guild and the person may upload (Discord API reference, "Uploading Files").
    attachment_size_limit: Math.max(MAX_FILE_BYTES, user.uploadLimitBytes),
    authorizing_integration_owners: integrationOwners(place, user),
    ...(guild === undefined || member === undefined
      ? { user: userPayload(user) }
      : {
          guild_id: guild.id,
          guild: { id: guild.id, locale: guild.preferredLocale, features: [] },
          guild_locale: guild.preferredLocale,
          member: {
            ...fullMemberPayload(world, member),
            permissions: permissionsOf(guild, user.id, channel).toString(),
          },
        }),
  };
}

/** Installation through which the bot was reached: 0 the guild (or `0` for its own messages), 1 the user. */
function integrationOwners({ guild, userInstalled }: CommandPlace, user: User): Payload {
  if (userInstalled) return { 1: user.id };
  return guild === undefined ? { 0: '0' } : { 0: guild.id };
}

function appPermissions({ bot }: Services, { guild, userInstalled }: CommandPlace, channel: Channel): string {
  // In direct messages a bot has the permissions of any participant, like a guild's default role.
  if (guild === undefined || channel.type === ChannelType.DM) return DIRECT_MESSAGE_PERMISSIONS.toString();
  return userInstalled ? DIRECT_MESSAGE_PERMISSIONS.toString() : permissionsOf(guild, bot.id, channel).toString();
}
