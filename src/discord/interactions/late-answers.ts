import { type REST, Routes } from 'discord.js';
import type { Logger } from '../../log/log.ts';
import { type Reply, toMessageRequest } from '../client/replies.ts';
import type { InteractionContext } from './command.ts';

/** Where a late answer was posted: in the channel of the interaction, in a direct message, or nowhere. */
type LateOutcome = 'channel' | 'direct' | 'nowhere';

/** Answers as messages, for when Discord has stopped taking answers to the interaction. */
export interface LateAnswers {
  /**
   * Posts `reply` in the channel of the interaction, or as a direct message if the bot may not post there or only the
   * person may see it. Never rejects: a failure is logged.
   */
  post(asked: Pick<InteractionContext, 'userId' | 'place'>, reply: Reply): Promise<LateOutcome>;
}

/** Makes the late answers. */
export function createLateAnswers(options: {
  readonly rest: Pick<REST, 'post'>;
  /** Whether the bot may post in a guild's channel, with or without files. */
  readonly mayPost: (channelId: string, hasFiles: boolean) => boolean;
  readonly log: Logger;
}): LateAnswers {
  const { rest, mayPost, log } = options;

  const postIn = async (channelId: string, reply: Reply): Promise<void> => {
    await rest.post(Routes.channelMessages(channelId), toMessageRequest(reply));
  };

  const toChannel = async ({ kind, channelId }: InteractionContext['place'], reply: Reply): Promise<boolean> => {
    if (reply.visibility === 'ephemeral') return false;
    // The bot's permissions are unknown outside of its guilds: Discord decides.
    if (kind === 'guild' && !mayPost(channelId, (reply.files ?? []).length > 0)) return false;
    try {
      await postIn(channelId, reply);
      return true;
    } catch (error) {
      log.info({ err: error }, 'could not post a late answer in its channel');
      return false;
    }
  };

  const toPerson = async (userId: string, reply: Reply): Promise<boolean> => {
    try {
      const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: userId } });
      await postIn(idOf(channel), reply);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'could not send a late answer as a direct message');
      return false;
    }
  };

  return {
    post: async ({ userId, place }, reply) => {
      if (await toChannel(place, reply)) return 'channel';
      return (await toPerson(userId, reply)) ? 'direct' : 'nowhere';
    },
  };
}

function idOf(channel: unknown): string {
  return typeof channel === 'object' && channel !== null ? String(Reflect.get(channel, 'id')) : '';
}
