import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostedFile } from '@mynah/local-discord/attachments';
import { KEPT_VERSION, type KeptDiscord, type KeptState, keptStateSchema } from '@mynah/local-discord/kept/kept-schema';
import { z } from 'zod';

/** The world as JSON, and the folder with the files of its messages, by their ids. */
export const WORLD_FILE = 'discord.json';
export const WORLD_FILES_FOLDER = 'files';

/** `/attachments/CHANNEL/ID/NAME` */
const FILE_ID = /^\/attachments\/\d+\/(\d{17,20})\//;

/** A world that cannot be continued from; `why` is a sentence for people. */
export interface WorldProblem {
  readonly kind: 'problem';
  readonly why: string;
}

/** The world of an earlier visit. */
export type ReadWorld =
  | { readonly kind: 'read'; readonly discord: KeptDiscord }
  | { readonly kind: 'none' }
  | WorldProblem;

/** Reads a world. A file of a message that is missing is left out: its address answers 404, like an expired one. */
export function readWorld(folder: string): ReadWorld {
  const text = readIfThere(join(folder, WORLD_FILE))?.toString('utf8');
  if (text === undefined) return { kind: 'none' };
  const json = parseJson(text);
  const version = z.object({ version: z.int() }).safeParse(json).data?.version;
  if (version !== undefined && version > KEPT_VERSION) {
    return problem(
      `What you kept was written by a newer playground (format ${version}; this one reads ${KEPT_VERSION}).`,
    );
  }
  const state = keptStateSchema.safeParse(json).data;
  if (state === undefined || !isWhole(state)) return problem('What you kept is damaged and can’t be read.');
  const files = new Map<string, HostedFile>();
  for (const [path, contentType] of Object.entries(state.files)) {
    const bytes = readIfThere(fileOf(folder, path));
    if (bytes !== undefined) files.set(path, { bytes: new Uint8Array(bytes), contentType });
  }
  return { kind: 'read', discord: { state, files } };
}

/** Writes a world: its new files first, then the world by renaming, then no longer needed files go. */
export function writeWorld(folder: string, { state, files }: KeptDiscord): void {
  const inside = join(folder, WORLD_FILES_FOLDER);
  // Not recursive: in a current folder that was deleted, Node would look for a parent of it forever.
  if (!existsSync(inside)) mkdirSync(inside, { mode: 0o700 });
  const present = new Set(readdirSync(inside));
  for (const [path, { bytes }] of files) {
    if (!present.has(idOf(path))) writeWhole(fileOf(folder, path), bytes);
  }
  writeWhole(join(folder, WORLD_FILE), JSON.stringify(state));
  const needed = new Set([...files.keys()].map(idOf));
  for (const name of present) if (!needed.has(name)) rmSync(join(inside, name), { force: true });
}

function isWhole({ users, botId }: KeptState): boolean {
  return users.some(({ id }) => id === botId);
}

function writeWhole(file: string, content: string | Uint8Array): void {
  const written = `${file}.new`;
  // What people wrote is for their own eyes.
  writeFileSync(written, content, { mode: 0o600 });
  renameSync(written, file);
}

function fileOf(folder: string, path: string): string {
  return join(folder, WORLD_FILES_FOLDER, idOf(path));
}

/** A name without slashes, whatever the world's file says. */
function idOf(path: string): string {
  return FILE_ID.exec(path)?.[1] ?? 'unknown';
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function problem(why: string): WorldProblem {
  return { kind: 'problem', why };
}
