import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backupError, codeOf } from './backup-error.ts';

/** The programs of PostgreSQL's client package that backups need. */
type Program = 'pg_dump' | 'pg_restore' | 'psql';

/** Longest output that is kept of a program, for the line about its failure. */
const MAX_WORDS = 500;

/** A way to call PostgreSQL's programs without the password in a command line, which other users could read. */
export interface PostgresPrograms extends AsyncDisposable {
  /** DATABASE_URL with a file in place of the password, for `--dbname`. */
  readonly url: string;
  /** A private folder for what passes from one program to the next. */
  readonly folder: string;
  /** Resolves with what the program writes to standard output. @throws {MynahError} BACKUP_FAILED */
  run(program: Program, args: readonly string[]): Promise<string>;
}

/** Prepares calls for one server. The caller must dispose of them, which deletes the folder. */
export async function openPostgresPrograms(databaseUrl: string): Promise<PostgresPrograms> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-backup-'));
  const passwords = join(folder, 'passwords');
  const address = new URL(databaseUrl);
  const password = decodeURIComponent(address.password).replaceAll(/[\\:]/g, '\\$&');
  await writeFile(passwords, `*:*:*:*:${password}\n`, { mode: 0o600 });
  address.password = '';
  if (password !== '') address.searchParams.set('passfile', passwords);
  return {
    url: address.href,
    folder,
    run: runProgram,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function runProgram(program: Program, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let words = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    words = (words + data.toString()).slice(-MAX_WORDS);
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code === 0) return output;
    throw backupError(`${program} failed: ${words.trim()}`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw backupError(`${program} is not installed: install PostgreSQL's client (Debian: postgresql-client)`, error);
  }
}
