import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { MynahError } from '../errors.ts';
import { createLogger } from '../log/log.ts';
import { type CopiedTable, copyDatabase } from '../store/copying/copy-database.ts';
import { nameOf } from '../store/copying/source.ts';
import { lockDatabaseFile, lockDataFolder } from '../store/data-folder-lock.ts';
import { sqlitePath } from '../store/sqlite/sqlite-path.ts';

/** Where the report goes: whole lines, without line breaks. */
export interface MigrationOutput {
  readonly report: (line: string) => void;
  readonly fail: (line: string) => void;
}

/**
 * Copies the database at `from` into the empty one at DATABASE_URL, while no Mynah uses either, and reports what was copied.
 * Resolves with the exit code: 0, or 1 when nothing was copied. Never rejects.
 */
export async function migrateFrom(
  from: string,
  { dataDir, databaseUrl, databaseDirectUrl }: Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>,
  { report, fail, signal }: MigrationOutput & { readonly signal: AbortSignal },
): Promise<0 | 1> {
  if ([databaseUrl, databaseDirectUrl].some((to) => to !== undefined && placeOf(from) === placeOf(to))) {
    fail('--migrate-from and DATABASE_URL name the same database: set DATABASE_URL to the new one');
    return 1;
  }
  try {
    await using locks = new AsyncDisposableStack();
    locks.adopt(await lockDataFolder(dataDir, { signal }), (lock) => lock.release());
    const target = sqlitePath(databaseUrl);
    if (target !== undefined) locks.adopt(await lockDatabaseFile(target, { signal }), (lock) => lock.release());
    const onProgress = ({ name, rows }: CopiedTable, isWhole: boolean): void =>
      report(`${name}: ${countOf(rows)}${isWhole ? '' : ' so far'}`);
    const log = createLogger('silent');
    const outcome = await copyDatabase({ from, to: databaseDirectUrl ?? databaseUrl, log, signal, onProgress });
    if (outcome.kind === 'refused') {
      fail(outcome.line);
      return 1;
    }
    const sum = outcome.tables.reduce((total, { rows }) => total + rows, 0);
    report(`Copied ${outcome.tables.length} tables, ${countOf(sum)}, from ${nameOf(from)} to ${nameOf(databaseUrl)}.`);
    report(
      `Clips that wait for their text aren't in the database: they stay in ${resolve(dataDir)}. Keep that DATA_DIR.`,
    );
    report('Start Mynah as usual.');
    return 0;
  } catch (error) {
    fail(signal.aborted ? 'Interrupted. The database at DATABASE_URL is empty, as before.' : reasonOf(error));
    return 1;
  }
}

/** Two addresses of one SQLite file are equal. */
function placeOf(url: string): string {
  const file = sqlitePath(url);
  return file === undefined ? url : resolve(file);
}

function countOf(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

/** Nothing of a row: drivers name the constraint in their message, and the values elsewhere. */
function reasonOf(error: unknown): string {
  if (!(error instanceof MynahError)) return `Nothing was copied: ${String(error)}`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `Nothing was copied: ${error.message}${cause}`;
}
