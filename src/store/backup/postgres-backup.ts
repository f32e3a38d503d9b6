import { open, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import pg from 'pg';
import { isNewer } from '../inspection/database-state.ts';
import { appliedMigrations } from '../inspection/inspect-postgres.ts';
import { makeFolder } from '../make-folder.ts';
import { migrate } from '../migrations.ts';
import { postgresProblemOf } from '../outages/postgres-problem.ts';
import type { Schema } from '../schema.ts';
import { afterRestore, CHOICES_SINCE, TABLES_OF_PREVIOUS } from './after-restore.ts';
import { backupError, codeOf, type Restored, stampOf } from './backup-error.ts';
import { requireBackup } from './backup-kind.ts';
import { openPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** As `openPostgres` names its connections. */
const BOT_NAME = 'mynah';

/**
 * Copies Mynah's tables with `pg_dump`, also while Mynah uses them, into one compressed file that only this user can read.
 * @throws {MynahError} BACKUP_FAILED
 */
export async function backUpPostgres(url: string, target: string): Promise<void> {
  await using programs = await openPostgresPrograms(url);
  const tables = (await mynahTables()).map((name) => `--table=${name}`);
  const part = `${target}.part`;
  try {
    await makeFolder(dirname(target));
    await (await open(part, 'w', 0o600)).close();
    const format = ['--format=custom', '--no-owner', '--no-privileges', ...tables];
    await programs.run('pg_dump', [...format, `--file=${part}`, `--dbname=${programs.url}`]);
    await scriptOf(part, programs);
    await rename(part, target);
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Replaces Mynah's tables with those of a backup, in one transaction. The previous ones are backed up beside the backup,
 * and what people chose about captions since still applies.
 * @throws {MynahError} BACKUP_FAILED when the backup is damaged, is not Mynah's or belongs to a newer version, or while
 * Mynah is connected. Nothing is changed then.
 */
export async function restorePostgres(file: string, url: string, now: Date): Promise<Restored> {
  const source = resolve(file);
  await requireBackup(source, 'postgres');
  await using programs = await openPostgresPrograms(url);
  const { script, applied } = await scriptOf(source, programs);
  const tables = await mynahTables();
  const { isUsed, applied: before } = await look(url);
  const hasTables = before.length > 0;
  if (isUsed) throw backupError(`${BOT_NAME} is connected to the database: stop every process of Mynah first`);
  if (isNewer(before))
    throw backupError(
      'a newer version of Mynah has used the database: restore with that version, then install this one',
    );
  const kept = join(dirname(source), `${basename(source, '.dump')}.before-restore-${stampOf(now)}.dump`);
  if (hasTables) await backUpPostgres(url, kept);
  const hasLaterChoices = [applied, before].every((names) => names.includes(CHOICES_SINCE));
  const drops = join(programs.folder, 'drops.sql');
  const copied = Object.entries(TABLES_OF_PREVIOUS).filter(([, since]) => before.includes(since));
  const copies = hasLaterChoices ? copied.map(([table]) => copyOf(table)) : [];
  await writeFile(drops, sqlOf([...copies, ...tables.map((name) => `drop table if exists "${name}" cascade`)]));
  const previous = hasLaterChoices ? { applied: before, table: nameOfCopy } : undefined;
  const statements = afterRestore({
    ...{ applied, previous, nowMs: now.getTime() },
    asJson: (column) => `${column}::json`,
  });
  const choices = join(programs.folder, 'choices.sql');
  // The script of a backup empties the search path.
  await writeFile(choices, sqlOf(['reset search_path', ...statements]));
  const whole = ['--no-psqlrc', '--quiet', '--single-transaction', '--set=ON_ERROR_STOP=1'];
  const files = [drops, script, choices].map((name) => `--file=${name}`);
  await programs.run('psql', [...whole, ...files, `--dbname=${programs.url}`]);
  return { kept: hasTables ? kept : undefined, hasLaterChoices };
}

const nameOfCopy = (table: string): string => `previous_${table}`;
const copyOf = (table: string): string =>
  `create temporary table ${nameOfCopy(table)} on commit drop as select * from ${table}`;
const sqlOf = (statements: readonly string[]): string => statements.map((one) => `${one};\n`).join('');

/** Unpacks a whole backup, which shows whether it is sound, and makes sure that it is Mynah's and not newer. */
async function scriptOf(
  file: string,
  programs: PostgresPrograms,
): Promise<{ readonly script: string; readonly applied: readonly string[] }> {
  const script = join(programs.folder, 'restore.sql');
  try {
    await programs.run('pg_restore', ['--no-owner', '--no-privileges', `--file=${script}`, file]);
  } catch (error) {
    if (codeOf(error) !== 'BACKUP_FAILED' || !/failed/.test(String(error))) throw error;
    throw backupError(`${file} is damaged or isn't a backup: use another one`, error);
  }
  const rows = await programs.run('pg_restore', ['--data-only', '--table=kysely_migration', '--file=-', file]);
  const applied = [...rows.matchAll(/^(\d{4}-[a-z0-9-]+)\t/gm)].map(([, name = '']) => name);
  if (applied.length === 0) throw backupError(`${file} isn't a backup of Mynah`);
  if (isNewer(applied)) throw backupError('the backup belongs to a newer version of Mynah: install that version first');
  return { script, applied };
}

/** All tables that this version has, those of the migrations included. */
async function mynahTables(): Promise<string[]> {
  const database = new Sqlite(':memory:');
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  try {
    await migrate(db);
    const rows = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
      .all();
    return (rows as { readonly name: string }[]).map(({ name }) => name);
  } finally {
    await db.destroy();
  }
}

async function look(url: string): Promise<{ readonly isUsed: boolean; readonly applied: readonly string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks between two queries would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ readonly used: boolean; readonly tables: boolean }>(
      `select
        exists (select from pg_stat_activity where datname = current_database() and application_name = $1) as used,
        to_regclass('kysely_migration') is not null as tables`,
      [BOT_NAME],
    );
    const [{ used, tables } = { used: false, tables: false }] = rows;
    return { isUsed: used, applied: tables ? await appliedMigrations(client) : [] };
  } catch (error) {
    const { reason, advice } = postgresProblemOf(error);
    throw backupError(`cannot use the database server at ${new URL(url).host} (${reason}): ${advice}`, error);
  } finally {
    await client.end();
  }
}
