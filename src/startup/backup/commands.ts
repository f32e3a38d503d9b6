import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConfigResult } from '../../config.ts';
import { MynahError } from '../../errors.ts';
import { stampOf } from '../../store/backup/backup-error.ts';
import { backUpPostgres, restorePostgres } from '../../store/backup/postgres-backup.ts';
import { backUpSqlite, restoreSqlite } from '../../store/backup/sqlite-backup.ts';
import { lockDataFolder } from '../../store/data-folder-lock.ts';
import { sqlitePath } from '../../store/sqlite/sqlite-path.ts';

const CHOICES_KEPT =
  'decisions about captions, mutes and a required opt-in since the backup still apply, and transcripts erased since stay erased; ask people to erase the rest again';
const CHOICES_LOST =
  'what people erased since the backup is back, and who opted out or was muted since is captioned or read aloud again: see "Restore" in docs/backup.md';
const OVER =
  'addresses of captions on a screen, voice sessions and texts that waited are not brought back: people make new links with /captions overlay';

/** Where a command writes its lines: what it did, and why it failed. */
export interface CommandOutput {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}

/** Backs up the database of DATABASE_URL into a folder, also while Mynah runs. Resolves with the exit code. */
export function backUp(args: readonly string[], read: ConfigResult, output: CommandOutput): Promise<0 | 1> {
  return command(args, 'npm run backup -- FOLDER', read, output, async (folder, { databaseUrl, databaseDirectUrl }) => {
    const name = join(resolve(folder), `mynah-${stampOf(new Date())}`);
    const path = sqlitePath(databaseUrl);
    const target = path === undefined ? `${name}.dump` : `${name}.sqlite`;
    await (path === undefined ? backUpPostgres(databaseDirectUrl ?? databaseUrl, target) : backUpSqlite(path, target));
    output.out(`backed up to ${target} (${statSync(target).size} bytes)`);
  });
}

/** Replaces the database of DATABASE_URL with a backup, and keeps the previous one. Resolves with the exit code. */
export function restore(args: readonly string[], read: ConfigResult, output: CommandOutput): Promise<0 | 1> {
  return command(
    args,
    'npm run restore -- FILE',
    read,
    output,
    async (file, { databaseUrl, databaseDirectUrl, dataDir }) => {
      await using parts = new AsyncDisposableStack();
      parts.adopt(await lockDataFolder(dataDir), (lock) => lock.release());
      const path = sqlitePath(databaseUrl);
      const now = new Date();
      const { kept, hasLaterChoices } = await (path === undefined
        ? restorePostgres(file, databaseDirectUrl ?? databaseUrl, now)
        : restoreSqlite(file, path, now));
      output.out(`restored ${resolve(file)}`);
      output.out(hasLaterChoices ? CHOICES_KEPT : CHOICES_LOST);
      output.out(OVER);
      if (kept !== undefined) output.out(`the previous database is kept in ${kept}`);
    },
  );
}

type Settings = Extract<ConfigResult, { readonly kind: 'ok' }>['config'];

async function command(
  args: readonly string[],
  usage: string,
  read: ConfigResult,
  { out, err }: CommandOutput,
  run: (path: string, config: Settings) => Promise<void>,
): Promise<0 | 1> {
  const [path, ...more] = args;
  if (args.includes('--help') || args.includes('-h')) {
    out(`${usage} (see docs/backup.md)`);
    return 0;
  }
  const problems =
    path === undefined || path.startsWith('-') || more.length > 0
      ? [`expected one path: ${usage}`]
      : read.kind === 'invalid'
        ? read.lines
        : [];
  for (const line of problems) err(line);
  if (problems.length > 0 || path === undefined || read.kind === 'invalid') return 1;
  try {
    await run(path, read.config);
    return 0;
  } catch (error) {
    if (!(error instanceof MynahError)) throw error;
    err(error.message);
    return 1;
  }
}
