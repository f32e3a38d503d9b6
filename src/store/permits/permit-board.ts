import type { BoardListener, BoardView, PermitBoard, SlotClaim, SlotKind } from '../../speech/limiter/limiter-ports.ts';
import { lockClassOf } from '../processes/advisory-keys.ts';
import type { DatabaseSession } from '../processes/database-session.ts';

/** What the session of the board must listen to. */
export const PERMITS_CHANNEL = 'mynah_locks';

/** Each slot is a lock that one process holds. */
const SLOTS = lockClassOf('speech permits');
/** A claim is a shared lock whose object is its kind and when it began. */
const CLAIMS = lockClassOf('speech permit claims');
/** Every process holds a shared lock: its object is how many slots the process allows itself, at first 0. */
const PROCESSES = lockClassOf('processes');

const KINDS = ['speech', 'background', 'files'] as const satisfies readonly SlotKind[];

/** Claims have their time in tenths of a second, modulo 310 days, so that it fits beside the kind in 31 bits. */
const TICK_MS = 100;
const TICKS = 2 ** 28;
const NOW_TICKS = `((extract(epoch from clock_timestamp()) * 10)::bigint % ${TICKS})`;

// The sub-select comes first: a lock must not be tried for rows beyond the limit.
const TAKE = `select slot from (select unnest($2::int[]) as slot offset 0) as wanted
  where pg_try_advisory_lock($1, slot) limit $3`;
const GIVE_BACK = 'select pg_advisory_unlock($1, slot) from unnest($2::int[]) as slot';
const CLAIM = `select object, pg_try_advisory_lock_shared($1, object)
  from (select ($2::bigint * ${TICKS} + ${NOW_TICKS})::int as object offset 0) as claim`;
const ANNOUNCE = 'select pg_try_advisory_lock_shared($1, $2), pg_advisory_unlock_shared($1, $3)';
const UNCLAIM = 'select pg_advisory_unlock_shared($1, $2)';
// Two 32-bit keys have the object sub-id 2: https://www.postgresql.org/docs/current/view-pg-locks.html
const VIEW = `select classid::bigint as class, objid::bigint as object, pid, pid = pg_backend_pid() as "isOwn",
    ${NOW_TICKS} as now
  from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint = any($1::bigint[])`;

interface LockRow {
  /** 64-bit numbers are strings where the connection doesn't parse them. */
  readonly class: number | string;
  readonly object: number | string;
  readonly pid: number;
  readonly isOwn: boolean;
  readonly now: number | string;
}

/** Creates the board of all processes on a PostgreSQL database. It ends with the session, which the caller must close. */
export function createPermitBoard(session: DatabaseSession): PermitBoard {
  return new PostgresPermitBoard(session);
}

class PostgresPermitBoard implements PermitBoard {
  readonly #session: DatabaseSession;
  /** The lock of each claim. */
  readonly #claims = new Map<SlotKind, number>();
  #announced = 0;

  constructor(session: DatabaseSession) {
    this.#session = session;
  }

  start(listener: BoardListener): void {
    this.#session.add({
      onConnected: async () => {
        this.#claims.clear();
        this.#announced = 0;
        await this.#session.query('select pg_try_advisory_lock_shared($1, 0)', [PROCESSES]);
        listener.onConnected();
      },
      onLost: () => listener.onLost(),
      onNotice: (payload, channel) => {
        if (channel === PERMITS_CHANNEL) this.#onNotice(payload, listener);
      },
    });
  }

  async take(slots: readonly number[], most: number): Promise<readonly number[]> {
    if (slots.length === 0 || most <= 0) return [];
    const rows = await this.#session.query<{ slot: number }>(TAKE, [SLOTS, slots, most]);
    return rows.map(({ slot }) => slot);
  }

  async giveBack(slots: readonly { readonly slot: number; readonly owner: number | undefined }[]): Promise<void> {
    await this.#session.query(GIVE_BACK, [SLOTS, slots.map(({ slot }) => slot)]);
    const owners = new Set(slots.flatMap(({ owner }) => owner ?? []));
    if (owners.size > 0) await this.#session.notify(PERMITS_CHANNEL, `freed ${[...owners].join(' ')}`);
  }

  async claim(kind: SlotKind): Promise<void> {
    const former = this.#claims.get(kind);
    const [row] = await this.#session.query<{ object: number }>(CLAIM, [CLAIMS, KINDS.indexOf(kind)]);
    if (row === undefined) return;
    this.#claims.set(kind, row.object);
    // Locked twice, within the same tick, it needs to be unlocked twice.
    if (former !== undefined) await this.#session.query(UNCLAIM, [CLAIMS, former]);
  }

  async unclaim(kind: SlotKind): Promise<void> {
    const object = this.#claims.get(kind);
    this.#claims.delete(kind);
    if (object !== undefined) await this.#session.query(UNCLAIM, [CLAIMS, object]);
  }

  async view(): Promise<BoardView> {
    const rows = await this.#session.query<LockRow>(VIEW, [[SLOTS, CLAIMS, PROCESSES]]);
    const of = (lockClass: number): readonly LockRow[] => rows.filter((row) => Number(row.class) === lockClass);
    const processes = of(PROCESSES);
    const limits = processes.filter((row) => !row.isOwn && Number(row.object) > 0).map(({ object }) => Number(object));
    return {
      taken: new Map(of(SLOTS).map(({ object, pid }) => [Number(object), pid])),
      claims: of(CLAIMS).flatMap(toClaim),
      processes: new Set(processes.map(({ pid }) => pid)).size,
      othersLimit: limits.length === 0 ? undefined : Math.min(...limits),
    };
  }

  async announce(limit: number): Promise<void> {
    if (limit === this.#announced) return;
    await this.#session.query(ANNOUNCE, [PROCESSES, limit, this.#announced]);
    this.#announced = limit;
  }

  async tell(news: { readonly kind: 'wanted' } | { readonly kind: 'lowered'; readonly limit: number }): Promise<void> {
    const payload = news.kind === 'lowered' ? `lowered ${news.limit}` : news.kind;
    await this.#session.notify(PERMITS_CHANNEL, payload);
  }

  #onNotice(payload: string, listener: BoardListener): void {
    const [kind, ...numbers] = payload.split(' ');
    if (kind === 'wanted') listener.onWanted();
    if (kind === 'freed' && numbers.includes(String(this.#session.pid))) listener.onFreed();
    const limit = Number(numbers[0]);
    if (kind === 'lowered' && Number.isSafeInteger(limit) && limit >= 1) listener.onLowered(limit);
  }
}

function toClaim({ object, pid, isOwn, now }: LockRow): SlotClaim[] {
  const kind = KINDS[Math.floor(Number(object) / TICKS)];
  if (kind === undefined) return [];
  const ticks = (Number(now) - (Number(object) % TICKS) + TICKS) % TICKS;
  // The clock of a server may be set back.
  return [{ owner: pid, isOwn, kind, waitedMs: ticks < TICKS / 2 ? ticks * TICK_MS : 0 }];
}
