import { userMention } from 'discord.js';
import { dropOldestBeyond } from '../../bounded-map.ts';
import type { Budgets, BudgetUsedUp } from '../../budgets/budgets-api.ts';
import type { Logger } from '../../log/log.ts';
import type { ChargeReading, PublicMessages } from '../../reading/reading-ports.ts';
import type { GuildDirectory } from '../client/guild-directory.ts';
import { sanitize } from '../client/replies.ts';

/** Most notices that are remembered, so that none is posted twice. */
const MAX_REMEMBERED = 10_000;

/** Counts what is read aloud for its writer. What is used up is said once a day in the channel, not for every message. */
export function createReadingCharge(parts: {
  readonly budgets: Pick<Budgets, 'take'>;
  readonly directory: Pick<GuildDirectory, 'post'>;
  readonly publicMessages: PublicMessages;
  readonly log: Logger;
}): ChargeReading {
  const { budgets, directory, publicMessages, log } = parts;
  const told = new Set<string>();
  const tell = async (
    { guildId, userId, channelId, webhookName = '' }: Parameters<ChargeReading>[0],
    { whose, resetsAtMs }: BudgetUsedUp,
  ): Promise<void> => {
    const isPersonal = whose === 'person' || whose === 'member';
    const key = `${guildId} ${isPersonal ? userId : ''} ${resetsAtMs}`;
    if (told.has(key)) return;
    told.add(key);
    dropOldestBeyond(MAX_REMEMBERED, told);
    const { usedUp } = (await publicMessages(guildId)).reading;
    // Discord shows the mention of a webhook as an unknown user.
    const writer = sanitize(webhookName) || userMention(userId);
    await directory.post(channelId, usedUp({ writer: isPersonal ? writer : undefined, resetsAtMs }));
  };
  return async (who, characters) => {
    const outcome = await budgets.take('characters', who, characters);
    if (outcome.kind === 'taken') return outcome;
    tell(who, outcome.usedUp).catch((err: unknown) => log.info({ err }, 'could not tell that a budget is used up'));
    return { kind: 'used-up' };
  };
}
