import { VISIBILITIES, type Visibility } from '@mynah/speech-wire/wire';
import { UserError } from '../../errors.ts';
import type { Messages } from '../../messages/messages.ts';
import { oneLine, sanitize, truncate } from '../client/replies.ts';

/** Limits in characters, chosen so that lists and forms stay readable: the service names none. */
export const FIELD_LIMITS = { title: 100, description: 1_000, tags: 500, tag: 40, tagCount: 20 } as const;

/** A title in one line. @throws {UserError} when it is empty or too long. */
export function readTitle({ voiceModels: { fields } }: Messages, entered: string): string {
  const title = oneLine(entered);
  const { length } = title;
  if (length === 0) throw new UserError(fields.titleMissing);
  if (length > FIELD_LIMITS.title) throw new UserError(fields.titleTooLong({ length, max: FIELD_LIMITS.title }));
  return title;
}

/** A description, which may have several lines. @throws {UserError} when it is too long. */
export function readDescription({ voiceModels: { fields } }: Messages, entered: string): string {
  const description = entered.trim();
  const { length } = description;
  if (length <= FIELD_LIMITS.description) return description;
  throw new UserError(fields.descriptionTooLong({ length, max: FIELD_LIMITS.description }));
}

/** Tags separated by commas, also East Asian ones, without duplicates. @throws {UserError} when there are too many, or one is too long. */
export function readTags({ voiceModels: { fields } }: Messages, entered: string): string[] {
  const tags = entered
    .split(/[,，、]/)
    .map(oneLine)
    .filter((tag) => tag !== '');
  const keys = tags.map((tag) => tag.toLowerCase());
  const distinct = tags.filter((_tag, index) => keys.indexOf(keys[index] ?? '') === index);
  const tooLong = distinct.find((tag) => tag.length > FIELD_LIMITS.tag);
  if (tooLong !== undefined) {
    const tag = sanitize(truncate(tooLong, FIELD_LIMITS.tag));
    throw new UserError(fields.tagTooLong({ tag, max: FIELD_LIMITS.tag }));
  }
  if (distinct.length > FIELD_LIMITS.tagCount) {
    throw new UserError(fields.tooManyTags({ count: distinct.length, max: FIELD_LIMITS.tagCount }));
  }
  return distinct;
}

/** The visibility by the name that people read, or by the service's own. @throws {UserError} when it is neither. */
export function readVisibility({ voiceModels: { edit, fields } }: Messages, entered: string): Visibility {
  const wanted = entered.trim().toLowerCase();
  const visibility = VISIBILITIES.find((value) => value === wanted || edit.visibilityNames[value] === wanted);
  if (visibility !== undefined) return visibility;
  throw new UserError(fields.invalidVisibility);
}

/**
 * The transcripts of several recordings, separated by `|` in either width or line breaks; for one recording, everything that was entered.
 * @throws {UserError} when their number is not that of the recordings.
 */
export function readTranscripts(
  { voiceModels: { fields } }: Messages,
  entered: string | undefined,
  recordingCount: number,
): string[] {
  if (entered === undefined || entered.trim() === '') return [];
  if (recordingCount === 1) return [oneLine(entered)];
  const texts = entered.split(/[|｜\n]/).map(oneLine);
  if (texts.length === recordingCount && !texts.includes('')) return texts;
  const transcripts = texts.filter((text) => text !== '').length;
  throw new UserError(fields.transcriptCount({ recordings: recordingCount, transcripts }));
}
