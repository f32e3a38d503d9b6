import { MynahError } from '../errors.ts';

/** PostgreSQL's error classes where another try can help: connection, rollback, resources, operator, system. */
const PASSING_POSTGRES_CLASSES = ['08', '40', '53', '57', '58'];
/** The same for SQLite: another process writes, or the disk is full or failing. */
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

async function storeCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MynahError) throw error;
    throw isPassing(error)
      ? new MynahError('STORE_UNAVAILABLE', 'the database cannot be used now', { retryable: true, cause: error })
      : new MynahError('STORE_FAILED', 'the database refused', { cause: error });
  }
}

function isPassing(error: unknown): boolean {
  // The driver was used wrongly, for example after its close.
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Drivers give no code when a connection is lost or a time limit passes.
  if (typeof code !== 'string') return true;
  if (code.startsWith('SQLITE_')) return PASSING_SQLITE_CODES.test(code);
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  return !isSqlState || PASSING_POSTGRES_CLASSES.includes(code.slice(0, 2));
}

/** The database refused an insert because the row it refers to does not exist. */
export function isMissingReference(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === POSTGRES_FOREIGN_KEY_VIOLATION;
}
