import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type ComposerDraft, changeDraft, leaveToText, recall, withHistory } from '../composer/composer-state.ts';
import { usePage, usePageState } from '../page.ts';
import { checkCommand } from './check-command.ts';
import type { OptionProblem } from './check-option.ts';
import {
  type CommandDraft,
  closeOption,
  EMPTY_OPTION,
  fillOption,
  furtherOptions,
  type OptionDraft,
  openOption,
} from './command-draft.ts';
import { CommandProblems } from './command-problems.ts';
import { MORE_FIELD, MoreOptions } from './more-options.ts';
import { type OfferedCommand, type OfferedOption, OPTION } from './offered-commands.ts';
import { OptionField, optionFieldId } from './option-field.ts';
import type { OpenPlace } from './place.ts';
import { runCommand, UploadError } from './run-command.ts';

interface CommandBoxProps {
  readonly channelId: string;
  readonly command: OfferedCommand;
  readonly composer: ComposerDraft;
  readonly draft: CommandDraft;
  readonly open: OpenPlace;
}

type Problems = Readonly<Record<string, OptionProblem>>;

/** The composer while a command's options are filled in. */
export function CommandBox({ channelId, command, composer, draft, open }: CommandBoxProps): VNode {
  const page = usePage();
  const { store, texts } = page;
  const history = usePageState((state) => state.history);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const [focused, setFocused] = useState<string>();
  const root = useRef<HTMLFormElement>(null);
  const { run: words } = texts.commands;

  const change = (next: Partial<ComposerDraft>): void => store.update(changeDraft(channelId, () => next));
  const changeCommand = (next: CommandDraft): void => change({ command: next, recalled: undefined });
  const focus = (id: string): void => root.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)?.focus();
  // A field that was just opened is there after the next drawing only.
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    const id = focusNext.current;
    focusNext.current = undefined;
    if (id !== undefined) focus(id);
  });
  useEffect(() => {
    setProblems({});
    setFailure(undefined);
    focus(firstFieldId(command, draft));
  }, [command.path, composer.recalled]);

  const openField = (option: OfferedOption): void => {
    focusNext.current = optionFieldId(option.name);
    store.update(
      changeDraft(channelId, ({ command: known }) => ({ command: known && openOption(known, option.name), recalled: undefined })),
    );
  };
  const removeField = ({ name }: OfferedOption): void => {
    const before = draft.open[draft.open.indexOf(name) - 1];
    focusNext.current = before === undefined ? MORE_FIELD : optionFieldId(before);
    setProblems(({ [name]: _gone, ...others }) => others);
    changeCommand(closeOption(draft, name));
  };
  const fill = ({ name }: OfferedOption, value: OptionDraft): void => {
    setProblems(({ [name]: _mended, ...others }) => others);
    changeCommand(fillOption(draft, name, value));
  };
  const leave = (): void => {
    const isTouched = Object.values(draft.values).some(({ text, file }) => text !== '' || file !== undefined);
    if (isTouched) store.update((state) => withHistory(state, draft));
    change({ command: undefined, recalled: undefined });
  };
  const run = async (): Promise<void> => {
    if (isRunning) return;
    const checked = checkCommand(command, draft, open.suggestions);
    setProblems(checked.problems);
    setFailure(undefined);
    const wrong = draft.open.find((name) => name in checked.problems);
    if (wrong !== undefined) return focus(optionFieldId(wrong));
    setRunning(true);
    try {
      await runCommand(page.connection, { channelId, path: command.path }, checked);
      store.update((state) => withHistory(state, draft));
      change({ command: undefined, recalled: undefined });
    } catch (error) {
      const isUpload = error instanceof UploadError;
      setFailure(isUpload ? texts.commands.problems.upload : error instanceof Error ? error.message : String(error));
    } finally {
      setRunning(false);
    }
  };
  const goBack = (target: HTMLElement): void => {
    const option = command.options.find(({ name }) => name === target.dataset['option']);
    const index = option === undefined ? draft.open.length : draft.open.indexOf(option.name);
    if (option !== undefined && !option.isRequired && draft.open.length > 1) return removeField(option);
    const before = draft.open[index - 1];
    if (before !== undefined) return focus(optionFieldId(before));
    change(leaveToText(command, { ...draft, values: {} }));
  };
  const press = (event: KeyboardEvent): void => {
    const { target, key } = event;
    if (event.isComposing || event.defaultPrevented || !(target instanceof HTMLElement)) return;
    const isField = target.matches('input:not([type=file]), textarea');
    const isEmpty = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target.value === '' : true;
    const isRecalled = composer.recalled !== undefined && (key === 'ArrowUp' || key === 'ArrowDown');
    const recalled = isRecalled ? recall(composer, history, open.commands, key === 'ArrowUp') : undefined;
    if (key === 'Enter' && isField && !event.shiftKey) void run();
    else if (key === 'Escape') leave();
    else if (key === 'Backspace' && isEmpty) goBack(target);
    else if (recalled !== undefined) change(recalled);
    else return;
    event.preventDefault();
  };
  const attach = (file: File): void => {
    const attachments = command.options.filter(({ type }) => type === OPTION.attachment);
    const free = attachments.find(({ name }) => draft.values[name]?.file === undefined) ?? attachments[0];
    if (free === undefined) return;
    focusNext.current = optionFieldId(free.name);
    changeCommand(fillOption(openOption(draft, free.name), free.name, { text: '', file }));
  };
  const further = furtherOptions(command, draft, '');
  const { values: others } = checkCommand(command, draft, open.suggestions);
  const shown = command.options.find(({ name }) => name === focused && draft.open.includes(name));
  return html`
    <form class="composer command-box" ref=${root} novalidate aria-label=${words.label(`/${command.shownPath}`)}
          aria-busy=${isRunning ? 'true' : undefined} onKeyDown=${press}
          onSubmit=${(event: Event) => {
            event.preventDefault();
            void run();
          }}
          onPaste=${(event: ClipboardEvent) => {
            const file = event.clipboardData?.files[0];
            if (file === undefined) return;
            event.preventDefault();
            attach(file);
          }}
          onDragOver=${(event: Event) => event.preventDefault()}
          onDrop=${(event: DragEvent) => {
            event.preventDefault();
            const file = event.dataTransfer?.files[0];
            if (file !== undefined) attach(file);
          }}>
      <p class="command-about">
        <b>${shown?.shownName ?? `/${command.shownPath}`}</b> <span>${shown?.description ?? command.description}</span>
      </p>
      <div class="command-line">
        <span class="command-name">/${command.shownPath}</span>
        ${draft.open.map((name) => {
          const option = command.options.find((candidate) => candidate.name === name);
          if (option === undefined) return null;
          const { [name]: _own, ...known } = others;
          const context = { channelId, path: command.path, option, others: known, place: open.suggestions, locale: open.locale };
          return html`
            <${OptionField} key=${name} context=${context} draft=${draft.values[name] ?? EMPTY_OPTION} problem=${problems[name]}
                            further=${further} onFocus=${() => setFocused(name)} onName=${openField}
                            onFill=${(value: OptionDraft) => fill(option, value)} onRemove=${() => removeField(option)} />`;
        })}
        <${MoreOptions} command=${command} draft=${draft} onOpen=${openField} onFocus=${() => setFocused(undefined)} />
        <button type="button" class="command-leave" aria-label=${words.leave} onClick=${leave}>×</button>
        <button type="submit" class="command-run" id="command-run" disabled=${isRunning}>${isRunning ? words.running : words.run}</button>
      </div>
      <${CommandProblems} command=${command} problems=${problems} failure=${failure} />
    </form>`;
}

/** The field that gets the focus: the first that is empty, or the last, or what runs the command. */
function firstFieldId(command: OfferedCommand, draft: CommandDraft): string {
  const isEmpty = (name: string): boolean => {
    const { text = '', file } = draft.values[name] ?? {};
    return text === '' && file === undefined;
  };
  const name = draft.open.find(isEmpty) ?? draft.open.at(-1);
  if (name !== undefined) return optionFieldId(name);
  return furtherOptions(command, draft, '').length > 0 ? MORE_FIELD : 'command-run';
}
