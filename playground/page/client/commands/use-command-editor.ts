import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComposerDraft } from '../composer/composer-draft.ts';
import { changeDraft, leaveToText, withHistory } from '../composer/composer-state.ts';
import { usePage } from '../page.ts';
import type { Store } from '../state.ts';
import { checkCommand } from './check-command.ts';
import type { OptionProblem } from './check-option.ts';
import {
  type CommandDraft,
  closeOption,
  fillOption,
  furtherOptions,
  hasContent,
  type OptionDraft,
  openOption,
} from './command-draft.ts';
import { type OfferedCommand, type OfferedOption, OPTION } from './offered-commands.ts';
import type { SuggestionPlace } from './suggestions.ts';
import { type RunState, useRun } from './use-run.ts';

/** The ids of a command's controls besides its options. */
export const MORE_FIELD = 'command-more';
export const RUN_BUTTON = 'command-run';

/** The id of an option's field. */
export function optionFieldId(name: string): string {
  return `option-${name}`;
}

/** The command that is edited, and where. */
export interface EditedCommand {
  readonly channelId: string;
  readonly command: OfferedCommand;
  readonly composer: ComposerDraft;
  readonly draft: CommandDraft;
  readonly place: SuggestionPlace;
}

/** What people do with a command in the composer. */
export interface CommandEditor extends RunState {
  readonly problems: Readonly<Record<string, OptionProblem>>;
  readonly change: (next: Partial<ComposerDraft>) => void;
  readonly fill: (option: OfferedOption, value: OptionDraft) => void;
  /** Gives an option a field and the focus. */
  readonly openField: (option: OfferedOption) => void;
  readonly removeField: (option: OfferedOption) => void;
  /** Puts a file into the first free option that takes one. */
  readonly attach: (file: File) => void;
  /** What Backspace does in an empty field: removes it, goes to the one before, or leaves a command that is empty. */
  readonly goBack: (option: string | undefined) => void;
  /** Leaves the command; what was filled in is in the history. */
  readonly leave: () => void;
  readonly run: () => Promise<void>;
}

/** Edits the command of a composer whose fields are inside `root`. */
export function useCommandEditor(edited: EditedCommand, root: RefObject<HTMLElement | null>): CommandEditor {
  const { store } = usePage();
  const [problems, setProblems] = useState<CommandEditor['problems']>({});
  const { focus, focusNext } = useFocus(edited, root);
  const running = useRun();
  const { channelId, command, draft, composer } = edited;
  const change = (next: Partial<ComposerDraft>): void => store.update(changeDraft(channelId, () => next));
  const edit = (change_: (draft: CommandDraft) => CommandDraft): void => editDraft(store, channelId, change_);
  const mend = (name: string): void => setProblems(({ [name]: _mended, ...others }) => others);
  useEffect(() => setProblems({}), [command.path, composer.recalled]);
  const keep = (): void => store.update((state) => withHistory(state, draft));
  const leave = (): void => {
    if (hasContent(draft)) keep();
    change({ command: undefined, recalled: undefined });
  };
  const openField = ({ name }: OfferedOption): void => {
    focusNext(optionFieldId(name));
    edit((known) => openOption(known, name));
  };
  const removeField = ({ name }: OfferedOption): void => {
    const before = draft.open[draft.open.indexOf(name) - 1];
    focusNext(before === undefined ? MORE_FIELD : optionFieldId(before));
    mend(name);
    edit((known) => closeOption(known, name));
  };
  const fill = ({ name }: OfferedOption, value: OptionDraft): void => {
    mend(name);
    edit((known) => fillOption(known, name, value));
  };
  return {
    ...running,
    problems,
    change,
    fill,
    openField,
    removeField,
    leave,
    attach(file) {
      const free = freeAttachment(command, draft);
      if (free === undefined) return;
      openField(free);
      fill(free, { text: '', file });
    },
    goBack(name) {
      const option = command.options.find((candidate) => candidate.name === name);
      const index = option === undefined ? draft.open.length : draft.open.indexOf(option.name);
      const before = draft.open[index - 1];
      const isSpare = option !== undefined && !option.isRequired && draft.open.length > 1;
      if (isSpare) removeField(option);
      else if (before !== undefined) focus(optionFieldId(before));
      else if (!hasContent(draft)) change(leaveToText(command));
    },
    async run() {
      const checked = checkCommand(command, draft, edited.place);
      setProblems(checked.problems);
      const wrong = draft.open.find((name) => name in checked.problems);
      if (wrong !== undefined) {
        focus(optionFieldId(wrong));
        return;
      }
      if (!(await running.start({ channelId, path: command.path }, checked))) return;
      keep();
      change({ command: undefined, recalled: undefined });
    },
  };
}

/** Changes the command of a draft, which may have changed since the last drawing. It is no longer the recalled one. */
function editDraft(store: Store, channelId: string, change: (draft: CommandDraft) => CommandDraft): void {
  store.update(
    changeDraft(channelId, ({ command }) =>
      command === undefined ? {} : { command: change(command), recalled: undefined },
    ),
  );
}

function freeAttachment(command: OfferedCommand, draft: CommandDraft): OfferedOption | undefined {
  const attachments = command.options.filter(({ type }) => type === OPTION.attachment);
  return attachments.find(({ name }) => draft.values[name]?.file === undefined) ?? attachments[0];
}

interface Focus {
  /** Focuses a field; `false` if it isn't there. */
  readonly focus: (id: string) => boolean;
  /** Focuses a field that is there after the next drawing only. */
  readonly focusNext: (id: string) => void;
}

function useFocus({ command, draft, composer }: EditedCommand, root: RefObject<HTMLElement | null>): Focus {
  const next = useRef<string>(undefined);
  const focus = (id: string): boolean => {
    const field = root.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
    field?.focus();
    // What was put there is continued at its end.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    return field !== undefined && field !== null;
  };
  // Before anything else can be typed.
  useLayoutEffect(() => {
    if (next.current !== undefined && focus(next.current)) next.current = undefined;
  });
  useLayoutEffect(() => void focus(firstFieldId(command, draft)), [command.path, composer.recalled]);
  return {
    focus,
    focusNext(id) {
      next.current = id;
    },
  };
}

/** The field that gets the focus: the first that is empty, or the last, or what runs the command. */
function firstFieldId(command: OfferedCommand, draft: CommandDraft): string {
  const isEmpty = (name: string): boolean => !hasContent({ ...draft, open: [name] });
  const name = draft.open.find(isEmpty) ?? draft.open.at(-1);
  if (name !== undefined) return optionFieldId(name);
  return furtherOptions(command, draft, '').length > 0 ? MORE_FIELD : RUN_BUTTON;
}
