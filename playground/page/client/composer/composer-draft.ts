import type { CommandDraft } from '../commands/command-draft.ts';

/** What stands in the composer of a channel. */
export interface ComposerDraft {
  readonly text: string;
  readonly files: readonly File[];
  /** The command whose options are being filled in, in place of the text. */
  readonly command: CommandDraft | undefined;
  /** The command as it was recalled from the history, counted from the newest; `undefined` for one that was changed since. */
  readonly recalled: number | undefined;
}

export const EMPTY_DRAFT: ComposerDraft = { text: '', files: [], command: undefined, recalled: undefined };
