import { MynahError } from '../../errors.ts';

/** Reasons why a file cannot be read, each with its own message for people. */
export type RecordingErrorCode =
  | 'AUDIO_EMPTY'
  | 'AUDIO_NOT_AUDIO'
  | 'AUDIO_NO_TRACK'
  | 'AUDIO_BROKEN'
  | 'AUDIO_PROTECTED'
  | 'AUDIO_CODEC'
  | 'AUDIO_TOO_SHORT'
  /** Of a part of a chained file; its other parts can be read. */
  | 'AUDIO_PART_BROKEN'
  | 'AUDIO_PART_CODEC'
  | 'AUDIO_PART_TOO_SHORT'
  | 'AUDIO_PART_TOO_MANY';

/** A file that cannot be read. `serviceMessage` is the kind of file or sound, if that helps people: a
 * code that the catalogue has a phrase for, or a format's own name. */
export class RecordingError extends MynahError {
  override readonly name: string = 'RecordingError';
  declare readonly code: RecordingErrorCode;
  readonly serviceMessage: string | undefined;

  constructor(code: RecordingErrorCode, message: string, options: { kind?: string; cause?: unknown } = {}) {
    super(code, message, { cause: options.cause });
    this.serviceMessage = options.kind;
  }
}
