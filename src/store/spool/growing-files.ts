import type { SpooledClip } from '../../captions/captions-ports.ts';
import type { Logger } from '../../log/log.ts';
import { decodeGrowth, fileNameOf, type GrowthRecord } from './spool-file.ts';
import type { SpoolFolder } from './spool-folder.ts';

interface GrowingFilesOptions {
  readonly folder: SpoolFolder;
  readonly log: Logger;
  /** Called with the change when a guild's copies take more or fewer bytes. */
  readonly onBytes: (guildId: string, bytes: number) => void;
}

/** A clip under way, so far. */
interface Copy {
  clip: SpooledClip['clip'];
  fileBytes: number;
  audioBytes: number;
  /** Grows no more. */
  isStopped: boolean;
}

/** What was added to a clip under way, and the record of it for its file. */
interface Growth {
  readonly entry: SpooledClip;
  readonly offset: number;
  readonly audio: Uint8Array;
  readonly content: Uint8Array;
}

/** The copy of a clip that was under way when an earlier process crashed. */
export interface LeftCopy {
  readonly name: string;
  /** `undefined` when nothing of it can be read. */
  readonly grown: GrowthRecord | undefined;
}

/**
 * The files of clips under way, one each: records that are appended as somebody speaks. The bookkeeping changes at once;
 * the caller runs what touches one clip's file in the order of the calls.
 */
export class GrowingFiles {
  readonly #options: GrowingFilesOptions;
  /** By clip id. */
  readonly #copies = new Map<string, Copy>();

  constructor(options: GrowingFilesOptions) {
    this.#options = options;
  }

  get clips(): readonly SpooledClip['clip'][] {
    return Array.from(this.#copies.values(), ({ clip }) => clip);
  }

  /** Returns what appends to the file; `undefined` for what does not continue it. A copy that fails is removed. */
  add({ entry: { clip }, offset, audio, content }: Growth): (() => Promise<void>) | undefined {
    const known = this.#copies.get(clip.clipId);
    if (known?.isStopped === true || offset !== (known?.audioBytes ?? 0)) return undefined;
    const copy = known ?? { clip, fileBytes: 0, audioBytes: 0, isStopped: false };
    copy.clip = clip;
    copy.audioBytes += audio.byteLength;
    copy.fileBytes += content.byteLength;
    this.#copies.set(clip.clipId, copy);
    this.#options.onBytes(clip.guildId, content.byteLength);
    return async () => {
      // Stopped in the meantime, by somebody who also removes it.
      if (copy.isStopped) return;
      try {
        await this.#options.folder.append(fileNameOf(clip.clipId, 'growing'), content, known === undefined);
      } catch (error) {
        copy.isStopped = true;
        await this.removeStopped(clip.clipId);
        throw error;
      }
    };
  }

  /** Nothing more is added to the copy, if there is one. */
  stop(clipId: string): void {
    const copy = this.#copies.get(clipId);
    if (copy !== undefined) copy.isStopped = true;
  }

  /** Removes a copy that was stopped. */
  async removeStopped(clipId: string): Promise<void> {
    const copy = this.#copies.get(clipId);
    if (copy?.isStopped !== true) return;
    await this.#options.folder.remove(fileNameOf(clipId, 'growing'));
    if (this.#copies.delete(clipId)) this.#options.onBytes(copy.clip.guildId, -copy.fileBytes);
  }

  /** Reads the copies that an earlier process left. They count as stopped. */
  async load(names: readonly string[]): Promise<readonly LeftCopy[]> {
    const files: { readonly name: string; readonly records: readonly GrowthRecord[] }[] = [];
    for (const name of names) {
      const content = await this.#read(name);
      if (content === undefined) continue;
      const records = decodeGrowth(content).filter(({ entry }) => fileNameOf(entry.clip.clipId, 'growing') === name);
      files.push({ name, records });
      const newest = records.at(-1)?.entry.clip;
      if (newest === undefined) continue;
      const fileBytes = content.byteLength;
      this.#copies.set(newest.clipId, { clip: newest, fileBytes, audioBytes: 0, isStopped: true });
      this.#options.onBytes(newest.guildId, fileBytes);
    }
    const begins = new Map(files.flatMap(({ records }) => records.slice(0, 1).map(({ entry }) => beginOf(entry))));
    return files.map(({ name, records }) => ({ name, grown: joined(withoutOverlap(records, begins)) }));
  }

  async #read(name: string): Promise<Buffer | undefined> {
    return this.#options.folder.read(name).catch((error: unknown) => {
      this.#options.log.warn({ err: error, name }, 'a clip on disk cannot be read now');
      return undefined;
    });
  }
}

function beginOf({ clip }: SpooledClip): [part: string, startedAtMs: number] {
  return [`${clip.utteranceId}/${clip.part}`, clip.startedAtMs];
}

/**
 * When a long clip is divided, its copy holds what the next part begins with until the part is safe on disk. Leaves out
 * the records that are all in the copy of the next part too.
 */
function withoutOverlap(
  records: readonly GrowthRecord[],
  begins: ReadonlyMap<string, number>,
): readonly GrowthRecord[] {
  return records.filter((_, index) => {
    const before = records[index - 1]?.entry.clip;
    if (before === undefined) return true;
    const nextAtMs = begins.get(`${before.utteranceId}/${before.part + 1}`) ?? Number.POSITIVE_INFINITY;
    return before.startedAtMs + before.durationMs < nextAtMs;
  });
}

function joined(records: readonly GrowthRecord[]): GrowthRecord | undefined {
  const newest = records.at(-1);
  return newest && { entry: newest.entry, audio: Buffer.concat(records.map(({ audio }) => audio)) };
}
