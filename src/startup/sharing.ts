import type { Config } from '../config.ts';
import type { MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { SharedSlots } from '../speech/limiter/shared-slots.ts';
import type { Sharing } from '../store/processes/sharing.ts';

/** What this process shares with the others of its bot; nothing with SQLite. */
export interface Shared {
  /** The speech service's permits. The limiter that gets them closes them. */
  readonly slots: SharedSlots | undefined;
  /** For the bot. */
  readonly identifyTurn: ReturnType<Sharing['identifyTurns']> | undefined;
  readonly sharedCounts: Sharing['counts'] | undefined;
}

/**
 * Joins the other processes of the bot: waits until none of them runs this one's shards.
 * @throws {MynahError} SHARDS_TAKEN or STORE_UNAVAILABLE, with a line that says what to do.
 */
export async function joinProcesses(
  { discord }: Config,
  sharing: Sharing | undefined,
  options: { readonly signal: AbortSignal; readonly onTaken: (error: MynahError) => void; readonly log: Logger },
): Promise<Shared> {
  const { shards, shardCount } = discord;
  const { log } = options;
  const isAlone = shards === undefined || new Set(shards).size === shardCount;
  if (sharing === undefined) {
    if (!isAlone) log.warn({ shards, shardCount }, ONLY_POSTGRES);
    return { slots: undefined, identifyTurn: undefined, sharedCounts: undefined };
  }
  // The token's first part is the bot's id, which is no secret.
  const bot = discord.token.reveal().split('.')[0] ?? '';
  await sharing.lockShards({ bot, shards, shardCount: shards && shardCount }, options);
  const expectedProcesses = isAlone ? 1 : Math.ceil((shardCount ?? 1) / shards.length);
  return {
    slots: new SharedSlots({ board: sharing.board, expectedProcesses, log }),
    identifyTurn: sharing.identifyTurns(bot),
    sharedCounts: sharing.counts,
  };
}

const ONLY_POSTGRES =
  'this process runs some of the shards, and shares no limits with the others: give all of them one PostgreSQL database in DATABASE_URL';
