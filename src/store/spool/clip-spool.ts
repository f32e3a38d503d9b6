import type { ClipSpool, SpooledClip } from '../../captions/captions-ports.ts';
import { createOrder } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import { callDisk } from '../call-disk.ts';
import { gatherFolders } from '../gather-folders.ts';
import { DamagedClips } from './damaged-clips.ts';
import { GrowingFiles, type LeftCopy } from './growing-files.ts';
import { decodeSpoolFile, encodeSpoolFile, fileNameOf } from './spool-file.ts';
import { openSpoolFolder, type SpoolFolder } from './spool-folder.ts';

/** Some 18 hours of speech at the 64 kbit/s of Discord's voice channels. */
const DEFAULT_MAX_BYTES = 512 * 1024 * 1024;

/** Names of our files, with their stage. */
const OUR_NAME = /^[0-9a-f]{64}\.(clip|growing|unfinished|broken)$/;

interface ClipSpoolOptions {
  /** Created if missing. Only one process may use it. */
  readonly folder: string;
  /** Most bytes on disk; 512 MiB by default. */
  readonly maxBytes?: number;
  readonly log: Logger;
}

/**
 * Opens the spool with what an earlier process left, in the folder of any SHARDS of earlier versions too: it removes unfinished files, completes clips that were under way, sets broken ones aside and leaves
 * foreign ones alone. Nothing has to be closed. Changes of one clip happen in the order in which they were requested. The methods
 * throw MynahError SPOOL_FAILED (retryable) when the disk fails, for example because it is full.
 * @throws {MynahError} SPOOL_FAILED when the folder cannot be used.
 */
