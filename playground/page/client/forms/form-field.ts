import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { FileField } from '../composer/file-field.ts';
import { usePage } from '../page.ts';
import type { Texts } from '../texts/text-types.ts';
import type { FieldProblem, FieldValue, FilesField, FormField, SelectField, TextField } from './form-fields.ts';

interface FieldProps<F extends FormField> {
  readonly field: F;
  readonly value: FieldValue | undefined;
  readonly problem: FieldProblem | undefined;
  readonly onChange: (value: FieldValue) => void;
}

/** The id of a field of a form in the page. */
export function formFieldId(customId: string): string {
  return `form-${customId}`;
}

/** A field of a form with its label, description and problem. */
export function FormFieldView(props: FieldProps<FormField>): VNode {
  const { field, problem } = props;
  const { texts } = usePage();
  const id = formFieldId(field.id);
  const { form } = texts.commands;
  const mark = field.isRequired ? form.required : form.optional;
  const about = html`
    ${field.description !== undefined && html`<p class="form-description" id="${id}-description">${field.description}</p>`}`;
  const wrong = html`<p class="form-problem" id="${id}-problem" role="alert">${problem && fieldProblemText(problem, texts.commands)}</p>`;
  const name = html`${field.label} <small>${mark}</small>`;
  if (field.kind === 'select' && field.max > 1) {
    return html`
      <fieldset class="form-field" id=${id} tabindex="-1" aria-describedby="${id}-description ${id}-problem">
        <legend>${name}</legend>${about}<${ManyChoices} ...${props} />${wrong}
      </fieldset>`;
  }
  const inner =
    field.kind === 'text'
      ? html`<${TextInput} ...${props} />`
      : field.kind === 'select'
        ? html`<${OneChoice} ...${props} />`
        : html`<${Files} ...${props} />`;
  return html`<div class="form-field"><label for=${id}>${name}</label>${about}${inner}${wrong}</div>`;
}

function attributesOf({ field, problem }: FieldProps<FormField>): Record<string, unknown> {
  const id = formFieldId(field.id);
  const description = field.description === undefined ? '' : `${id}-description `;
  return {
    id,
    'aria-describedby': `${description}${id}-problem`,
    'aria-invalid': problem === undefined ? undefined : 'true',
  };
}

/** What people read about a problem with a field. */
function fieldProblemText(problem: FieldProblem, { form: { problems } }: Texts['commands']): string {
  switch (problem.kind) {
    case 'too-short':
      return problems['too-short']({ min: problem.min });
    case 'too-long':
      return problems['too-long']({ max: problem.max });
    case 'too-few':
      return problems['too-few']({ min: problem.min });
    case 'too-many':
      return problems['too-many']({ max: problem.max });
    default:
      return problems[problem.kind];
  }
}

function TextInput(props: FieldProps<TextField>): VNode {
  const { field, value, onChange } = props;
  const { texts, locale } = usePage();
  const text = typeof value === 'string' ? value : '';
  const attributes = {
    ...attributesOf(props),
    value: text,
    placeholder: field.placeholder,
    'aria-required': field.isRequired ? 'true' : undefined,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      onChange(currentTarget.value),
  };
  const number = new Intl.NumberFormat(locale);
  const counter = texts.commands.form.counter({
    length: number.format(Array.from(text).length),
    max: number.format(field.maxLength),
  });
  return html`
    ${field.isParagraph ? html`<textarea rows="4" ...${attributes}></textarea>` : html`<input type="text" autocomplete="off" ...${attributes} />`}
    <span class="form-counter">${counter}</span>`;
}

function OneChoice(props: FieldProps<SelectField>): VNode {
  const { field, value, onChange } = props;
  const { texts } = usePage();
  const { form } = texts.commands;
  const [chosen = ''] = Array.isArray(value) ? (value as readonly string[]) : [];
  const nothing = field.min === 0 ? form.noChoice : (field.placeholder ?? form.choose);
  return html`
    <select ...${attributesOf(props)} aria-required=${field.isRequired ? 'true' : undefined} value=${chosen}
            onChange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
              onChange(currentTarget.value === '' ? [] : [currentTarget.value])}>
      <option value="" selected=${chosen === ''}>${nothing}</option>
      ${field.options.map(
        (option) =>
          html`<option key=${option.value} value=${option.value} selected=${option.value === chosen}>${option.label}</option>`,
      )}
    </select>`;
}

function ManyChoices({ field, value, onChange }: FieldProps<SelectField>): VNode {
  const { texts } = usePage();
  const { form } = texts.commands;
  const chosen: readonly string[] = Array.isArray(value) ? (value as readonly string[]) : [];
  const toggle = (wanted: string): void => {
    const next = chosen.includes(wanted) ? chosen.filter((known) => known !== wanted) : [...chosen, wanted];
    onChange(next);
  };
  const bounds =
    field.min > 0 ? form.chooseBetween({ min: field.min, max: field.max }) : form.chooseUpTo({ max: field.max });
  return html`
    <p class="form-description">${bounds}</p>
    ${field.options.map(
      (option) => html`
        <label key=${option.value} class="form-choice">
          <input type="checkbox" checked=${chosen.includes(option.value)} onChange=${() => toggle(option.value)} />
          <span>${option.label} ${option.description !== undefined && html`<small>${option.description}</small>`}</span>
        </label>`,
    )}`;
}

function Files(props: FieldProps<FilesField>): VNode {
  const { field, value, onChange } = props;
  const files = typeof value === 'object' && 'files' in value ? value.files : [];
  return html`
    <${FileField} id=${formFieldId(field.id)} files=${files} max=${field.max} attributes=${attributesOf(props)}
                  onChange=${(picked: readonly File[]) => onChange({ files: picked })} />`;
}
