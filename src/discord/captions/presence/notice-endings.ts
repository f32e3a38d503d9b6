import { DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { CaptionSession } from '../../../captions/captions-ports.ts';
import type { Logger } from '../../../log/log.ts';
import type { Messages } from '../../../messages/messages.ts';
import { toMessageRequest } from '../../client/replies.ts';
import { createBackgroundRequests } from '../background-requests.ts';
import { endedButtons } from '../caption-messages.ts';

/** Lets notices in the chats of voice channels say that their captions have ended. */
export interface NoticeEndings {
  /** Changes these messages in the chat of the session's voice channel, one after another, as far as Discord takes it. */
  change(session: Pick<CaptionSession, 'guildId' | 'voiceChannelId'>, messageIds: readonly string[]): void;
  /** Resolves when no notice is being changed. Aborting the signal abandons what is left. Never rejects. */
  settle(signal: AbortSignal): Promise<void>;
}

/** Creates the endings of all guilds. */
export function createNoticeEndings({
  rest,
  publicMessages,
  log,
}: {
  readonly rest: Pick<REST, 'patch'>;
  readonly publicMessages: (guildId: string) => Promise<Messages>;
  readonly log: Logger;
}): NoticeEndings {
  const requests = createBackgroundRequests();

  const changeAll = async (guildId: string, channelId: string, messageIds: readonly string[]): Promise<void> => {
    const messages = await publicMessages(guildId);
    const content = messages.captions.noticeEnded({ voiceChannelId: channelId });
    const { body } = toMessageRequest({ content, components: [endedButtons(messages)], visibility: 'public' });
    const { signal } = requests;
    for (const messageId of messageIds) {
      signal.throwIfAborted();
      try {
        await rest.patch(Routes.channelMessage(channelId, messageId), { body, signal });
      } catch (error) {
        const isDeleted = error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage;
        if (!isDeleted) throw error;
      }
    }
  };

  return {
    change: ({ guildId, voiceChannelId }, messageIds) => {
      if (messageIds.length === 0) return;
      const work = changeAll(guildId, voiceChannelId, messageIds).catch((error: unknown) =>
        log.info({ err: error }, 'could not mark a notice of captions as ended'),
      );
      requests.add(work);
    },
    settle: (signal) => requests.settle(signal),
  };
}
