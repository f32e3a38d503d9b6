import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { backupError } from './backup-error.ts';

/** How the backups of each database begin, and what restores one that belongs to the other. */
const KINDS = {
  sqlite: {
    magic: 'SQLite format 3\0',
    name: 'SQLite',
    other: 'postgres',
    advice: 'restore it with the DATABASE_URL of a PostgreSQL database, then move that with --migrate-from',
  },
  postgres: {
    magic: 'PGDMP',
    name: 'PostgreSQL',
    other: 'sqlite',
    advice: 'move it with npm start -- --migrate-from sqlite:FILE, into an empty database',
  },
} as const;

const LONGEST_MAGIC = 16;

/**
 * Refuses a backup that isn't there, and one of the other database.
 * @throws {MynahError} BACKUP_FAILED
 */
export async function requireBackup(file: string, kind: keyof typeof KINDS): Promise<void> {
  if (!existsSync(file)) throw backupError(`there is no file ${file}`);
  const { other, name, advice } = KINDS[kind];
  if (!(await begins(file)).startsWith(KINDS[other].magic)) return;
  throw backupError(`${file} is a backup of ${KINDS[other].name}, but DATABASE_URL names ${name}: ${advice}`);
}

/** The first bytes of a file; none of what can't be read, such as a folder. */
async function begins(file: string): Promise<string> {
  try {
    await using handle = await open(file, 'r');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(LONGEST_MAGIC), 0, LONGEST_MAGIC, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}
