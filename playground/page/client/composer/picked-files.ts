import { MAX_FILE_BYTES } from '../commands/check-option.ts';

/** Discord's limit of files of one message. */
const MAX_FILES = 10;

/** What became of files that were picked, dropped or pasted. */
export interface PickedFiles {
  readonly files: readonly File[];
  /** Names of those that are too large. */
  readonly tooLarge: readonly string[];
  /** How many were too many. */
  readonly leftOut: number;
}

/** Adds files to those that are there, within Discord's limits. */
export function addFiles(files: readonly File[], added: readonly File[]): PickedFiles {
  const fitting = added.filter(({ size }) => size <= MAX_FILE_BYTES);
  const all = [...files, ...fitting];
  return {
    files: all.slice(0, MAX_FILES),
    tooLarge: added.filter(({ size }) => size > MAX_FILE_BYTES).map(({ name }) => name),
    leftOut: Math.max(0, all.length - MAX_FILES),
  };
}

/** Discord's limit of a message without Nitro, in code points. */
export const MAX_MESSAGE_CHARACTERS = 2_000;
