import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import type { PersonFile } from '@mynah/local-discord/people/option-values';
import { PersonError } from '@mynah/local-discord/people/person-error';

/** Content types that Discord's client derives from file names. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.flac': 'audio/flac',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.txt': 'text/plain',
};

/**
 * Reads a local file as a person attaches it; `~` is the home folder.
 * @throws {PersonError} when it cannot be read.
 */
export async function readPersonFile(path: string): Promise<PersonFile> {
  const contentType = CONTENT_TYPES[extname(path).toLowerCase()];
  try {
    const file = new Uint8Array(await readFile(atHome(path)));
    return { file, name: basename(path), ...(contentType === undefined ? {} : { contentType }) };
  } catch (error) {
    throw new PersonError(problemWith(path, error));
  }
}

function problemWith(path: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `There’s no file ${path}. Check the path.`;
    case 'EISDIR':
      return `${path} is a folder. Type the path of a file.`;
    case 'EACCES':
    case 'EPERM':
      return `You may not read ${path}. Change its permissions, or type the path of another file.`;
    default:
      return `Can’t read ${path}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The paths that start with `typed`; folders end with a slash. */
export async function completePath(typed: string): Promise<string[]> {
  const folder = typed.endsWith('/') ? typed : dirname(typed);
  const prefix = typed.endsWith('/') || typed.includes('/') ? `${folder.replace(/\/$/, '')}/` : '';
  const entries = await readdir(atHome(folder), { withFileTypes: true });
  return entries
    .map((entry) => `${prefix}${entry.name}${entry.isDirectory() ? '/' : ''}`)
    .filter((candidate) => candidate.startsWith(typed));
}

function atHome(path: string): string {
  return path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
}
