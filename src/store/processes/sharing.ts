import type pg from 'pg';
import type { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { PermitBoard } from '../../speech/limiter/limiter-ports.ts';
import { createPermitBoard } from '../permits/permit-board.ts';
import type { DatabaseSession } from './database-session.ts';
import { createIdentifyTurns } from './identify-turns.ts';
import { lockShards, type ShardClaim } from './shard-locks.ts';

/** What processes on one PostgreSQL database share besides data. It ends with the database, which the caller closes. */
export interface Sharing {
  /** Permits of the speech service's account. */
  readonly board: PermitBoard;
  /**
   * Waits until no other process runs the same shards, and holds them from then on.
   * @throws {MynahError} SHARDS_TAKEN when another process keeps them; STORE_UNAVAILABLE.
   */
  lockShards(claim: ShardClaim, options: ShardWait): Promise<void>;
  /** Resolves when a shard of this bucket may identify. Never rejects. */
  identifyTurns(bot: string): (bucket: number, signal: AbortSignal) => Promise<void>;
  /** Runs a statement with the counts of people's limits, in the table `rate_limits`. */
  readonly counts: { query(statement: pg.QueryConfig): Promise<pg.QueryResult> };
}

/** How long to wait for shards. */
interface ShardWait {
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
  /** Another process took them while the database was away: this one must end. */
  readonly onTaken: (error: MynahError) => void;
}

/** Creates what is shared through a session and a pool, both of which the caller closes. Connects when it is first used. */
export function createSharing(session: DatabaseSession, pool: pg.Pool, log: Logger): Sharing {
  return {
    board: createPermitBoard(session),
    lockShards: (claim, options) => lockShards({ ...claim, ...options, session, log }),
    identifyTurns: (bot) => createIdentifyTurns(session, bot),
    counts: { query: (statement) => pool.query(statement) },
  };
}
