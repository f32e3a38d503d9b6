import { MessageFlags } from 'discord-api-types/v10';
import type { HostedFile } from '../attachments.ts';
import type { Services } from '../services.ts';
import type { Channel, Guild, StoredMessage } from '../world.ts';
import { detachAddresses } from './file-addresses.ts';
import { KEPT_VERSION, type KeptChannel, type KeptDiscord, type KeptMessage, type KeptState } from './kept-schema.ts';

/** Takes what is to be kept of a local Discord that listens at `origin`. */
export function takeSnapshot({ world, bot, webhooks, attachments }: Services, origin: string): KeptDiscord {
  const state: KeptState = {
    version: KEPT_VERSION,
    botId: bot.id,
    users: [...world.users.values()],
    guilds: [...world.guilds.values()].map(keepGuild),
    channels: [...world.channels.values()].map(keepChannel),
    webhooks: [...webhooks.all],
    files: {},
  };
  const { json, paths } = detachAddresses(JSON.stringify(state), origin);
  const files = new Map<string, HostedFile>();
  for (const path of paths) {
    const file = attachments.kept(path);
    if (file !== undefined) files.set(path, file);
  }
  const contentTypes = Object.fromEntries([...files].map(([path, { contentType }]) => [path, contentType]));
  return { state: { ...(JSON.parse(json) as KeptState), files: contentTypes }, files };
}

function keepGuild({ id, name, ownerId, preferredLocale, roles, members }: Guild): KeptState['guilds'][number] {
  return {
    id,
    name,
    ownerId,
    preferredLocale,
    roles: [...roles.values()].map((role) => ({ ...role, permissions: role.permissions.toString() })),
    members: [...members.values()],
  };
}

function keepChannel(whole: Channel): KeptChannel {
  const { threadMembers, overwrites, messages, status: _, ...channel } = whole;
  return {
    ...channel,
    recipientIds: [...channel.recipientIds],
    threadMembers: [...threadMembers],
    overwrites: [...overwrites.values()].map((overwrite) => ({
      ...overwrite,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
    messages: [...messages.values()].filter(outlasts).map(keepMessage),
  };
}

/** Discord's client forgets ephemeral messages when it ends; a deferral can’t be filled in without its interaction. */
function outlasts({ visibleTo, flags }: StoredMessage): boolean {
  return visibleTo === undefined && (flags & MessageFlags.Loading) === 0;
}

function keepMessage(whole: StoredMessage): KeptMessage {
  const { channelId: _, visibleTo: __, deleted: ___, ...message } = whole;
  return message;
}
