import { CompiledQuery, type DatabaseConnection, SqliteDialect, SqliteDriver } from 'kysely';
import type { DatabaseFile } from './database-file.ts';

/** Kysely's dialect on a file. Transactions take the lock for writing when they begin, so that none fails for it later. */
export class FileDialect extends SqliteDialect {
  readonly #file: DatabaseFile;

  constructor(file: DatabaseFile) {
    super({ database: file });
    this.#file = file;
  }

  override createDriver(): SqliteDriver {
    return new FileDriver(this.#file);
  }
}

class FileDriver extends SqliteDriver {
  readonly #file: DatabaseFile;

  constructor(file: DatabaseFile) {
    super({ database: file });
    this.#file = file;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** Some failures, such as a full disk, have rolled it back already. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.current.inTransaction) await super.rollbackTransaction(connection);
  }
}
