import type { TypedValue } from '../../protocol.ts';
import { checkOption, type OptionProblem } from './check-option.ts';
import { type CommandDraft, EMPTY_OPTION } from './command-draft.ts';
import type { OfferedCommand } from './offered-commands.ts';
import type { SuggestionPlace } from './suggestions.ts';

/** A command's options as they can be sent, what has to be uploaded first, and what is wrong, by canonical names. */
export interface CheckedCommand {
  readonly values: Readonly<Record<string, TypedValue>>;
  readonly files: Readonly<Record<string, File>>;
  readonly problems: Readonly<Record<string, OptionProblem>>;
}

/** Checks every option that has a field. */
export function checkCommand(command: OfferedCommand, draft: CommandDraft, place: SuggestionPlace): CheckedCommand {
  const values: Record<string, TypedValue> = {};
  const files: Record<string, File> = {};
  const problems: Record<string, OptionProblem> = {};
  for (const option of command.options) {
    if (!draft.open.includes(option.name)) continue;
    const checked = checkOption(option, draft.values[option.name] ?? EMPTY_OPTION, place);
    if (checked.kind === 'value') values[option.name] = checked.value;
    if (checked.kind === 'file') files[option.name] = checked.file;
    if (checked.kind === 'problem') problems[option.name] = checked.problem;
  }
  return { values, files, problems };
}
