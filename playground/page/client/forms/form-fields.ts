import type {
  APIFileUploadComponent,
  APIModalInteractionResponseCallbackData,
  APIStringSelectComponent,
  APITextInputComponent,
} from 'discord-api-types/v10';
import { MAX_FILE_BYTES } from '../commands/check-option.ts';

/** Discord's numbers of the components of forms. */
const TYPE = { row: 1, stringSelect: 3, textInput: 4, textDisplay: 10, label: 18, fileUpload: 19 } as const;
const PARAGRAPH = 2;
/** Discord's limit of a text input. */
const LONGEST_TEXT = 4_000;

interface FieldBase {
  /** The component's custom id, by which it is sent. */
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly isParagraph: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  readonly placeholder: string | undefined;
  readonly initial: string;
}

export interface SelectField extends FieldBase {
  readonly kind: 'select';
  readonly min: number;
  readonly max: number;
  readonly placeholder: string | undefined;
  readonly options: readonly {
    readonly value: string;
    readonly label: string;
    readonly description: string | undefined;
  }[];
  readonly initial: readonly string[];
}

export interface FilesField extends FieldBase {
  readonly kind: 'files';
  readonly min: number;
  readonly max: number;
}

export type FormField = TextField | SelectField | FilesField;

/** A part of a form: a field, or a text between them. */
export type FormPart = FormField | { readonly kind: 'display'; readonly content: string };

/** What stands in a field: a text, chosen values, or files. */
export type FieldValue = string | readonly string[] | { readonly files: readonly File[] };

/** By custom id. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** Why a form can't be sent yet. */
export type FieldProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'too-short'; readonly min: number }
  | { readonly kind: 'too-long'; readonly max: number }
  | { readonly kind: 'too-few'; readonly min: number }
  | { readonly kind: 'too-many'; readonly max: number }
  | { readonly kind: 'file-too-large' };

/** The parts of a form, those of rows of the old kind too. Components that Discord's forms don't have are left out. */
export function formParts({ components }: Pick<APIModalInteractionResponseCallbackData, 'components'>): FormPart[] {
  return components.flatMap((component): FormPart[] => {
    if (component.type === TYPE.textDisplay) return [{ kind: 'display', content: component.content }];
    if (component.type === TYPE.row) {
      return component.components.map((input) =>
        textField(input, { label: input.label ?? '', description: undefined }),
      );
    }
    if (component.type !== TYPE.label) return [];
    const named = { label: component.label, description: component.description ?? undefined };
    const { component: inner } = component;
    if (inner.type === TYPE.textInput) return [textField(inner, named)];
    if (inner.type === TYPE.stringSelect) return [selectField(inner, named)];
    return inner.type === TYPE.fileUpload ? [filesField(inner, named)] : [];
  });
}

type Named = Pick<FieldBase, 'label' | 'description'>;

function textField(input: APITextInputComponent, named: Named): TextField {
  return {
    kind: 'text',
    id: input.custom_id,
    ...named,
    isRequired: input.required ?? true,
    isParagraph: input.style === PARAGRAPH,
    minLength: input.min_length ?? 0,
    maxLength: input.max_length ?? LONGEST_TEXT,
    placeholder: input.placeholder ?? undefined,
    initial: input.value ?? '',
  };
}

function selectField(select: APIStringSelectComponent, named: Named): SelectField {
  const isRequired = select.required ?? true;
  return {
    kind: 'select',
    id: select.custom_id,
    ...named,
    isRequired,
    min: select.min_values ?? (isRequired ? 1 : 0),
    max: select.max_values ?? 1,
    placeholder: select.placeholder,
    options: select.options.map(({ value, label, description }) => ({ value, label, description })),
    initial: select.options.filter((option) => option.default === true).map(({ value }) => value),
  };
}

function filesField(upload: APIFileUploadComponent, named: Named): FilesField {
  const isRequired = upload.required ?? true;
  const min = upload.min_values ?? (isRequired ? 1 : 0);
  return { kind: 'files', id: upload.custom_id, ...named, isRequired, min, max: upload.max_values ?? 1 };
}

/** What stands in the fields when a form opens. */
export function initialValues(parts: readonly FormPart[]): FieldValues {
  const values = parts.flatMap((part): [string, FieldValue][] => {
    if (part.kind === 'display') return [];
    return [[part.id, part.kind === 'files' ? { files: [] } : part.initial]];
  });
  return Object.fromEntries(values);
}

/** Checks a field as Discord's client does before it sends a form. */
export function checkField(field: FormField, value: FieldValue | undefined): FieldProblem | undefined {
  if (field.kind === 'text') return checkText(field, typeof value === 'string' ? value : '');
  const isFiles = typeof value === 'object' && 'files' in value;
  const files = isFiles ? value.files : [];
  const count = isFiles ? files.length : typeof value === 'object' ? value.length : 0;
  if (count === 0 && !field.isRequired) return undefined;
  if (count === 0 && field.min > 0) return { kind: 'required' };
  if (count < field.min) return { kind: 'too-few', min: field.min };
  if (count > field.max) return { kind: 'too-many', max: field.max };
  return files.some(({ size }) => size > MAX_FILE_BYTES) ? { kind: 'file-too-large' } : undefined;
}

function checkText({ isRequired, minLength, maxLength }: TextField, text: string): FieldProblem | undefined {
  const { length } = Array.from(text);
  if (length === 0) return isRequired ? { kind: 'required' } : undefined;
  if (length < minLength) return { kind: 'too-short', min: minLength };
  return length > maxLength ? { kind: 'too-long', max: maxLength } : undefined;
}
