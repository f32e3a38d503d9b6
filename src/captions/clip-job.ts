import type { Transcript } from '../speech/wire.ts';
import type { CaptionLine, SpooledClip } from './captions-ports.ts';

/** How the way of a clip ended. */
export type ClipEnd =
  /** Its text is stored, or there was none in it. */
  | 'done'
  /** The service will not have it. */
  | 'refused'
  /** Its audio is gone: the disk space for waiting clips was full. */
  | 'lost'
  /** The person must not be captioned, or had what is stored deleted. */
  | 'cancelled';

/** Who handed a clip in, and makes something of its text. */
export interface ClipOwner {
  /** The text came: what shall be stored of it, `undefined` for nothing. Called at most once. */
  onText(entry: SpooledClip, transcript: Transcript): CaptionLine | undefined;
  /** The last word about a clip; the clip is on disk no longer. Called at most once. */
  onEnd(entry: SpooledClip, end: ClipEnd): void;
}

/** Where a clip is on its way. */
export type JobState =
  | { readonly kind: 'new' }
  /**
   * Until then it is left alone: `performance.now()`. `isHeld`: for a reason that lies here and not with the service, so
   * that it is not tried earlier to see whether an outage is over.
   */
  | { readonly kind: 'waiting'; readonly dueAtMs: number; readonly isHeld: boolean }
  /** The request for its text; `controller` ends it. */
  | { readonly kind: 'under-way'; readonly controller: AbortController }
  /** The text is there; `controller` ends the attempts to store it. */
  | { readonly kind: 'storing'; readonly controller: AbortController }
  | { readonly kind: 'over' };

/** A clip on its way to text. */
export interface ClipJob {
  readonly entry: SpooledClip;
  readonly owner: ClipOwner;
  /** Held in memory only until it is on disk and its first request is over. */
  audio: Uint8Array | undefined;
  /** Whether it is on disk; resolves when the attempt to write it is over. */
  saved: Promise<boolean>;
  /** Its text is being stored, once there is one; never rejects. */
  stored: Promise<boolean>;
  /** It could not be written to disk: memory is all there is of it. */
  isUnsaved: boolean;
  state: JobState;
  failures: number;
  timeouts: number;
  /** Failures with successes of others in between: it is the clip then, not the service. */
  lonelyFailures: number;
  /** Successes of others that were counted when this one last failed, or began. */
  successesSeen: number;
  lastTriedAtMs: number;
}

/** Makes the job of a clip that has not been tried; `saved` is set by whoever writes it. */
export function createClipJob(
  entry: SpooledClip,
  owner: ClipOwner,
  audio: Uint8Array | undefined,
  state: JobState,
): ClipJob {
  return {
    entry,
    owner,
    audio,
    saved: Promise.resolve(true),
    stored: Promise.resolve(true),
    isUnsaved: false,
    state,
    failures: 0,
    timeouts: 0,
    lonelyFailures: 0,
    successesSeen: 0,
    lastTriedAtMs: 0,
  };
}
