import { MynahError } from '../../errors.ts';

/** A backup or restore that was not made: BACKUP_FAILED, with a line that says why and what to do. Nothing was changed. */
export function backupError(line: string, cause?: unknown): MynahError {
  return new MynahError('BACKUP_FAILED', line, { severity: 'fault', cause });
}

/** What a restore did. */
export interface Restored {
  /** Where the previous database is; `undefined` if there was none. */
  readonly kept: string | undefined;
  /** What people chose about captions after the backup still applies. */
  readonly hasLaterChoices: boolean;
}

/** A time in the name of a file, such as `2026-11-22T18-05-00Z`. */
export function stampOf(now: Date): string {
  return now.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
}

/** The code of a system's or database's error, for a line to operators. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
}
