import type { Transcript } from '../../speech/asr/transcript.ts';
import type { Span } from '../../telemetry/spans.ts';
import type { CaptionLine, SpooledClip } from '../captions-ports.ts';

/** How the transcription of a clip ended. */
export type HowItEnded =
  /** Its text is stored, or it had none. */
  | { readonly kind: 'done' }
  /** The service rejected it with `error`. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Its audio is gone: the disk space for pending clips was full. */
  | { readonly kind: 'lost' }
  /** The person opted out, or had their data deleted. */
  | { readonly kind: 'cancelled' };

/** The end of a clip. `wasServed`: the service transcribed it, even if its text is not wanted. */
export type ClipEnd = HowItEnded & { readonly wasServed: boolean };

/** How a clip is transcribed. */
export interface ClipRequest {
  readonly entry: SpooledClip;
  /** Whether the text has sounds such as `[laughter]`, when it is requested. */
  readonly soundCues: () => boolean;
}

/** A clip on its way to its text. */
export interface ClipCourse {
  /** Resolves with its text, or with `undefined` if it ends without one. Never rejects. */
  readonly transcript: Promise<Transcript | undefined>;
  /** Stores the line made of the text, or nothing without one, and then ends the clip. Call it once. */
  keep(line: CaptionLine | undefined): void;
  /** Resolves when all is over and the clip is no longer on disk. Never rejects. */
  readonly ended: Promise<ClipEnd>;
}

/** The state of a clip's transcription. */
export type JobState =
  | { readonly kind: 'new' }
  /**
   * Waits until `dueAtMs`, as `performance.now()`. `isHeld`: because of this process and not of the service, so that it
   * is not sent earlier as a probe.
   */
  | { readonly kind: 'waiting'; readonly dueAtMs: number; readonly isHeld: boolean }
  /** Its text is requested; `controller` aborts the request. */
  | { readonly kind: 'under-way'; readonly controller: AbortController }
  /** Its text is being stored; `controller` ends the attempts. */
  | { readonly kind: 'storing'; readonly controller: AbortController }
  | { readonly kind: 'over' };

/** A clip that is being transcribed. */
export interface ClipJob extends ClipRequest {
  readonly transcript: PromiseWithResolvers<Transcript | undefined>;
  readonly ended: PromiseWithResolvers<ClipEnd>;
  /** From the end of speech to the end of the transcription. */
  readonly span: Span;
  /** In memory only until it is on disk and its first request is over. */
  audio: Uint8Array | undefined;
  /** Resolves with whether it is on disk, once the attempt to write it is over. */
  saved: Promise<boolean>;
  /** Resolves with whether its text is stored; never rejects. */
  stored: Promise<boolean>;
  /** It could not be written to disk, so it exists in memory only. */
  isUnsaved: boolean;
  state: JobState;
  wasServed: boolean;
  failures: number;
  timeouts: number;
  /** Failures with successes of other clips in between: then the clip is at fault, not the service. */
  lonelyFailures: number;
  /** The breaker's `successes` when this clip last failed, or was first sent. */
  successesSeen: number;
  lastTriedAtMs: number;
}

/** Creates the job of a clip that has not been sent. The caller that writes it to disk sets `saved`. */
export function createClipJob(
  request: ClipRequest,
  { span, audio, state }: Pick<ClipJob, 'span' | 'audio' | 'state'>,
): ClipJob {
  return {
    ...request,
    ...{ span, audio, state },
    transcript: Promise.withResolvers(),
    ended: Promise.withResolvers(),
    saved: Promise.resolve(true),
    stored: Promise.resolve(true),
    isUnsaved: false,
    wasServed: false,
    failures: 0,
    timeouts: 0,
    lonelyFailures: 0,
    successesSeen: 0,
    lastTriedAtMs: 0,
  };
}
