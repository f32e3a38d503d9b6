import { sleepUnlessAborted } from '../../concurrency/async.ts';
import { lockClassOf } from './advisory-keys.ts';
import type { DatabaseSession } from './database-session.ts';

/** Discord lets one shard of a bucket identify every 5 s ("Gateway", "Rate Limiting"); the rest is for clocks and networks. */
const TURN_MS = 5_250;
const RETRY_MS = 250;

/**
 * Creates what makes the processes of a bot identify one after the other: resolves when it is this process's turn in the
 * bucket, or at once while the database can't be reached. The caller's own turns must be at least 5 s apart. Never rejects.
 */
export function createIdentifyTurns(
  session: DatabaseSession,
  bot: string,
  turnMs: number = TURN_MS,
): (bucket: number, signal: AbortSignal) => Promise<void> {
  const lockClass = lockClassOf(`identifying of ${bot}`);
  return async (bucket, signal) => {
    while (!signal.aborted) {
      try {
        const [row] = await session.query<{ taken: boolean }>(TRY, [lockClass, bucket]);
        if (row?.taken !== true) await sleepUnlessAborted(RETRY_MS * (0.8 + 0.4 * Math.random()), signal);
        else {
          setTimeout(() => void session.query(UNLOCK, [lockClass, bucket]).catch(() => undefined), turnMs).unref();
          return;
        }
      } catch {
        return;
      }
    }
  };
}

const TRY = 'select pg_try_advisory_lock($1, $2) as taken';
const UNLOCK = 'select pg_advisory_unlock($1, $2)';
