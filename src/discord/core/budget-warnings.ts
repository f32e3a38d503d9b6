import type { Budgets } from '../../budgets/budgets-api.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';

/**
 * Tells the managers of a guild that most of its budget is used, in the channel where it was used last: managers have no
 * channel of their own that every guild has.  */
export function postBudgetWarnings(
  budgets: Pick<Budgets, 'tellWarnings'>,
  parts: {
    readonly directory: Pick<GuildDirectory, 'post'>;
    readonly publicMessages: (guildId: string) => Promise<Messages>;
    readonly log: Logger;
  },
): void {
  const { directory, publicMessages, log } = parts;
  budgets.tellWarnings(async (warning) => {
    try {
      const messages = await publicMessages(warning.guildId);
      return await directory.post(warning.channelId, messages.budgets.mostUsed(warning));
    } catch (error) {
      log.info({ err: error }, 'could not tell the managers about a budget');
      return false;
    }
  });
}
