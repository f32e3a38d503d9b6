import { CompiledQuery, sql, type Transaction } from 'kysely';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { Connection } from '../connection.ts';
import { openConnection } from '../database.ts';
import type { Schema } from '../schema.ts';
import { storable } from '../storable.ts';
import { isServing, nameOf, openSource, type Source } from './source.ts';
import { describeTables, quoted, type Row, type Table, type Value } from './tables.ts';

/** Most rows in memory, and most values in a statement: SQLite takes 32,766. */
const BATCH_ROWS = 500;
const BATCH_VALUES = 30_000;

/** Most rows at a time where each may have a sound of a megabyte. */
const BATCH_ROWS_WITH_BYTES = 16;

/** Rows of a table from one report of progress to the next. */
const DEFAULT_PROGRESS_ROWS = 100_000;

/** A table and how many of its rows were copied, so far or in all. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: number;
}

/** What became of a copy; `line` says why nothing was copied and what to do. */
export type CopyOutcome =
  | { readonly kind: 'copied'; readonly tables: readonly CopiedTable[] }
  | { readonly kind: 'refused'; readonly line: string };

export interface CopyOptions {
  /** Both `sqlite:PATH` or `postgres://…`. */
  readonly from: string;
  readonly to: string;
  readonly log: Logger;
  /** Gives up; the target is empty then. */
  readonly signal: AbortSignal;
  /** Called for each table that is copied, and while a large one is. */
  readonly onProgress?: (table: CopiedTable, isWhole: boolean) => void;
  /** From one call for a table to the next; default 100,000. */
  readonly progressRows?: number;
}

/**
 * Copies everything from one database into another one, which must be empty, in one transaction: after a failure it is
 * empty as before. The source is read as it is at one moment, and not changed.
 * @throws {MynahError} STORE_UNAVAILABLE, STORE_MIGRATION_FAILED or STORE_COPY_FAILED; the signal's reason when that aborts.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyOutcome> {
  const { from, to, log } = options;
  await using parts = new AsyncDisposableStack();
  const opened = await openSource(from);
  if (opened.kind === 'refused') return opened;
  const source = parts.adopt(opened.source, (each) => each.close());
  if (!to.startsWith('sqlite:') && (await isServingOrUnreachable(to))) {
    return refuse(`the database at DATABASE_URL, ${nameOf(to)}, is in use: stop Mynah, then try again`);
  }
  const target = parts.adopt(await openConnection(to, log), (each) => each.close());
  const tables = await describeTables();
  return await copyTables(source, target, { ...options, tables });
}

/** A server that does not answer is reported when it is opened as the target. */
function isServingOrUnreachable(url: string): Promise<boolean> {
  return isServing(url).catch(() => false);
}

/** Copies these tables, in their order, in one transaction. */
export async function copyTables(
  source: Source,
  { db, dialect }: Connection,
  options: Omit<CopyOptions, 'from' | 'log'> & { readonly tables: readonly Table[] },
): Promise<CopyOutcome> {
  const { tables, to, signal, onProgress = () => undefined, progressRows = DEFAULT_PROGRESS_ROWS } = options;
  return db.transaction().execute(async (change): Promise<CopyOutcome> => {
    if (dialect === 'postgres') await holdOthersOff(change, tables);
    const filled = await firstFilled(change, tables);
    if (filled !== undefined) {
      const line = `the database at DATABASE_URL, ${nameOf(to)}, is not empty: it has rows in ${filled}. Name an empty one, then try again`;
      return refuse(line);
    }
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      const progress = (rows: number) => onProgress({ name: table.name, rows }, false);
      const rows = await copyTable(source, change, { table, dialect, signal, progress, progressRows });
      copied.push({ name: table.name, rows });
      onProgress({ name: table.name, rows }, true);
    }
    return { kind: 'copied', tables: copied };
  });
}

interface TableCopy {
  readonly table: Table;
  readonly dialect: Connection['dialect'];
  readonly signal: AbortSignal;
  readonly progress: (rows: number) => void;
  readonly progressRows: number;
}

