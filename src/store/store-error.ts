import { MynahError } from '../errors.ts';

/** PostgreSQL's classes of errors that another try can mend: connection, rollback, resources, operator, system. */
const PASSING_POSTGRES_CLASSES = ['08', '40', '53', '57', '58'];
/** The same of SQLite: somebody else writes, the disk is full or failing. */
const PASSING_SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|PROTOCOL)/;

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const POSTGRES_FOREIGN_KEY_VIOLATION = '23503';

/**
 * Runs work on the database and turns what the drivers throw into ours.
 * @throws {MynahError} STORE_UNAVAILABLE (retryable) when the database cannot be used now; STORE_FAILED when it refused.
 */
export async function storeCall<T>(work: () => Promise<T>): Promise<T> {
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
  // The driver was used wrongly, after its close say.
  if (error instanceof TypeError || error instanceof RangeError) return false;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  // Drivers give no code when a connection is lost or a time limit passes.
  if (typeof code !== 'string') return true;
  if (code.startsWith('SQLITE_')) return PASSING_SQLITE_CODES.test(code);
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  return !isSqlState || PASSING_POSTGRES_CLASSES.includes(code.slice(0, 2));
}

/** Whether an insert was refused because the row that it refers to is not there. */
export function isMissingReference(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'SQLITE_CONSTRAINT_FOREIGNKEY' || code === POSTGRES_FOREIGN_KEY_VIOLATION;
}
