import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { recall } from '../composer/composer-state.ts';
import { usePage, usePageState } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import { checkCommand } from './check-command.ts';
import { EMPTY_OPTION, furtherOptions, type OptionDraft } from './command-draft.ts';
import { CommandProblems } from './command-problems.ts';
import { MoreOptions } from './more-options.ts';
import type { OfferedCommand, OfferedOption } from './offered-commands.ts';
import { OptionField } from './option-field.ts';
import { type CommandEditor, type EditedCommand, RUN_BUTTON, useCommandEditor } from './use-command-editor.ts';

interface CommandBoxProps {
  readonly edited: EditedCommand;
  /** The commands that can be recalled. */
  readonly commands: readonly OfferedCommand[];
  readonly locale: string;
}

/** The composer while a command's options are filled in. */
export function CommandBox({ edited, commands, locale }: CommandBoxProps): VNode {
  const { run: words } = usePage().texts.commands;
  const root = useRef<HTMLFormElement>(null);
  const [focused, setFocused] = useState<string>();
  const editor = useCommandEditor(edited, root);
  const press = useKeys(edited, editor, commands);
  const { command, draft } = edited;
  const shown = command.options.find(({ name }) => name === focused && draft.open.includes(name));
  const takeFile = (event: Event, files: FileList | undefined): void => {
    const file = files?.[0];
    if (file === undefined) return;
    event.preventDefault();
    editor.attach(file);
  };
  return html`
    <form class="composer command-box" ref=${root} novalidate aria-label=${words.label({ command: `/${command.shownPath}` })}
          aria-busy=${editor.isRunning ? 'true' : undefined} onKeyDown=${press}
          onSubmit=${(event: Event) => {
            event.preventDefault();
            void editor.run();
          }}
          onPaste=${(event: ClipboardEvent) => takeFile(event, event.clipboardData?.files)}
          onDragOver=${(event: Event) => event.preventDefault()}
          onDrop=${(event: DragEvent) => takeFile(event, event.dataTransfer?.files)}>
      <p class="command-about">
        <b>${shown?.shownName ?? `/${command.shownPath}`}</b> <span>${shown?.description ?? command.description}</span>
      </p>
      <div class="command-line">
        <span class="command-name">/${command.shownPath}</span>
        <${Options} edited=${edited} editor=${editor} locale=${locale} onFocus=${setFocused} />
        <${MoreOptions} command=${command} draft=${draft} onOpen=${editor.openField} onFocus=${() => setFocused(undefined)} />
        <button type="button" class="icon-button command-leave" aria-label=${words.leave} onClick=${editor.leave}><${Icon} name="close" /></button>
        <button type="submit" class="button is-primary" id=${RUN_BUTTON} aria-disabled=${editor.isRunning ? 'true' : undefined}>
          ${editor.isRunning ? words.running : words.run}
        </button>
      </div>
      <${CommandProblems} command=${command} problems=${editor.problems} failure=${editor.failure} />
    </form>`;
}

interface OptionsProps {
  readonly edited: EditedCommand;
  readonly editor: CommandEditor;
  readonly locale: string;
  readonly onFocus: (name: string) => void;
}

/** The fields of a command's options, in the order in which they were opened. */
function Options({ edited, editor, locale, onFocus }: OptionsProps): VNode {
  const { channelId, command, draft, place } = edited;
  const further = furtherOptions(command, draft, '');
  const { values } = checkCommand(command, draft, place);
  const fieldOf = (option: OfferedOption): VNode => {
    const { name } = option;
    const { [name]: _own, ...others } = values;
    return html`
      <${OptionField} key=${name} context=${{ channelId, path: command.path, option, others, place, locale }}
                      draft=${draft.values[name] ?? EMPTY_OPTION} problem=${editor.problems[name]} further=${further}
                      onFocus=${() => onFocus(name)} onName=${editor.openField}
                      onFill=${(value: OptionDraft) => editor.fill(option, value)}
                      onRemove=${() => editor.removeField(option)} />`;
  };
  const open = draft.open.map((name) => command.options.find((option) => option.name === name));
  return html`${open.filter((option) => option !== undefined).map(fieldOf)}`;
}

/** The keys of the whole box; those of a list that is open never get here. */
function useKeys(
  { draft, composer }: EditedCommand,
  editor: CommandEditor,
  commands: readonly OfferedCommand[],
): (event: KeyboardEvent) => void {
  const history = usePageState((state) => state.history);
  return (event) => {
    const { target, key } = event;
    if (event.isComposing || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const isText = target.matches('input:not([type=file]), textarea');
    // Where a file was chosen, Enter runs the command; Space chooses another one.
    const hasFile = draft.values[target.dataset['option'] ?? '']?.file !== undefined;
    const isEmpty =
      !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.value === '';
    const isArrow = key === 'ArrowUp' || key === 'ArrowDown';
    const isRecalled = composer.recalled !== undefined || draft.open.length === 0;
    const recalled = isArrow && isRecalled ? recall(composer, history, commands, key === 'ArrowUp') : undefined;
    if (key === 'Enter' && (isText || hasFile) && !event.shiftKey) void editor.run();
    else if (key === 'Escape') editor.leave();
    else if (key === 'Backspace' && isEmpty) editor.goBack(target.dataset['option']);
    else if (recalled !== undefined) editor.change(recalled);
    else return;
    event.preventDefault();
  };
}
