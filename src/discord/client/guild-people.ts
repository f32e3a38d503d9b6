import type { Client, GuildMember } from 'discord.js';
import type { People } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';

/** Discord's smallest size that is sharp beside a message. */
const AVATAR_SIZE = 128;

/** How a member appears in a guild. */
export interface Face {
  /** The server nickname, else the display name. */
  readonly name: string;
  readonly avatarUrl: string | undefined;
}

/** Members of all guilds; a stand-in replaces what cannot be looked up. */
export interface GuildPeople extends People {
  faceOf(guildId: string, userId: string): Promise<Face>;
}

/**
 * Looks members up in the client's caches first: everyone in a voice channel is there. `messagesOf` has the stand-in for a
 * name, in the guild's language.
 */
export function createGuildPeople(client: Client, messagesOf: (guildId: string) => Messages, log: Logger): GuildPeople {
  const memberOf = async (guildId: string, userId: string): Promise<GuildMember | undefined> => {
    const members = client.guilds.cache.get(guildId)?.members;
    try {
      return members?.cache.get(userId) ?? (await members?.fetch(userId));
    } catch (error) {
      log.info({ err: error }, 'could not look up a member');
      return undefined;
    }
  };
  const nameOf = async (guildId: string, userId: string): Promise<string> =>
    (await memberOf(guildId, userId))?.displayName ??
    client.users.cache.get(userId)?.displayName ??
    messagesOf(guildId).captions.unnamedSpeaker;
  return {
    nameOf,
    isBot: async (guildId, userId) => {
      const user = (await memberOf(guildId, userId))?.user ?? client.users.cache.get(userId);
      return user?.bot ?? false;
    },
    faceOf: async (guildId, userId) => {
      const member = await memberOf(guildId, userId);
      return {
        name: member?.displayName ?? (await nameOf(guildId, userId)),
        avatarUrl: member?.displayAvatarURL({ extension: 'png', size: AVATAR_SIZE }),
      };
    },
  };
}
