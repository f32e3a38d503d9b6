import { type OfferedCommand, type OfferedOption, OPTION } from './offered-commands.ts';

/** What somebody has put into an option's field. */
export interface OptionDraft {
  readonly text: string;
  /** What was chosen from a list: a choice's value or an id. Typing takes it away. */
  readonly chosen?: string | number | boolean;
  /** Of an attachment. */
  readonly file?: File;
}

/** A command in the composer, before it is run. */
export interface CommandDraft {
  /** Canonical path without slash. */
  readonly path: string;
  /** By canonical option names. */
  readonly values: Readonly<Record<string, OptionDraft>>;
  /** Canonical names of the options that have a field, in the fields' order. */
  readonly open: readonly string[];
}

export const EMPTY_OPTION: OptionDraft = { text: '' };

/** A command with fields for what it requires and what was given; a lone free text gets its field at once. */
export function startDraft(command: OfferedCommand, values: CommandDraft['values'] = {}): CommandDraft {
  const wanted = command.options.filter(({ name, isRequired }) => isRequired || name in values);
  const [first] = command.options;
  const open = wanted.length === 0 && first !== undefined && isFreeText(first) ? [first] : wanted;
  return { path: command.path, values, open: open.map(({ name }) => name) };
}

/** Whether any text may stand in the option. */
function isFreeText({ type, choices, hasAutocomplete }: OfferedOption): boolean {
  return type === OPTION.string && choices.length === 0 && !hasAutocomplete;
}

/** Gives an option a field, behind the others. */
export function openOption(draft: CommandDraft, name: string): CommandDraft {
  return draft.open.includes(name) ? draft : { ...draft, open: [...draft.open, name] };
}

/** Takes an optional option's field away, with what is in it. */
export function closeOption(draft: CommandDraft, name: string): CommandDraft {
  const { [name]: _gone, ...values } = draft.values;
  return { ...draft, values, open: draft.open.filter((open) => open !== name) };
}

/** Puts something into an option. */
export function fillOption(draft: CommandDraft, name: string, value: OptionDraft): CommandDraft {
  return { ...draft, values: { ...draft.values, [name]: value } };
}

/** Whether anything stands in the options that have a field. */
export function hasContent({ open, values }: CommandDraft): boolean {
  return open.some((name) => {
    const { text = '', file } = values[name] ?? {};
    return text !== '' || file !== undefined;
  });
}

/** Options that have no field yet and whose names, or descriptions, contain what was typed. */
export function furtherOptions(command: OfferedCommand, { open }: CommandDraft, typed: string): OfferedOption[] {
  const wanted = typed.trim().replace(/:$/u, '').toLowerCase();
  return command.options.filter(({ name, shownName, description }) => {
    if (open.includes(name)) return false;
    return [name, shownName, description].some((text) => text.toLowerCase().includes(wanted));
  });
}
