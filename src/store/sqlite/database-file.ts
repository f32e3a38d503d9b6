import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type Sqlite from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { Logger } from '../../log/log.ts';

/** How a database file is opened. */
export interface DatabaseFileOptions {
  /** Absolute. */
  readonly path: string;
  /** Opens the file with all settings. */
  readonly open: () => Sqlite.Database;
  readonly log: Logger;
}

/**
 * A SQLite database that stays the file at its path. SQLite itself continues with a file that was removed or replaced, and
 * whatever it writes then is gone with the process. So before each statement outside of a transaction this looks whether
 * the file is still there, which takes some microseconds: one that was removed is written again, with everything that was
 * in it, and one that was replaced is opened in place of the old one. The caller must close it.
 */
export class DatabaseFile implements SqliteDatabase {
  readonly #options: DatabaseFileOptions;
  #database: Sqlite.Database;
  #identity: string | undefined;
  /** Of the write-ahead log, once there is one. */
  #logIdentity: string | undefined;

  /** Closes `database`, the one that is open now. */
  constructor(database: Sqlite.Database, options: DatabaseFileOptions) {
    this.#options = options;
    this.#database = database;
    this.#identity = identityOf(options.path);
  }

  /** @throws {Sqlite.SqliteError} when the file is gone and cannot be written, for example because its folder is gone. */
  get current(): Sqlite.Database {
    if (this.#database.open && !this.#database.inTransaction) this.#followPath();
    return this.#database;
  }

  prepare(sql: string): SqliteStatement {
    return this.current.prepare(sql);
  }

  close(): void {
    this.#database.close();
  }

  #followPath(): void {
    const { path, log } = this.#options;
    const found = identityOf(path);
    this.#logIdentity ??= identityOf(walOf(path));
    if (found === this.#identity) return;
    if (found === undefined) {
      this.#writeAgain();
      log.error('the database file was removed and is written again');
    } else {
      this.#removeOldLog();
      log.warn('the database file was replaced and is opened again');
    }
    const replaced = this.#database;
    this.#database = this.#options.open();
    this.#identity = identityOf(path);
    this.#logIdentity = undefined;
    // SQLite leaves the files at the path alone, because this database has been moved.
    replaced.close();
  }

  #writeAgain(): void {
    const { path } = this.#options;
    const unfinished = `${path}.unfinished`;
    // Only this user can read it, and SQLite writes into a file that is empty.
    rmSync(unfinished, { force: true });
    try {
      closeSync(openSync(unfinished, 'a', 0o600));
      this.#database.prepare('vacuum into ?').run(unfinished);
      this.#removeOldLog();
      renameSync(unfinished, path);
    } catch (error) {
      // What people may have erased by then must not stay in it.
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /** The log of the database that is gone must not be taken for that of the file which takes its place. */
  #removeOldLog(): void {
    const { path } = this.#options;
    if (this.#logIdentity === undefined || identityOf(walOf(path)) !== this.#logIdentity) return;
    rmSync(walOf(path), { force: true });
    rmSync(`${path}-shm`, { force: true });
  }
}

function walOf(path: string): string {
  return `${path}-wal`;
}

/** What tells a file from another one at the same path; `undefined` when there is none. */
function identityOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.dev}/${found.ino}`;
}
