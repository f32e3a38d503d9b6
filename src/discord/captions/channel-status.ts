import { type REST, Routes } from 'discord.js';
import type { CaptionSession } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log.ts';

const STATUS = '💬 Live captions are on';
/** Nobody who ends captions waits longer than this for the sign to go. */
const LOWER_WITHIN_MS = 1_000;

/** The line under a voice channel's name that says that captions are on. */
export interface ChannelStatus {
  /** Shows the line where the bot may; nothing happens where it may not. */
  set(session: CaptionSession): Promise<void>;
  /** Takes the guild's line away as long as the bot may; Discord itself does so when the channel empties. */
  clear(guildId: string): Promise<void>;
}

/** Makes the channelStatus of all guilds. `maySet` says whether Discord would take a status for this channel right now. */
export function createChannelStatus(options: {
  readonly rest: Pick<REST, 'put'>;
  readonly maySet: (guildId: string, channelId: string) => boolean;
  readonly log: Logger;
}): ChannelStatus {
  const { rest, maySet, log } = options;
  /** Channels that show the line, by guild. */
  const raised = new Map<string, string>();

  const set = async (channelId: string, status: string): Promise<void> => {
    const signal = AbortSignal.timeout(LOWER_WITHIN_MS);
    try {
      await rest.put(Routes.channelVoiceStatus(channelId), { body: { status }, signal });
    } catch (error) {
      log.info({ err: error }, 'could not set the status of a voice channel');
    }
  };

  const clear = async (guildId: string): Promise<void> => {
    const channelId = raised.get(guildId);
    raised.delete(guildId);
    if (channelId !== undefined && maySet(guildId, channelId)) await set(channelId, '');
  };

  return {
    clear,
    set: async ({ guildId, voiceChannelId }) => {
      await clear(guildId);
      if (!maySet(guildId, voiceChannelId)) return;
      raised.set(guildId, voiceChannelId);
      await set(voiceChannelId, STATUS);
    },
  };
}
