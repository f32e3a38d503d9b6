import { sleep } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import { lockClassOf } from './advisory-keys.ts';
import type { DatabaseSession } from './database-session.ts';

/** A process that stops has 10 s, and a server notices after some 15 s that a machine vanished. */
const DEFAULT_PATIENCE_MS = 30_000;
const RETRY_MS = 250;

/**
 * Shards whose connection was lost are taken again within this time after that, or given up: another process may have them.
 * At least some tries remain after a reconnect, since the server may still be ending the former connection.
 */
const RETAKE_MS = 3_000;
const LEAST_RETAKE_MS = 500;

/** Held alone by a process that runs all shards, and shared by those that run some. */
const ALL_SHARDS = 2 ** 31 - 1;

/** What a process runs. */
export interface ShardClaim {
  /** Tells bots apart; not secret. */
  readonly bot: string;
  /** `undefined` for all. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
}

interface ShardLockOptions extends ShardClaim {
  readonly session: DatabaseSession;
  readonly signal: AbortSignal;
  readonly patienceMs?: number | undefined;
  /** Another process took the shards while the database was away. */
  readonly onTaken: (error: MynahError) => void;
  readonly log: Logger;
}

/**
 * Makes sure that no other process on the database runs the same shards, or counts shards differently: people would get
 * every answer twice. Waits for one that is just ending. Holds the shards until the session ends, and takes them again
 * whenever it reconnects, or reports that another process has them.
 * @throws {MynahError} SHARDS_TAKEN when another process keeps them; STORE_UNAVAILABLE.
 */
export async function lockShards(options: ShardLockOptions): Promise<void> {
  const { session, signal, onTaken, log } = options;
  const connected = Promise.withResolvers<void>();
  let isFirst = true;
  let lostAtMs = 0;
  session.add({
    onConnected: () => {
      connected.resolve();
      if (isFirst) return;
      const patienceMs = Math.max(LEAST_RETAKE_MS, RETAKE_MS - (performance.now() - lostAtMs));
      lockWithin({ ...options, patienceMs }).catch((error: unknown) => {
        if (error instanceof MynahError && error.code === 'SHARDS_TAKEN') onTaken(error);
        // Else the connection broke again, and what comes next tries again.
        else log.debug({ err: error }, 'the shards could not be locked again');
      });
    },
    onLost: () => {
      lostAtMs = performance.now();
    },
  });
  await Promise.race([connected.promise, sleep(options.patienceMs ?? DEFAULT_PATIENCE_MS, signal)]);
  await lockWithin(options);
  isFirst = false;
}

async function lockWithin(options: ShardLockOptions): Promise<void> {
  const { signal, patienceMs = DEFAULT_PATIENCE_MS, log } = options;
  const giveUpAtMs = performance.now() + patienceMs;
  for (let isWaiting = false; ; isWaiting = true) {
    const conflict = await tryLock(options);
    if (conflict === undefined) return;
    if (performance.now() > giveUpAtMs) throw takenBy(conflict, options);
    if (!isWaiting) log.info({ ...conflict }, 'waiting for another process that runs these shards to end');
    await sleep(RETRY_MS * (0.8 + 0.4 * Math.random()), signal);
  }
}

/** Who is in the way. */
interface Conflict {
  readonly kind: 'same-shard' | 'other-count';
  readonly address: string | undefined;
  readonly since: string | undefined;
}

async function tryLock(options: ShardLockOptions): Promise<Conflict | undefined> {
  const { session, bot, shards, shardCount } = options;
  const [shardClass, countClass] = [lockClassOf(`shards of ${bot}`), lockClassOf(`shard counts of ${bot}`)];
  const wanted = shards ?? [ALL_SHARDS];
  const taken: number[] = [];
  if (shards !== undefined) {
    if (!(await lock(session, 'pg_try_advisory_lock_shared', shardClass, ALL_SHARDS))) {
      return { kind: 'same-shard', ...(await holderOf(session, shardClass, ALL_SHARDS)) };
    }
  }
  const release = async (): Promise<void> => {
    if (shards !== undefined) await session.query(UNLOCK_SHARED, [shardClass, ALL_SHARDS]);
    for (const shard of taken) await session.query(UNLOCK, [shardClass, shard]);
  };
  for (const shard of wanted) {
    if (await lock(session, 'pg_try_advisory_lock', shardClass, shard)) {
      taken.push(shard);
      continue;
    }
    const holder = await holderOf(session, shardClass, shard);
    await release();
    return { kind: 'same-shard', ...holder };
  }
  if (shardCount === undefined) return undefined;
  await lock(session, 'pg_try_advisory_lock_shared', countClass, shardCount);
  const [other] = await session.query<Holder>(OTHER_COUNT, [countClass, shardCount]);
  if (other === undefined) return undefined;
  await session.query(UNLOCK_SHARED, [countClass, shardCount]);
  await release();
  return { kind: 'other-count', address: other.address ?? undefined, since: other.since };
}

interface Holder {
  readonly address: string | null;
  readonly since: string;
}

const UNLOCK = 'select pg_advisory_unlock($1, $2)';
const UNLOCK_SHARED = 'select pg_advisory_unlock_shared($1, $2)';
const HOLDERS = `select host(client_addr) as address, to_char(backend_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since
  from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and granted and objsubid = 2 and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database()) and classid::bigint = $1::bigint`;
const HOLDER = `${HOLDERS} and objid::bigint = $2::bigint limit 1`;
const OTHER_COUNT = `${HOLDERS} and objid::bigint <> $2::bigint limit 1`;

async function lock(
  session: DatabaseSession,
  how: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lockClass: number,
  object: number,
): Promise<boolean> {
  const [row] = await session.query<{ taken: boolean }>(`select ${how}($1, $2) as taken`, [lockClass, object]);
  return row?.taken === true;
}

async function holderOf(session: DatabaseSession, lockClass: number, object: number): Promise<Omit<Conflict, 'kind'>> {
  const [holder] = await session.query<Holder>(HOLDER, [lockClass, object]);
  return { address: holder?.address ?? undefined, since: holder?.since };
}

function takenBy({ kind, address, since }: Conflict, { shards }: ShardLockOptions): MynahError {
  const who = `another process${address === undefined ? '' : ` at ${address}`}${since === undefined ? '' : `, connected since ${since}`},`;
  const what = shards === undefined ? 'runs shards of this bot' : `runs one of the shards ${shards.join(', ')}`;
  const line =
    kind === 'same-shard'
      ? `${who} ${what}: stop it, or give each process its own SHARDS`
      : `${who} has another SHARD_COUNT: stop all processes of this bot, and start them with the same one`;
  return new MynahError('SHARDS_TAKEN', line, { severity: 'fault' });
}