/** Returns the number of rows. */
async function copyTable(source: Source, change: Transaction<Schema>, options: TableCopy): Promise<number> {
  const { table, dialect, signal, progress, progressRows } = options;
  const { name, columns, hasBytes } = table;
  try {
    // What an empty database has comes from the source, too.
    await sql`delete from ${sql.table(name)}`.execute(change);
    let copied = 0;
    const batchRows = Math.min(
      hasBytes ? BATCH_ROWS_WITH_BYTES : BATCH_ROWS,
      Math.floor(BATCH_VALUES / columns.length),
    );
    for await (const rows of source.batches(table, batchRows)) {
      signal.throwIfAborted();
      await insert(change, { table, dialect, rows });
      const before = copied;
      copied += rows.length;
      if (Math.floor(copied / progressRows) > Math.floor(before / progressRows)) progress(copied);
    }
    if (dialect === 'postgres') await moveSequences(change, table);
    await expectRows(change, name, copied);
    return copied;
  } catch (error) {
    if (signal.aborted || error instanceof MynahError) throw error;
    throw new MynahError('STORE_COPY_FAILED', `cannot copy the table ${name}`, { cause: error });
  }
}

interface Batch {
  readonly table: Table;
  readonly dialect: Connection['dialect'];
  readonly rows: readonly Row[];
}

/** The statement is written here: building it value by value with Kysely takes most of the time of a copy. */
async function insert(change: Transaction<Schema>, { table, dialect, rows }: Batch): Promise<void> {
  const { name, columns } = table;
  const place = (index: number): string => (dialect === 'postgres' ? `$${index + 1}` : '?');
  const listOf = (at: number): string => columns.map((_column, index) => place(at * columns.length + index)).join();
  const values = rows.map((_row, at) => `(${listOf(at)})`).join();
  // Identity columns keep their numbers.
  const overriding = dialect === 'postgres' ? 'overriding system value' : '';
  const statement = `insert into ${quoted(name)} (${columns.map(quoted).join()}) ${overriding} values ${values}`;
  const parameters = rows.flatMap((row) => columns.map((column) => portable(row[column])));
  await change.executeQuery(CompiledQuery.raw(statement, parameters));
}

/** SQLite takes what PostgreSQL refuses. */
function portable(value: Value | undefined): Value {
  return typeof value === 'string' ? storable(value) : (value ?? null);
}

/** Continues sequences after the largest number that was copied. */
async function moveSequences(change: Transaction<Schema>, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const { rows } = await sql<{ readonly sequence: string | null }>`
      select pg_get_serial_sequence(${name}, ${column}) as sequence
    `.execute(change);
    const sequence = rows[0]?.sequence ?? undefined;
    if (sequence === undefined) continue;
    await sql`
      select setval(${sequence}, (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(name)}), false)
    `.execute(change);
  }
}

async function expectRows(change: Transaction<Schema>, name: string, expected: number): Promise<void> {
  const { rows } = await sql<{ readonly count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
    change,
  );
  const found = rows[0]?.count;
  if (found === expected) return;
  throw new MynahError('STORE_COPY_FAILED', `the table ${name} has ${String(found)} rows instead of ${expected}`);
}

/** Other processes wait with what they write until the transaction ends; a server's time limits don't apply to it. */
async function holdOthersOff(change: Transaction<Schema>, tables: readonly Table[]): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(change);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(change);
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.table(name)))} in exclusive mode`.execute(change);
}

/** The first table that has rows which an empty database doesn't have. */
async function firstFilled(change: Transaction<Schema>, tables: readonly Table[]): Promise<string | undefined> {
  for (const { name, columns, seeds } of tables) {
    const selected = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<Row>`
      select ${selected} from ${sql.table(name)} limit ${seeds.length + 1}
    `.execute(change);
    const textOf = (row: Row): string => JSON.stringify(columns.map((column) => row[column]));
    const known = new Set(seeds.map(textOf));
    if (!rows.every((row) => known.has(textOf(row)))) return name;
  }
  return undefined;
}

function refuse(line: string): CopyOutcome {
  return { kind: 'refused', line };
}
