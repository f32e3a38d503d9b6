import { UserError } from '../../errors.ts';
import { VISIBILITIES, type Visibility } from '../../speech/wire.ts';
import { clip, oneLine, sanitize } from '../interactions/replies.ts';

/** Bounds on what describes a voice, in characters: the service names none, these keep lists and forms readable. */
export const FIELD_LIMITS = { title: 100, description: 1_000, tags: 500, tag: 40, tagCount: 20 } as const;

/** A title in one line. @throws {UserError} when it is empty or too long. */
export function readTitle(entered: string): string {
  const title = oneLine(entered);
  if (title === '') throw new UserError('A voice needs a title.');
  if (title.length > FIELD_LIMITS.title) {
    throw new UserError(
      `The title is too long: it may have ${FIELD_LIMITS.title} characters, and has ${title.length}.`,
    );
  }
  return title;
}

/** A description, which may have several lines. @throws {UserError} when it is too long. */
export function readDescription(entered: string): string {
  const description = entered.trim();
  if (description.length <= FIELD_LIMITS.description) return description;
  const { length } = description;
  throw new UserError(
    `The description is too long: it may have ${FIELD_LIMITS.description} characters, and has ${length}.`,
  );
}

/** Tags that stand between commas; each one once. @throws {UserError} when there are too many, or one is too long. */
export function readTags(entered: string): string[] {
  const tags = entered
    .split(',')
    .map(oneLine)
    .filter((tag) => tag !== '');
  const keys = tags.map((tag) => tag.toLowerCase());
  const distinct = tags.filter((_tag, index) => keys.indexOf(keys[index] ?? '') === index);
  const tooLong = distinct.find((tag) => tag.length > FIELD_LIMITS.tag);
  if (tooLong !== undefined) {
    const quoted = sanitize(clip(tooLong, FIELD_LIMITS.tag));
    throw new UserError(
      `The tag “${quoted}” is too long: a tag may have ${FIELD_LIMITS.tag} characters. Put commas between tags.`,
    );
  }
  if (distinct.length > FIELD_LIMITS.tagCount) {
    throw new UserError(`These are ${distinct.length} tags: a voice may have ${FIELD_LIMITS.tagCount}.`);
  }
  return distinct;
}

/** The visibility by its name. @throws {UserError} when it is none. */
export function readVisibility(entered: string): Visibility {
  const wanted = entered.trim().toLowerCase();
  const visibility = VISIBILITIES.find((name) => name === wanted);
  if (visibility !== undefined) return visibility;
  throw new UserError('The visibility is one of `public`, `unlist` and `private`.');
}

/**
 * The transcripts of several recordings, which stand between `|` or on lines of their own; of one recording it is all
 * that was entered.
 * @throws {UserError} when there are not as many as recordings.
 */
export function readTranscripts(entered: string | undefined, recordingCount: number): string[] {
  if (entered === undefined || entered.trim() === '') return [];
  if (recordingCount === 1) return [oneLine(entered)];
  const texts = entered.split(/[|\n]/).map(oneLine);
  if (texts.length === recordingCount && !texts.includes('')) return texts;
  throw new UserError(
    `There are ${recordingCount} recordings, but ${countWords(texts.filter((text) => text !== '').length)}. Put \`|\` between what is said in one recording and in the next, or leave \`transcript\` out.`,
  );
}

function countWords(count: number): string {
  return count === 1 ? '1 transcript' : `${count} transcripts`;
}
