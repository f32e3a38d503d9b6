import type { FieldValue } from '@mynah/local-discord/people/components';
import type { OptionValue, PersonFile } from '@mynah/local-discord/people/option-values';
import { PersonError } from '@mynah/local-discord/people/person-error';
import type { OptionValues } from '@mynah/local-discord/people/typed-command';
import type { Uploads } from '../http/uploads.ts';
import type { TypedValue } from '../protocol.ts';

type TypedValues = Readonly<Record<string, TypedValue>>;

/**
 * Values of a command's options: a file by the id of its upload.
 * @throws {PersonError} if a file is gone, or a value is a list
 */
export function toOptions(values: TypedValues, uploads: Uploads): OptionValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toOption(value, uploads)]));
}

/** The options that are known while another one is typed: files don't count yet. */
export function toKnownOptions(values: TypedValues): OptionValues {
  const known = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  return Object.fromEntries(known) as OptionValues;
}

/**
 * Values of a form's fields.
 * @throws {PersonError} if a file is gone
 */
export function toFields(values: TypedValues, uploads: Uploads): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toField(value, uploads)]));
}

/** @throws {PersonError} if a file is gone */
export function takeFiles(ids: readonly string[], uploads: Uploads): readonly PersonFile[] {
  return ids.map((id) => {
    const file = uploads.file(id);
    if (file === undefined) throw new PersonError('That file isn’t there any more. Choose it again.');
    return file;
  });
}

function toOption(value: TypedValue, uploads: Uploads): OptionValue {
  if (typeof value !== 'object') return value;
  const [file, ...others] = 'files' in value ? takeFiles(value.files, uploads) : [];
  if (file === undefined || others.length > 0) throw new PersonError('An option takes one value.');
  return file;
}

function toField(value: TypedValue, uploads: Uploads): FieldValue {
  if (typeof value !== 'object') return String(value);
  return 'files' in value ? takeFiles(value.files, uploads) : value;
}
