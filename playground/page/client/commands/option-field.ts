import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { FileField } from '../composer/file-field.ts';
import { usePage } from '../page.ts';
import { Icon } from '../parts/icon.ts';
import type { OptionProblem } from './check-option.ts';
import { Combobox } from './combobox.ts';
import type { OptionDraft } from './command-draft.ts';
import { type OfferedOption, OPTION } from './offered-commands.ts';
import { problemText } from './problem-text.ts';
import { endsWithOption, isNameOf } from './read-typed.ts';
import { hasSuggestions } from './suggestions.ts';
import { optionFieldId } from './use-command-editor.ts';
import { type SuggestionContext, useSuggestions } from './use-suggestions.ts';

export interface OptionFieldProps {
  readonly context: SuggestionContext;
  readonly draft: OptionDraft;
  readonly problem: OptionProblem | undefined;
  /** Options that have no field yet: typing their name and a colon opens one. */
  readonly further: readonly OfferedOption[];
  readonly onFill: (value: OptionDraft) => void;
  readonly onName: (option: OfferedOption) => void;
  readonly onFocus: () => void;
  readonly onRemove: () => void;
}

/** An option of the command in the composer: its name and its field. */
export function OptionField(props: OptionFieldProps): VNode {
  const { context, problem, onRemove } = props;
  const { texts } = usePage();
  const { option } = context;
  const id = optionFieldId(option.name);
  const { run } = texts.commands;
  return html`
    <div class="command-option" data-invalid=${problem === undefined ? undefined : ''}>
      <label for=${id}>${option.shownName}</label>
      <${FieldOf} ...${props} />
      ${
        !option.isRequired &&
        html`<button type="button" class="icon-button" tabindex="-1" aria-label=${run.removeOption({ name: option.shownName })}
                     onClick=${onRemove}><${Icon} name="close" /></button>`
      }
      <span id="${id}-about" class="visually-hidden">
        ${option.description} (${option.isRequired ? run.required : run.optional})
        ${problem !== undefined && problemText(problem, texts.commands)}
      </span>
    </div>`;
}

function FieldOf(props: OptionFieldProps): VNode {
  const { option } = props.context;
  if (option.type === OPTION.attachment) return html`<${AttachmentOption} ...${props} />`;
  if (option.hasAutocomplete || hasSuggestions(option)) return html`<${ListedOption} ...${props} />`;
  return html`<${TextOption} ...${props} />`;
}

function attributesOf({ context: { option }, problem }: OptionFieldProps): Record<string, unknown> {
  return {
    'aria-required': option.isRequired ? 'true' : undefined,
    'aria-invalid': problem === undefined ? undefined : 'true',
    'aria-describedby': `${optionFieldId(option.name)}-about`,
    'data-option': option.name,
  };
}

function AttachmentOption(props: OptionFieldProps): VNode {
  const { context, draft, onFill, onFocus } = props;
  const files = draft.file === undefined ? [] : [draft.file];
  return html`
    <${FileField} id=${optionFieldId(context.option.name)} files=${files} max=${1} attributes=${attributesOf(props)}
                  onFocus=${onFocus}
                  onChange=${([file]: readonly File[]) => onFill(file === undefined ? { text: '' } : { text: '', file })} />`;
}

function ListedOption(props: OptionFieldProps): VNode {
  const { context, draft, onFill, onFocus } = props;
  const { texts } = usePage();
  const { option } = context;
  // What was chosen filters nothing: somebody who looks again wants to see the others.
  const filter = draft.chosen === undefined ? draft.text : '';
  const { entries, status, ask } = useSuggestions(context, filter);
  return html`
    <${Combobox} id=${optionFieldId(option.name)} text=${draft.text} entries=${entries} status=${status}
                 listLabel=${texts.commands.run.suggestions({ name: option.shownName })} opensOnFocus=${draft.chosen === undefined} picksAndMoves=${false}
                 highlightsFirst=${draft.chosen === undefined && (option.isRequired || draft.text !== '') && !option.hasAutocomplete}
                 attributes=${attributesOf(props)}
                 onFocus=${() => {
                   onFocus();
                   if (draft.chosen === undefined) ask(draft.text);
                 }}
                 onType=${(typed: string) => {
                   const text = isNameOf(option, typed) ? '' : typed;
                   onFill({ text });
                   ask(text);
                 }}
                 onPick=${(index: number) => {
                   const entry = entries[index];
                   if (entry !== undefined) onFill({ text: entry.label, chosen: entry.value });
                 }} />`;
}

function TextOption(props: OptionFieldProps): VNode {
  const { context, draft, further, onFill, onName, onFocus } = props;
  const { option } = context;
  const id = optionFieldId(option.name);
  const type = (text: string): void => {
    const named = endsWithOption(text, further);
    if (isNameOf(option, text)) {
      onFill({ text: '' });
      return;
    }
    onFill({ text: named === undefined ? text : named.before });
    if (named !== undefined) onName(named.option);
  };
  const attributes = attributesOf(props);
  const onInput = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }): void =>
    type(currentTarget.value);
  if (option.type === OPTION.string) {
    return html`<textarea id=${id} rows="1" value=${draft.text} ...${attributes} onInput=${onInput} onFocus=${onFocus}></textarea>`;
  }
  const mode = option.type === OPTION.integer && (option.min ?? -1) >= 0 ? 'numeric' : 'text';
  return html`<input id=${id} type="text" inputmode=${mode} autocomplete="off" value=${draft.text} ...${attributes}
                     onInput=${onInput} onFocus=${onFocus} />`;
}
