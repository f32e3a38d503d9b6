import type { Client } from 'discord.js';
import type { Logger } from '../../log/log.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { mayPost } from '../client/permissions.ts';
import { createLateAnswers, type LateAnswers } from './late-answers.ts';

/** Late answers in the channels where the bot may post. */
export function createLateAnswersIn({ rest }: Client, directory: GuildDirectory, log: Logger): LateAnswers {
  return createLateAnswers({
    rest,
    mayPost: (channelId, hasFiles) => {
      const facts = directory.textChannel(channelId);
      return facts !== undefined && mayPost(facts.permissions, facts.webhookChannelId !== channelId, hasFiles);
    },
    log,
  });
}
