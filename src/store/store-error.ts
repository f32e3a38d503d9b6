import { z } from 'zod';
import { type Backoff, backoffMs, sleep } from '../concurrency/async.ts';
import { codeOf, MynahError } from '../errors.ts';

/** PostgreSQL's error classes where another try can help: connection, rollback, resources, state, operator, system. */
const PASSING_POSTGRES_CLASSES = ['08', '40', '53', '55', '57', '58'];
/** The server is a replica now: another one takes writes, or soon will. */
const PASSING_POSTGRES_CODES = ['25006', '25P03'];
/** The server rolled back one of several transactions that stood in each other's way; it can be repeated at once. */
const CONFLICTS = ['40001', '40P01'];
const MAX_TRIES = 5;
const CONFLICT_BACKOFF: Backoff = { baseMs: 10, maxMs: 200, jitter: 'equal' };
/** The same for SQLite: another program writes, or the disk is full or failing. */
const PASSING_SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|PROTOCOL)/;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FOREIGN_KEY_VIOLATION = '23503';

/**
 * The same store, except that its methods reject with our errors where the drivers throw theirs: STORE_UNAVAILABLE
 * (retryable) when the database cannot be used now, STORE_FAILED when it refused.
 */
export function withStoreErrors<Store extends object>(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: readonly unknown[]) => storeCall(() => Reflect.apply(member, target, args) as Promise<unknown>);
    },
  });
}

/** Every call of a store may safely be repeated, so one that lost a conflict is. */
async function storeCall<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof MynahError) throw error;
      if (tries === MAX_TRIES || !CONFLICTS.includes(codeOf(error) ?? '')) throw toStoreError(error);
    }
    await sleep(backoffMs(tries, CONFLICT_BACKOFF));
  }
}

function toStoreError(error: unknown): MynahError {
  // What they say quotes the value.
  if (error instanceof SyntaxError || error instanceof z.ZodError) {
    return new MynahError('STORE_FAILED', 'the database has a value that cannot be read');
  }
  return isPassing(error)
    ? new MynahError('STORE_UNAVAILABLE', 'the database cannot be used now', { retryable: true, cause: error })
    : new MynahError('STORE_FAILED', 'the database refused', { cause: error });
}

function isPassing(error: unknown): boolean {
  // The driver was used wrongly, for example after its close.
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = codeOf(error);
  // Drivers give no code when a connection is lost or a time limit passes.
  if (code === undefined) return true;
  if (code.startsWith('SQLITE_')) return PASSING_SQLITE_CODES.test(code);
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  return !isSqlState || PASSING_POSTGRES_CODES.includes(code) || PASSING_POSTGRES_CLASSES.includes(code.slice(0, 2));
}

/** The database refused an insert because the row it refers to does not exist. */
export function isMissingReference(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === POSTGRES_FOREIGN_KEY_VIOLATION;
}
