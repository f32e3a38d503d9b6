import { type REST, Routes } from 'discord.js';
import type { CaptionSession } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log.ts';
import type { Messages } from '../../messages/messages.ts';

/** The end of captions waits no longer than this for the status to be cleared. */
const REQUEST_TIMEOUT_MS = 1_000;

/** The line under a voice channel's name that says that captions are on. */
export interface ChannelStatus {
  /** Sets the status if the bot may, else does nothing. */
  set(session: CaptionSession): Promise<void>;
  /** Clears the guild's status if the bot may. Discord does so itself when the channel empties. */
  clear(guildId: string): Promise<void>;
}

/** Creates the status of all guilds. `maySet`: whether Discord currently accepts a status for this channel. */
export function createChannelStatus(options: {
  readonly rest: Pick<REST, 'put'>;
  readonly maySet: (guildId: string, channelId: string) => boolean;
  readonly messages: Messages;
  readonly log: Logger;
}): ChannelStatus {
  const { rest, maySet, messages, log } = options;
  /** Channels with a status, by guild id. */
  const shown = new Map<string, string>();

  const set = async (channelId: string, status: string): Promise<void> => {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    try {
      await rest.put(Routes.channelVoiceStatus(channelId), { body: { status }, signal });
    } catch (error) {
      log.info({ err: error }, 'could not set the status of a voice channel');
    }
  };

  const clear = async (guildId: string): Promise<void> => {
    const channelId = shown.get(guildId);
    shown.delete(guildId);
    if (channelId !== undefined && maySet(guildId, channelId)) await set(channelId, '');
  };

  return {
    clear,
    set: async ({ guildId, voiceChannelId }) => {
      await clear(guildId);
      if (!maySet(guildId, voiceChannelId)) return;
      shown.set(guildId, voiceChannelId);
      await set(voiceChannelId, messages.captions.channelStatus);
    },
  };
}
