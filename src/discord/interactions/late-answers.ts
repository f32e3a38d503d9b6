import { type REST, Routes } from 'discord.js';
import type { Logger } from '../../log.ts';
import type { InteractionContext } from './command.ts';
import { type Reply, toMessageRequest } from './replies.ts';

/** Where a late answer went: into the channel where it was asked, to the person directly, or nowhere. */
type LateOutcome = 'channel' | 'direct' | 'nowhere';

/** Answers after Discord has stopped taking answers to the interaction: as messages. */
export interface LateAnswers {
  /**
   * Posts `reply` where it was asked, or as a direct message where the bot may not or where only the person shall see
   * it. Never rejects: what could not go anywhere is in the log.
   */
  post(asked: Pick<InteractionContext, 'userId' | 'place'>, reply: Reply): Promise<LateOutcome>;
}

/** Makes the late answers. */
export function createLateAnswers(options: {
  readonly rest: Pick<REST, 'post'>;
  /** Whether the bot may post in a guild's channel, with files or without. */
  readonly mayPost: (channelId: string, hasFiles: boolean) => boolean;
  readonly log: Logger;
}): LateAnswers {
  const { rest, mayPost, log } = options;

  const postIn = async (channelId: string, reply: Reply): Promise<void> => {
    await rest.post(Routes.channelMessages(channelId), toMessageRequest(reply));
  };

  const toChannel = async ({ kind, channelId }: InteractionContext['place'], reply: Reply): Promise<boolean> => {
    if (reply.visibility === 'ephemeral') return false;
    // Elsewhere nothing is known of what the bot may do: Discord says.
    if (kind === 'guild' && !mayPost(channelId, (reply.files ?? []).length > 0)) return false;
    try {
      await postIn(channelId, reply);
      return true;
    } catch (error) {
      log.info({ err: error }, 'a late answer could not go into its channel');
      return false;
    }
  };

  const toPerson = async (userId: string, reply: Reply): Promise<boolean> => {
    try {
      const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: userId } });
      await postIn(idOf(channel), reply);
      return true;
    } catch (error) {
      log.warn({ err: error }, 'a late answer could not go anywhere');
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
