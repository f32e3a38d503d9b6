import Sqlite from 'better-sqlite3';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { sleep } from '../../async.ts';

/** Time between attempts at a database that another process locks. */
const RETRY_MS = 20;

/** What the dialect needs of the database, which may be another one from one statement to the next. */
export interface DatabaseSource {
  /** The open database. @throws {Sqlite.SqliteError} when there is none now. */
  readonly current: Sqlite.Database;
  close(): void;
}

/**
 * Creates a dialect whose statements wait for other processes without blocking the thread, for `patienceMs` at most; then
 * they fail with SQLITE_BUSY. Reading never waits for other processes. Transactions take the lock for writing when they
 * begin, so that none fails for it later.
 */
export function createPatientDialect(source: DatabaseSource, patienceMs: number): Dialect {
  return {
    createDriver: () => new PatientDriver(source, patienceMs),
    createAdapter: () => new ConcurrentAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Statements take turns in the driver: one that waits for another process must not hold up those that read. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class PatientDriver implements Driver {
  readonly #source: DatabaseSource;
  readonly #patienceMs: number;
  /** The one whose transaction is open, and what others wait for. */
  #transaction: { readonly owner: PatientConnection; readonly over: PromiseWithResolvers<void> } | undefined;

  constructor(source: DatabaseSource, patienceMs: number) {
    this.#source = source;
    this.#patienceMs = patienceMs;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(new PatientConnection((connection, query) => this.#run(connection, query)));
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const owner = connection as PatientConnection;
    await this.#patiently(owner, () => {
      this.#source.current.exec('begin immediate');
      this.#transaction = { owner, over: Promise.withResolvers() };
    });
  }

  commitTransaction(): Promise<void> {
    return this.#end('commit');
  }

  rollbackTransaction(): Promise<void> {
    return this.#end('rollback');
  }

  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }

  destroy(): Promise<void> {
    this.#source.close();
    return Promise.resolve();
  }

  #run(connection: PatientConnection, { sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    return this.#patiently(connection, () => {
      const statement = this.#source.current.prepare(sql);
      if (statement.reader) return { rows: statement.all(parameters) };
      const { changes, lastInsertRowid } = statement.run(parameters);
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
    });
  }

  /** Runs `work` between the transactions of others, again and again while another process holds the lock. */
  async #patiently<T>(connection: PatientConnection, work: () => T): Promise<T> {
    const giveUpAtMs = performance.now() + this.#patienceMs;
    for (;;) {
      while (this.#transaction !== undefined && this.#transaction.owner !== connection) {
        await this.#transaction.over.promise;
      }
      try {
        return work();
      } catch (error) {
        const mayPass = this.#transaction === undefined && isBusy(error) && performance.now() < giveUpAtMs;
        if (!mayPass) throw error;
      }
      await sleep(RETRY_MS);
    }
  }

  /** @throws {Sqlite.SqliteError} when it cannot be committed; Kysely rolls it back then, which ends it in any case. */
  async #end(how: 'commit' | 'rollback'): Promise<void> {
    let isOver = how === 'rollback';
    try {
      const database = this.#source.current;
      // Some failures, such as a full disk, have rolled it back already: then there is nothing to commit either.
      if (how === 'commit' || database.inTransaction) database.exec(how);
      isOver = true;
    } finally {
      // Otherwise every statement of this process would wait for it without end.
      if (isOver) {
        this.#transaction?.over.resolve();
        this.#transaction = undefined;
      }
    }
  }
}

class PatientConnection implements DatabaseConnection {
  readonly #run: (connection: PatientConnection, query: CompiledQuery) => Promise<QueryResult<unknown>>;

  constructor(run: (connection: PatientConnection, query: CompiledQuery) => Promise<QueryResult<unknown>>) {
    this.#run = run;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(this, query) as Promise<QueryResult<R>>;
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('statements are not streamed');
  }
}

/** Whether another process holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}
