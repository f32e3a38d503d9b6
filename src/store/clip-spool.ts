import { createHash } from 'node:crypto';
import type { ClipSpool, SpooledClip } from '../captions/captions-ports.ts';
import { MynahError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { decodeSpoolFile, encodeSpoolFile } from './spool-file.ts';
import { openSpoolFolder, type SpoolFolder } from './spool-folder.ts';

/** Some 18 hours of speech at the 64 kbit/s of Discord's voice channels. */
const DEFAULT_MAX_BYTES = 512 * 1024 * 1024;

/** Names of our files, with their stage. */
const OUR_NAME = /^[0-9a-f]{64}\.(clip|unfinished|broken)$/;

interface ClipSpoolOptions {
  /** Created if missing. Only one process may use it. */
  readonly folder: string;
  /** Most bytes on disk; 512 MiB by default. */
  readonly maxBytes?: number;
  readonly log: Logger;
}

/**
 * Opens the spool with what an earlier process left: it removes unfinished files, sets broken ones aside and leaves foreign
 * ones alone. Nothing has to be closed. Changes of one clip happen in the order in which they were requested. The methods
 * throw MynahError SPOOL_FAILED (retryable) when the disk fails, for example because it is full.
 * @throws {MynahError} SPOOL_FAILED when the folder cannot be used.
 */
export async function openClipSpool(options: ClipSpoolOptions): Promise<ClipSpool> {
  const spool = new FolderSpool(await openSpoolFolder(options.folder), options);
  await spool.load();
  return spool;
}

interface HeldClip {
  readonly entry: SpooledClip;
  readonly bytes: number;
}

class FolderSpool implements ClipSpool {
  readonly #folder: SpoolFolder;
  readonly #maxBytes: number;
  readonly #log: Logger;
  readonly #held = new Map<string, HeldClip>();
  /** By clip, the last of its changes that are in progress. */
  readonly #changes = new Map<string, Promise<unknown>>();
  /** Whose clips are being written. */
  readonly #arriving = new Map<string, string>();
  #bytes = 0;

  constructor(folder: SpoolFolder, { maxBytes = DEFAULT_MAX_BYTES, log }: ClipSpoolOptions) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#log = log;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async load(): Promise<void> {
    let foreign = 0;
    for (const name of await this.#folder.names()) {
      const [, kind] = OUR_NAME.exec(name) ?? [];
      if (kind === 'clip') await this.#loadFile(name);
      else if (kind === 'unfinished') await this.#folder.remove(name);
      else if (kind !== 'broken') foreign += 1;
    }
    if (foreign > 0) this.#log.warn({ foreign }, 'the clip folder holds files that are not clips');
  }

  /**
   * Resolves when the clip is safely on disk; the same clip put again replaces the first. At the bound it drops the clips
   * that began earliest and returns them; a clip that exceeds the bound alone is returned itself.
   * @throws {MynahError} SPOOL_REFUSED when the entry could not be decoded later, for example a time that is not a number.
   */
  async put(entry: SpooledClip, audio: Uint8Array): Promise<readonly SpooledClip[]> {
    const { clipId, userId } = entry.clip;
    const file = encode(entry, audio);
    const bytes = file.content.byteLength;
    if (bytes > this.#maxBytes) return [file.entry];
    this.#arriving.set(clipId, userId);
    const dropped = await this.#inOrder(clipId, async () => {
      try {
        await this.#folder.write(nameOf(clipId, 'clip'), nameOf(clipId, 'unfinished'), file.content);
      } finally {
        this.#arriving.delete(clipId);
      }
      this.#hold({ entry: file.entry, bytes });
      return this.#dropBeyondBound(clipId);
    });
    await Promise.all(dropped.map(({ clip }) => this.#removeDropped(clip.clipId)));
    return dropped;
  }

  /** `undefined` when there is no such clip, or its file is damaged. */
  read(clipId: string): Promise<Uint8Array | undefined> {
    return this.#inOrder(clipId, async () => {
      const name = nameOf(clipId, 'clip');
      const content = await this.#folder.read(name);
      const audio = content && decodeSpoolFile(content)?.audio;
      if (audio !== undefined) return audio;
      this.#forget(clipId);
      if (content !== undefined) await this.#setAside(name);
      return undefined;
    });
  }

  remove(clipId: string): Promise<void> {
    return this.#inOrder(clipId, async () => {
      this.#forget(clipId);
      await this.#folder.remove(nameOf(clipId, 'clip'));
    });
  }

  /** Removes a person's clips, also those being written, and damaged files, which may be theirs. */
  async removePerson(userId: string): Promise<number> {
    const arriving = [...this.#arriving].filter(([, speaker]) => speaker === userId).map(([clipId]) => clipId);
    const held = [...this.#held].filter(([, { entry }]) => entry.clip.userId === userId).map(([clipId]) => clipId);
    const theirs = new Set([...arriving, ...held]);
    await Promise.all([...theirs].map((clipId) => this.remove(clipId)));
    const broken = (await this.#folder.names()).filter((name) => OUR_NAME.exec(name)?.[1] === 'broken');
    await Promise.all(broken.map((name) => this.#folder.remove(name)));
    await this.#folder.sync();
    return theirs.size;
  }

  list(): Promise<readonly SpooledClip[]> {
    return Promise.resolve(Array.from(this.#held.values(), ({ entry }) => entry).toSorted(byTime));
  }

  async #loadFile(name: string): Promise<void> {
    const content = await this.#folder.read(name).catch((error: unknown) => {
      this.#log.warn({ err: error, name }, 'a clip on disk cannot be read now');
      return undefined;
    });
    if (content === undefined) return;
    const entry = decodeSpoolFile(content)?.entry;
    if (entry === undefined || nameOf(entry.clip.clipId, 'clip') !== name) await this.#setAside(name);
    else this.#hold({ entry, bytes: content.byteLength });
  }

  async #setAside(name: string): Promise<void> {
    this.#log.warn({ name }, 'a clip on disk cannot be read and was set aside');
    await this.#folder.rename(name, name.replace(/clip$/, 'broken'));
  }

  #hold(held: HeldClip): void {
    const { clipId } = held.entry.clip;
    this.#forget(clipId);
    this.#held.set(clipId, held);
    this.#bytes += held.bytes;
  }

  #forget(clipId: string): void {
    this.#bytes -= this.#held.get(clipId)?.bytes ?? 0;
    this.#held.delete(clipId);
  }

  /** Forgets the clips that began earliest, but never `newestId`: the clock may have been set back. */
  #dropBeyondBound(newestId: string): SpooledClip[] {
    if (this.#bytes <= this.#maxBytes) return [];
    const dropped: SpooledClip[] = [];
    const entries = Array.from(this.#held.values(), ({ entry }) => entry).toSorted(byTime);
    for (const entry of entries.filter(({ clip }) => clip.clipId !== newestId)) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(entry.clip.clipId);
      dropped.push(entry);
    }
    return dropped;
  }

  /** The new clip is safe either way; a file that stays is loaded again at the next start. */
  async #removeDropped(clipId: string): Promise<void> {
    try {
      await this.#inOrder(clipId, async () => {
        if (!this.#held.has(clipId)) await this.#folder.remove(nameOf(clipId, 'clip'));
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'a dropped clip could not be removed');
    }
  }

  /** Runs a change of a clip once the earlier ones have settled. */
  #inOrder<T>(clipId: string, change: () => Promise<T>): Promise<T> {
    const result = (this.#changes.get(clipId) ?? Promise.resolve()).then(change, change);
    this.#changes.set(clipId, result);
    const clear = () => {
      if (this.#changes.get(clipId) === result) this.#changes.delete(clipId);
    };
    void result.then(clear, clear);
    return result;
  }
}

/** A hash of the clip's id reveals nothing about a person, and no id can escape the folder. */
function nameOf(clipId: string, kind: 'clip' | 'unfinished'): string {
  return `${createHash('sha256').update(clipId).digest('hex')}.${kind}`;
}

function encode(entry: SpooledClip, audio: Uint8Array): ReturnType<typeof encodeSpoolFile> {
  try {
    return encodeSpoolFile(entry, audio);
  } catch (error) {
    throw new MynahError('SPOOL_REFUSED', 'a clip could not be described', { cause: error });
  }
}

function byTime({ clip: a }: SpooledClip, { clip: b }: SpooledClip): number {
  return a.startedAtMs - b.startedAtMs || a.part - b.part || (a.clipId < b.clipId ? -1 : 1);
}
