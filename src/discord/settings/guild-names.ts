import { channelMention, roleMention, userMention } from 'discord.js';
import type { Messages } from '../../messages/messages.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { sanitize } from '../client/replies.ts';
import type { Showing } from './controls.ts';

/** Most entries of a list in a panel: more make no sense to read, and a message takes 4,000 characters. */
const MAX_LISTED = 4;

/** What is known of a server's roles and channels. */
export type Directory = Pick<GuildDirectory, 'roleName' | 'channelNameIn' | 'textChannel'>;

/** Shows values with mentions, which the client of the person who reads turns into names. Nothing pings in answers. */
export function showingMentions(directory: Directory, guildId: string, messages: Messages): Showing {
  const { deleted } = messages.settings;
  return {
    messages,
    maxListed: MAX_LISTED,
    names: {
      role: (id) => (directory.roleName(guildId, id) === undefined ? deleted.role : roleOf(guildId, id)),
      channel: (id) => (directory.channelNameIn(guildId, id) === undefined ? deleted.channel : channelMention(id)),
      person: userMention,
    },
  };
}

/** Names of roles and channels as plain text, as they are now: a record must stay readable when they are deleted. */
export function plainName(kind: 'role' | 'channel', name: string | undefined, { settings }: Messages): string {
  if (name === undefined) return settings.deleted[kind];
  const mark = kind === 'role' ? '@' : '#';
  return `${mark}${sanitize(name.replace(/^@/, ''))}`;
}

/** The role that everyone has is not a mention. */
function roleOf(guildId: string, roleId: string): string {
  return roleId === guildId ? '@everyone' : roleMention(roleId);
}
