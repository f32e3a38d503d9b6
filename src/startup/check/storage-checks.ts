import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { codeOf } from '../../errors.ts';
import type { DatabaseState } from '../../store/inspection/database-state.ts';
import { inspectDataFolder, tryToUseFolder } from '../../store/inspection/inspect-data-folder.ts';
import { inspectionConfig, inspectPostgres } from '../../store/inspection/inspect-postgres.ts';
import { inspectSqlite } from '../../store/inspection/inspect-sqlite.ts';
import { postgresProblemOf } from '../../store/outages/postgres-problem.ts';
import { type PostgresAddress, sessionProblem } from '../../store/processes/sessions.ts';
import { sqlitePath } from '../../store/sqlite/sqlite-path.ts';
import { type Check, type Finding, failed, ok, warning } from './checks.ts';

/** Clips take up to 512 MiB and recordings up to 2 GiB (docs/operation.md, "Storage"); the rest is the database's. */
const ENOUGH_BYTES = 3 * 1024 ** 3;
/** With less, the first long recording fills the disk. */
const LEAST_BYTES = 256 * 1024 ** 2;

/** The checks of the database and the disk. */
export function storageChecks({ databaseUrl, databaseDirectUrl, discord }: Config): Check[] {
  return [
    {
      name: 'database',
      purpose: "keeps transcripts, consent, settings and voices' owners",
      needs: databaseUrl.startsWith('sqlite:') ? ['data folder'] : [],
      run: () => checkDatabase({ url: databaseUrl, directUrl: databaseDirectUrl }),
    },
    {
      name: 'shards',
      purpose: 'divide the servers among processes',
      run: () => checkShards(databaseUrl, discord.shards, discord.shardCount),
    },
  ];
}

/** The checks of DATA_DIR. */
export function diskChecks({ dataDir }: Config): Check[] {
  return [
    {
      name: 'data folder',
      purpose: 'holds everything that lasts on this machine',
      run: () => checkDataFolder(dataDir),
    },
    {
      name: 'disk space',
      purpose: 'for clips, recordings and the database',
      needs: ['data folder'],
      run: () => checkSpace(dataDir),
    },
  ];
}

async function checkDatabase({ url, directUrl }: PostgresAddress): Promise<Finding> {
  const path = sqlitePath(url);
  try {
    if (path === undefined) {
      const state = await inspectPostgres(url);
      const problem = await sessionProblem({ url, directUrl }, inspectionConfig);
      return problem === undefined ? explain(state) : failed(state.name, problem);
    }
    const state = inspectSqlite(path);
    // DATABASE_URL may name a place outside of DATA_DIR, which no other check looks at.
    await tryToUseFolder(dirname(path));
    return explain(state);
  } catch (error) {
    if (path === undefined) {
      const { reason, advice } = postgresProblemOf(error);
      return failed(`${new URL(url).host} cannot be used (${reason})`, advice);
    }
    return failed(
      `${path} cannot be used (${codeOf(error) ?? 'no answer'})`,
      'check that DATABASE_URL or DATA_DIR names a SQLite file that this user may write; restore a backup if it is damaged',
    );
  }
}

function explain(state: DatabaseState): Finding {
  const { kind, name } = state;
  switch (kind) {
    case 'missing':
      return ok(`${name} does not exist yet; the start creates it`);
    case 'damaged':
      return failed(`${name} is damaged`, 'restore a backup: docs/backup.md');
    case 'newer':
      return failed(`${name} belongs to a newer version of Mynah`, 'start that version, or restore an older backup');
    case 'read-only':
      return failed(`${name} cannot be written`, 'let this user create tables there, on a server that is no replica');
    case 'usable': {
      const server = state.server === undefined ? '' : `, PostgreSQL ${state.server}`;
      if (state.applied === 0) return ok(`${name}${server}, empty; the start creates the tables`);
      const found = `${name}${server}, ${state.applied} migrations applied`;
      if (state.pending.length === 0) return ok(found);
      return warning(`${found}, ${state.pending.length} to come at the next start`, 'back it up first: npm run backup');
    }
  }
}

function checkShards(databaseUrl: string, shards: readonly number[] | undefined, shardCount = 1): Finding {
  if (shards === undefined) return ok('all in this process');
  const found = `${shards.join(', ')} of ${shardCount} in this process`;
  if (shards.length >= shardCount || !databaseUrl.startsWith('sqlite:')) return ok(found);
  return warning(`${found}, with a SQLite database`, 'use one PostgreSQL database for all processes: docs/scaling.md');
}

async function checkDataFolder(dataDir: string): Promise<Finding> {
  try {
    const { folder, exists, usedBy } = await inspectDataFolder(dataDir);
    if (!exists) return ok(`${folder} does not exist yet; the start creates it`);
    return ok(`${folder} is writable and has file locks${usedBy === undefined ? '' : `; in use by ${usedBy}`}`);
  } catch (error) {
    return failed(
      `${dataDir} cannot be used (${codeOf(error) ?? 'no answer'})`,
      'name a folder in DATA_DIR that this user may write, on a file system with file locks',
    );
  }
}

async function checkSpace(dataDir: string): Promise<Finding> {
  const { freeBytes } = await inspectDataFolder(dataDir);
  const found = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free`;
  if (freeBytes < LEAST_BYTES) return failed(found, 'free at least 3 GiB, or move DATA_DIR');
  if (freeBytes < ENOUGH_BYTES)
    return warning(found, 'clips and recordings may take 2.5 GiB: free some, or move DATA_DIR');
  return ok(found);
}