export async function openClipSpool(options: ClipSpoolOptions): Promise<ClipSpool & { readonly maxBytes: number }> {
  const { folder } = options;
  await callDisk({ code: 'SPOOL_FAILED', folder }, () => gatherFolders(folder, OUR_NAME));
  const spool = new FolderSpool(await openSpoolFolder(folder), options);
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
  /** Runs a change of a clip once the earlier ones have settled. */
  readonly #inOrder = createOrder();
  /** Clips that are being written. */
  readonly #arriving = new Map<string, SpooledClip['clip']>();
  /** Of the held clips, by guild. */
  readonly #bytesOf = new Map<string, number>();
  readonly #damaged: DamagedClips;
  readonly #growing: GrowingFiles;
  #bytes = 0;

  constructor(folder: SpoolFolder, { maxBytes = DEFAULT_MAX_BYTES, log }: ClipSpoolOptions) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#log = log;
    this.#damaged = new DamagedClips(folder, log);
    this.#growing = new GrowingFiles({ folder, log, onBytes: (guildId, bytes) => this.#count(guildId, bytes) });
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Most bytes on disk. */
  get maxBytes(): number {
    return this.#maxBytes;
  }

  async load(): Promise<void> {
    let foreign = 0;
    const growing: string[] = [];
    for (const name of await this.#folder.names()) {
      const [, kind] = OUR_NAME.exec(name) ?? [];
      if (kind === 'clip') await this.#loadFile(name);
      else if (kind === 'growing') growing.push(name);
      else if (kind === 'unfinished') await this.#folder.remove(name);
      else if (kind !== 'broken') foreign += 1;
    }
    await this.#complete(growing);
    await this.#damaged.keepBound();
    if (foreign > 0) this.#log.warn({ foreign }, 'the clip folder holds files that are not clips');
  }

  async grow(entry: SpooledClip, offset: number, audio: Uint8Array): Promise<void> {
    const { clipId } = entry.clip;
    if (this.#arriving.has(clipId) || this.#held.has(clipId)) return;
    const { content } = encode(entry, audio);
    const isOver = this.#bytes + content.byteLength > this.#maxBytes;
    if (isOver) this.#growing.stop(clipId);
    const append = isOver ? undefined : this.#growing.add({ entry, offset, audio, content });
    await this.#inOrder(clipId, () => append?.() ?? this.#growing.removeStopped(clipId));
  }

  /**
   * Resolves when the clip is safely on disk; the same clip put again replaces the first. At the bound it drops and returns
   * clips, each time the one that began earliest of the guild that then holds most bytes. A clip that exceeds the bound
   * alone is returned itself.
   * @throws {MynahError} SPOOL_REFUSED when the entry could not be decoded later, for example a time that is not a number.
   */
  async put(entry: SpooledClip, audio: Uint8Array): Promise<readonly SpooledClip[]> {
    const { clipId } = entry.clip;
    const file = encode(entry, audio);
    const bytes = file.content.byteLength;
    this.#growing.stop(clipId);
    if (bytes > this.#maxBytes) return [file.entry];
    this.#arriving.set(clipId, file.entry.clip);
    const dropped = await this.#inOrder(clipId, async () => {
      try {
        await this.#folder.write(fileNameOf(clipId, 'clip'), fileNameOf(clipId, 'unfinished'), file.content);
      } finally {
        this.#arriving.delete(clipId);
      }
      this.#hold({ entry: file.entry, bytes });
      await this.#removeGrown(clipId);
      return this.#dropBeyondBound(clipId);
    });
    await Promise.all(dropped.map(({ clip }) => this.#removeDropped(clip.clipId)));
    return dropped;
  }

  /** `undefined` when there is no such clip, or its file is damaged. */
  read(clipId: string): Promise<Uint8Array | undefined> {
    return this.#inOrder(clipId, async () => {
      const name = fileNameOf(clipId, 'clip');
      const content = await this.#folder.read(name);
      const audio = content && decodeSpoolFile(content)?.audio;
      if (audio !== undefined) return audio;
      this.#forget(clipId);
      if (content !== undefined) await this.#damaged.setAside(name);
      return undefined;
    });
  }

  remove(clipId: string): Promise<void> {
    this.#growing.stop(clipId);
    return this.#inOrder(clipId, async () => {
      this.#forget(clipId);
      await this.#growing.removeStopped(clipId);
      await this.#folder.remove(fileNameOf(clipId, 'clip'));
    });
  }

  /** Removes the matching clips, also those being written or under way, and damaged files. */
  async removeWhere(matches: (userId: string | undefined, startedAtMs: number) => boolean): Promise<number> {
    const clips = [...this.#arriving.values(), ...Array.from(this.#held.values(), ({ entry }) => entry.clip)];
    const found = new Set(clips.filter((clip) => matches(clip.userId, clip.startedAtMs)).map(({ clipId }) => clipId));
    const growing = this.#growing.clips.filter((clip) => matches(clip.userId, clip.startedAtMs));
    const removed = new Set([...found, ...growing.map(({ clipId }) => clipId)]);
    await Promise.all([...removed].map((clipId) => this.remove(clipId)));
    await this.#damaged.removeWhere(matches);
    await this.#folder.sync();
    return found.size;
  }

  removeDamaged(beforeMs: number): Promise<void> {
    return this.#damaged.removeOlder(beforeMs);
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
    if (entry === undefined || fileNameOf(entry.clip.clipId, 'clip') !== name) await this.#damaged.setAside(name);
    else this.#hold({ entry, bytes: content.byteLength });
  }

  /** Turns what an earlier process left of clips under way into clips. */
  async #complete(names: readonly string[]): Promise<void> {
    for (const left of await this.#growing.load(names)) {
      await this.#completeOne(left).catch((error: unknown) => {
        this.#log.warn({ err: error }, 'a clip that was under way cannot be completed now');
      });
    }
  }

  async #completeOne({ name, grown }: LeftCopy): Promise<void> {
    if (grown === undefined) return this.#damaged.setAside(name);
    const { clipId } = grown.entry.clip;
    if (!this.#held.has(clipId)) {
      const { entry, content } = encodeSpoolFile(grown.entry, grown.audio);
      await this.#folder.write(fileNameOf(clipId, 'clip'), fileNameOf(clipId, 'unfinished'), content);
      this.#hold({ entry, bytes: content.byteLength });
    }
    await this.#removeGrown(clipId);
  }

  /** The clip is safe: a copy that stays does no harm, and is removed with the clip or at the next start. */
  async #removeGrown(clipId: string): Promise<void> {
    await this.#growing.removeStopped(clipId).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the copy of a clip that was under way could not be removed');
    });
  }

  #hold(held: HeldClip): void {
    const { clipId, guildId } = held.entry.clip;
    this.#forget(clipId);
    this.#held.set(clipId, held);
    this.#count(guildId, held.bytes);
  }

  #forget(clipId: string): void {
    const held = this.#held.get(clipId);
    if (held === undefined) return;
    this.#held.delete(clipId);
    this.#count(held.entry.clip.guildId, -held.bytes);
  }

  #count(guildId: string, bytes: number): void {
    this.#bytes += bytes;
    const left = (this.#bytesOf.get(guildId) ?? 0) + bytes;
    if (left === 0) this.#bytesOf.delete(guildId);
    else this.#bytesOf.set(guildId, left);
  }

  /** Forgets clips, but never `newestId`: the clock may have been set back. */
  #dropBeyondBound(newestId: string): SpooledClip[] {
    const dropped: SpooledClip[] = [];
    while (this.#bytes > this.#maxBytes) {
      const entry = this.#oldestOfFullestGuild(newestId);
      if (entry === undefined) break;
      this.#forget(entry.clip.clipId);
      dropped.push(entry);
    }
    return dropped;
  }

  /** Of guilds that hold as many bytes, the one whose clip has just come pays for it. */
  #oldestOfFullestGuild(newestId: string): SpooledClip | undefined {
    const newest = this.#held.get(newestId)?.entry.clip.guildId;
    const guilds = [...this.#bytesOf].toSorted(
      ([one, bytes], [other, otherBytes]) => otherBytes - bytes || Number(other === newest) - Number(one === newest),
    );
    const entries = Array.from(this.#held.values(), ({ entry }) => entry).filter(
      ({ clip }) => clip.clipId !== newestId,
    );
    for (const [guildId] of guilds) {
      const [first, ...others] = entries.filter(({ clip }) => clip.guildId === guildId);
      if (first !== undefined)
        return others.reduce((oldest, each) => (byTime(each, oldest) < 0 ? each : oldest), first);
    }
    return undefined;
  }

  /** The new clip is safe either way; a file that stays is loaded again at the next start. */
  async #removeDropped(clipId: string): Promise<void> {
    try {
      await this.#inOrder(clipId, async () => {
        if (!this.#held.has(clipId)) await this.#folder.remove(fileNameOf(clipId, 'clip'));
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'a dropped clip could not be removed');
    }
  }
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
