import type { InteractionContext } from './command.ts';
import type { Reply } from './replies.ts';

/** Where a late answer went: into the channel where it was asked, to the person directly, or nowhere. */
export type LateOutcome = 'channel' | 'direct' | 'nowhere';

/** Answers after Discord has stopped taking answers to the interaction: as messages. */
export interface LateAnswers {
  /**
   * Posts `reply` where it was asked, or as a direct message where the bot may not or where only the person shall see
   * it. Never rejects: what could not go anywhere is in the log.
   */
  post(asked: Pick<InteractionContext, 'userId' | 'place'>, reply: Reply): Promise<LateOutcome>;
}
