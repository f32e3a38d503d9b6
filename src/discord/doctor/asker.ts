import type { GuildPlace } from '../interactions/command.ts';

/** Who asks, and where: that decides what they may read. */
export interface Asker {
  readonly userId: string;
  readonly place: GuildPlace;
  /** They may change the server's settings. */
  readonly isManager: boolean;
  /** They run the bot, or manage the server of somebody who does: they may read numbers of the machine and the account. */
  readonly isOperator: boolean;
}
