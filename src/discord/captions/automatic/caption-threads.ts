import {
  ChannelType,
  type Client,
  DiscordAPIError,
  type NewsChannel,
  RESTJSONErrorCodes,
  type TextChannel,
  ThreadAutoArchiveDuration,
} from 'discord.js';
import { missingThreadPermissions, type PermissionKey } from '../../client/permissions.ts';

/** Opens threads for captions, and finds the channels that captions go to. All ids are snowflakes. */
export interface CaptionThreads {
  /**
   * Makes sure that a channel or thread is known: archived threads are not after a restart. `deleted`: it is gone for good.
   * Rejects when Discord cannot be reached.
   */
  find(channelId: string): Promise<'found' | 'hidden' | 'deleted'>;
  /** What the bot lacks to open threads there; `undefined` where there can be none: in voice channels and in threads. */
  missingToOpen(channelId: string): readonly PermissionKey[] | undefined;
  /** Opens a public thread, which Discord archives after a day without messages. Rejects when Discord refuses. */
  open(channelId: string, name: string): Promise<string>;
}

/** Opens threads as discord.js's client. */
export function createCaptionThreads(client: Client): CaptionThreads {
  const parentOf = (channelId: string): TextChannel | NewsChannel | undefined => {
    const channel = client.channels.cache.get(channelId);
    const isParent = channel?.type === ChannelType.GuildText || channel?.type === ChannelType.GuildAnnouncement;
    return isParent ? channel : undefined;
  };
  return {
    find: async (channelId) => {
      if (client.channels.cache.has(channelId)) return 'found';
      try {
        await client.channels.fetch(channelId);
        return 'found';
      } catch (error) {
        if (!(error instanceof DiscordAPIError) || error.status >= 500) throw error;
        return error.code === RESTJSONErrorCodes.UnknownChannel ? 'deleted' : 'hidden';
      }
    },
    missingToOpen: (channelId) => {
      const parent = parentOf(channelId);
      return parent && missingThreadPermissions(parent.permissionsFor(client.user?.id ?? '')?.bitfield ?? 0n);
    },
    open: async (channelId, name) => {
      const parent = parentOf(channelId);
      if (parent === undefined) throw new Error('a channel without threads');
      const { id } = await parent.threads.create({ name, autoArchiveDuration: ThreadAutoArchiveDuration.OneDay });
      return id;
    },
  };
}
