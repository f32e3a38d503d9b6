import type { Logger } from '../../log.ts';
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
  readonly userId: string;
  readonly utteranceId: string;
  /** What was counted against the budget. */
  readonly countedMs: number;
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
    const { clipId, userId, utteranceId, durationMs } = entry.clip;
    const known = this.#clips.get(clipId);
    if (known === undefined ? offset > 0 : known.isComplete) return;
    this.#clips.set(clipId, { userId, utteranceId, countedMs: durationMs, isComplete: false });
    this.#options.count(durationMs - (known?.countedMs ?? 0));
    this.#options.spool.grow(entry, offset, audio).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the copy of a clip under way could not be written to disk');
    });
  }

  /** The clip has come: its copy stays until the clip is on disk, also when the utterance is over. */
  complete(clipId: string): void {
    const clip = this.#clips.get(clipId);
    if (clip !== undefined) this.#clips.set(clipId, { ...clip, isComplete: true });
  }

  /** Leaves the copy to whoever puts the clip into the spool. Returns how much of it was counted. */
  take(clipId: string): number {
    const { countedMs = 0 } = this.#clips.get(clipId) ?? {};
    this.#clips.delete(clipId);
    return countedMs;
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
  dropWhere(matches: (clip: Pick<GrowingClip, 'userId' | 'utteranceId'>) => boolean): void {
    for (const [clipId, clip] of [...this.#clips]) if (!clip.isComplete && matches(clip)) this.drop(clipId);
  }

  /** Removes all copies of what a person said. */
  forget(userId: string): void {
    for (const [clipId, clip] of [...this.#clips]) if (clip.userId === userId) this.drop(clipId);
  }
}
