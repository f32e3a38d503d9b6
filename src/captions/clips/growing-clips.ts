import type { Logger } from '../../log/log.ts';
import type { Clip } from '../../voice/voice-api.ts';
import type { ClipSpool, SpooledClip } from '../captions-ports.ts';

/** What the clips under way of one session are copied with. */
export interface GrowingClipsOptions {
  readonly spool: Pick<ClipSpool, 'grow' | 'remove'>;
  /** Counts recorded audio against the budget; a negative duration gives it back. */
  readonly count: (durationMs: number) => void;
  readonly log: Logger;
}

/** A clip under way whose copy is on disk. */
interface GrowingClip {
  /** As far as it has grown; its duration was counted against the budget. */
  readonly clip: SpooledClip['clip'];
  /** Its audio, one piece after the other. */
  readonly audio: readonly Uint8Array[];
  /** The clip itself has come, and takes the place of its copy. */
  readonly isComplete: boolean;
}

/**
 * The clips under way of one session, as far as they have copies on disk. What grows counts against the budget at once,
 * so that what the next process makes of it was counted.
 */
export class GrowingClips {
  readonly #options: GrowingClipsOptions;
  /** By clip id. */
  readonly #clips = new Map<string, GrowingClip>();

  constructor(options: GrowingClipsOptions) {
    this.#options = options;
  }

  /** Adds to the copy of a clip. What comes after the copy was dropped is ignored. */
  grow(entry: SpooledClip, offset: number, audio: Uint8Array): void {
    const { clip } = entry;
    const known = this.#clips.get(clip.clipId);
    if (offset !== bytesOf(known) || known?.isComplete === true) return;
    this.#clips.set(clip.clipId, { clip, audio: [...(known?.audio ?? []), audio], isComplete: false });
    this.#options.count(clip.durationMs - (known?.clip.durationMs ?? 0));
    this.#options.spool.grow(entry, offset, audio).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the copy of a clip under way could not be written to disk');
    });
  }

  /** The clip has come: its copy stays until the clip is on disk, also when the utterance is over. */
  complete(clipId: string): void {
    const clip = this.#clips.get(clipId);
    if (clip !== undefined) this.#clips.set(clipId, { ...clip, isComplete: true });
  }

  /** The clips that have not come, as far as they have grown. */
  get unfinished(): readonly Clip[] {
    const unfinished = [...this.#clips.values()].filter(({ isComplete }) => !isComplete);
    return unfinished.map(({ clip, audio }) => ({ ...clip, audio: Buffer.concat(audio) }));
  }

  /** Stops tracking a copy that a finished clip replaces. Returns the milliseconds of it that were counted. */
  take(clipId: string): number {
    const { durationMs = 0 } = this.#clips.get(clipId)?.clip ?? {};
    this.#clips.delete(clipId);
    return durationMs;
  }

  /** Removes the copy of a clip that must not be used. */
  drop(clipId: string): void {
    if (!this.#clips.has(clipId)) return;
    this.#options.count(-this.take(clipId));
    this.#options.spool.remove(clipId).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the copy of a clip under way could not be removed from disk');
    });
  }

  /** Removes the matching copies of clips that have not come. */
  dropWhere(matches: (clip: SpooledClip['clip']) => boolean): void {
    for (const [clipId, { clip, isComplete }] of [...this.#clips]) {
      if (!isComplete && matches(clip)) this.drop(clipId);
    }
  }

  /** Removes all copies of what a person said. */
  forget(userId: string): void {
    for (const [clipId, { clip }] of [...this.#clips]) if (clip.userId === userId) this.drop(clipId);
  }
}

function bytesOf(clip: GrowingClip | undefined): number {
  return clip === undefined ? 0 : clip.audio.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
