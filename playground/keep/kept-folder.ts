import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { KeptDiscord } from '@mynah/local-discord/kept/kept-schema';
import { type DataFolderLock, lockDataFolder } from '../../src/store/data-folder-lock.ts';
import { readWorld, WORLD_FILE, WORLD_FILES_FOLDER, type WorldProblem, writeWorld } from './world-files.ts';

/** Folders of the bot's database and of the speech service's voices. */
const BOT_FOLDER = 'bot';
const SPEECH_FOLDER = 'speech';
/** What belongs together and is of no use alone. */
const PARTS = [WORLD_FILE, WORLD_FILES_FOLDER, BOT_FOLDER, SPEECH_FOLDER] as const;
/** Start of the names of folders with what could not be read. */
const ASIDE = 'aside-';
/** A playground that is just ending still writes. */
const LOCK_PATIENCE_MS = 2_000;

/** What is kept between visits, in a folder that no other playground uses meanwhile. The caller must dispose of it. */
export interface KeptFolder extends AsyncDisposable {
  /** The bot's DATA_DIR. */
  readonly botFolder: string;
  /** The speech service's folder of voices. */
  readonly speechFolder: string;
  /** The local Discord of the latest visit; `undefined` at the first. */
  readonly discord: KeptDiscord | undefined;
  /** What happened to an earlier visit that cannot be read, for people. */
  readonly notice: string | undefined;
  /** Writes the local Discord, atomically and before it returns, so that it can be the last thing that a process does. */
  save(discord: KeptDiscord): void;
}

/**
 * Opens the folder, and creates it if it is missing. What cannot be read is moved aside within it.
 * @throws {Error} for people, when another playground uses it or it cannot be used.
 */
export async function openKeptFolder(folder: string): Promise<KeptFolder> {
  const lock = await lockFolder(folder);
  // Absolute: in a current folder that was deleted, Node creates a relative one forever.
  const inside = resolve(folder);
  try {
    const world = readWorld(inside);
    const notice = world.kind === 'problem' ? await moveAside(folder, world) : undefined;
    const [botFolder, speechFolder] = [join(inside, BOT_FOLDER), join(inside, SPEECH_FOLDER)];
    await mkdir(botFolder, { recursive: true, mode: 0o700 });
    await mkdir(speechFolder, { recursive: true });
    return {
      botFolder,
      speechFolder,
      discord: world.kind === 'read' ? world.discord : undefined,
      notice,
      save: (discord) => writeWorld(inside, discord),
      [Symbol.asyncDispose]: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Deletes what is kept in the folder, and the folder unless something else is in it. Returns whether anything was kept.
 * @throws {Error} for people, when a playground uses it or it cannot be deleted.
 */
export async function forgetKept(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const lock = await lockFolder(folder);
  try {
    const names = await readdir(folder);
    const ours = names.filter((name) => (PARTS as readonly string[]).includes(name) || name.startsWith(ASIDE));
    // The world first: without it, the rest is not continued from.
    for (const name of ours.toSorted((one) => (one === WORLD_FILE ? -1 : 1))) {
      await rm(join(folder, name), { recursive: true });
    }
    await rm(join(folder, `${WORLD_FILE}.new`), { force: true });
    return ours.length > 0;
  } finally {
    await lock.release();
    await rm(join(folder, 'lock.sqlite'), { force: true });
    await rmdir(folder).catch(() => undefined);
  }
}

async function lockFolder(folder: string): Promise<DataFolderLock> {
  try {
    return await lockDataFolder(folder, { patienceMs: LOCK_PATIENCE_MS });
  } catch (cause) {
    const isLocked = cause instanceof Error && 'code' in cause && cause.code === 'DATA_DIR_LOCKED';
    throw new Error(
      isLocked
        ? `another playground is using ${folder}. End that one first, or start this one without --keep.`
        : `can’t use ${folder}. Check that it’s a folder that you may write to.`,
      { cause },
    );
  }
}

/** Moves everything, because the bot's data is about servers and people of that very world. */
async function moveAside(folder: string, { why }: WorldProblem): Promise<string> {
  const aside = join(folder, `${ASIDE}${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  await mkdir(aside);
  for (const part of PARTS) {
    if (existsSync(join(folder, part))) await rename(join(folder, part), join(aside, part));
  }
  return `${why} Nothing is lost: it’s all in ${aside}, and this visit starts anew.`;
}
