import type { TypedValue } from '../../protocol.ts';
import type { OptionDraft } from './command-draft.ts';
import { type OfferedOption, OPTION } from './offered-commands.ts';
import { type Suggestion, type SuggestionPlace, suggestionsFor } from './suggestions.ts';

/** Why a command can't be run yet, in the option of this shown name. */
export type OptionProblem =
  | { readonly kind: 'required' }
  | { readonly kind: 'not-a-number' }
  | { readonly kind: 'not-whole' }
  | { readonly kind: 'too-small'; readonly min: number }
  | { readonly kind: 'too-large'; readonly max: number }
  | { readonly kind: 'too-short'; readonly min: number }
  | { readonly kind: 'too-long'; readonly max: number; readonly length: number }
  /** Something has to be chosen from the list. */
  | { readonly kind: 'not-listed' }
  | { readonly kind: 'file-too-large' };

export type CheckedOption =
  | { readonly kind: 'empty' }
  | { readonly kind: 'value'; readonly value: TypedValue }
  /** To be uploaded first. */
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'problem'; readonly problem: OptionProblem };

/** Discord's limit of an upload without Nitro: 10 MiB. */
export const MAX_FILE_BYTES = 10 * 2 ** 20;

/** Checks what is in an option's field, as Discord's client does before it runs a command. */
export function checkOption(option: OfferedOption, draft: OptionDraft, place: SuggestionPlace): CheckedOption {
  if (option.type === OPTION.attachment) return checkFile(option, draft);
  const isBlank = draft.text.trim() === '' && draft.chosen === undefined;
  if (isBlank) return option.isRequired ? problem({ kind: 'required' }) : { kind: 'empty' };
  if (draft.chosen !== undefined) return { kind: 'value', value: draft.chosen };
  if (option.type === OPTION.string && option.choices.length === 0) return checkText(option, draft.text);
  const isNumber = option.type === OPTION.integer || option.type === OPTION.number;
  if (isNumber && option.choices.length === 0) return checkNumber(option, draft.text);
  return checkListed(suggestionsFor(option, '', place), draft.text);
}

function checkFile({ isRequired }: OfferedOption, { file }: OptionDraft): CheckedOption {
  if (file === undefined) return isRequired ? problem({ kind: 'required' }) : { kind: 'empty' };
  return file.size > MAX_FILE_BYTES ? problem({ kind: 'file-too-large' }) : { kind: 'file', file };
}

function checkText({ minLength, maxLength }: OfferedOption, text: string): CheckedOption {
  // Discord counts code points.
  const { length } = Array.from(text);
  if (length < minLength) return problem({ kind: 'too-short', min: minLength });
  if (length > maxLength) return problem({ kind: 'too-long', max: maxLength, length });
  return { kind: 'value', value: text };
}

function checkNumber({ type, min, max }: OfferedOption, text: string): CheckedOption {
  const typed = text.trim();
  const value = Number(typed.replace(/^−/u, '-').replace(/^([+-]?\d+),(\d+)$/u, '$1.$2'));
  if (!Number.isFinite(value)) return problem({ kind: 'not-a-number' });
  if (type === OPTION.integer && !Number.isInteger(value)) return problem({ kind: 'not-whole' });
  if (min !== undefined && value < min) return problem({ kind: 'too-small', min });
  if (max !== undefined && value > max) return problem({ kind: 'too-large', max });
  return { kind: 'value', value };
}

/** A name that was typed to the end needs no click. */
function checkListed(suggestions: readonly Suggestion[], text: string): CheckedOption {
  const typed = text.trim().replace(/^[@#]/u, '').toLowerCase();
  const meant = suggestions.find(({ label, value }) => label.toLowerCase() === typed || String(value) === text.trim());
  return meant === undefined ? problem({ kind: 'not-listed' }) : { kind: 'value', value: meant.value };
}

function problem(what: OptionProblem): CheckedOption {
  return { kind: 'problem', problem: what };
}
