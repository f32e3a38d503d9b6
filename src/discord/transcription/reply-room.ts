import type { FileTranscript } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import { clockTime } from '../../text/recording-export.ts';
import { sanitize, truncate } from '../client/replies.ts';
import type { Attachment } from '../interactions/command.ts';
import { attachmentName } from './attachment-messages.ts';

const MAX_LANGUAGE_LENGTH = 40;
/** Longer than a sentence that quotes the service, so that the reference at its end is whole. */
const MAX_REASON_LENGTH = 450;
const MAX_NAMED_HOLES = 3;
/** Longer than most words, so that the one at the cut is known. */
const WORD_LENGTH = 50;

/**
 * Shares `total` fairly among those that need so much, in their order: who needs less than an equal part leaves the rest
 * to the others.
 */
export function fairShares(needs: readonly number[], total: number): number[] {
  const shares = needs.map(() => 0);
  let left = total;
  const ascending = [...needs.entries()].toSorted(([, a], [, b]) => a - b);
  for (const [position, [index, need]] of ascending.entries()) {
    const share = Math.min(need, Math.floor(left / (ascending.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/**
 * What stands above a transcript: the heading and what is missing, in at most `room` UTF-16 units. The shorter it must be,
 * the fewer gaps are named, then without the reason; the shortest form is given even if it is longer.
 */
export function headWithin(
  messages: Messages,
  attachment: Attachment,
  transcript: FileTranscript,
  reasons: readonly string[],
  room: number,
): string {
  const { transcription } = messages;
  const top = transcription.heading({ ...headingOf(messages, attachment, transcript) });
  const plain = transcription.heading({ ...headingOf(messages, attachment, transcript), language: undefined });
  const reason = shorten(reasons[0] ?? '', MAX_REASON_LENGTH);
  const early = transcript.endsEarly ? [transcription.endsEarly] : [];
  const head = (heading: string, named: number, why: string | undefined): string =>
    [heading, ...early, ...missing(messages, transcript, named, why)].join('\n');
  const forms = [
    head(top, MAX_NAMED_HOLES, reason),
    head(top, 1, reason),
    head(top, MAX_NAMED_HOLES, undefined),
    head(top, 1, undefined),
    head(top, 0, undefined),
  ];
  return forms.find((form) => form.length <= room) ?? head(plain, 0, undefined);
}

function headingOf(messages: Messages, attachment: Attachment, { durationMs, language }: FileTranscript) {
  return {
    name: attachmentName(messages, attachment),
    length: clockTime(durationMs),
    language:
      language === undefined ? undefined : sanitize(truncate(messages.format.language(language), MAX_LANGUAGE_LENGTH)),
  };
}

function missing(
  { transcription }: Messages,
  { holes }: FileTranscript,
  named: number,
  reason: string | undefined,
): string[] {
  if (holes.length === 0) return [];
  const stretches = holes
    .slice(0, named)
    .map(({ startMs, endMs }) => ({ from: clockTime(startMs), to: clockTime(endMs) }));
  return [transcription.missing({ stretches, more: holes.length - stretches.length, reason })];
}

/**
 * Shortens to at most `maxLength` UTF-16 units, with an ellipsis, at the end of a word, and without half a reference,
 * whose backtick would format what follows.
 */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.slice(0, maxLength + WORD_LENGTH));
  const end = words.containing(maxLength - 1)?.index ?? 0;
  // What has no end of a word there is cut anyway.
  const cut = end < maxLength - WORD_LENGTH ? truncate(text, maxLength).slice(0, -1) : text.slice(0, end);
  const backticks = [...cut.matchAll(/(?<!\\)`/g)];
  const whole = backticks.length % 2 === 0 ? cut : cut.slice(0, backticks.at(-1)?.index);
  const unescaped = whole.replace(/(?<!\\)(?:\\\\)*\\$/, '').trimEnd();
  // A quote's line without words.
  return `${unescaped.replace(/\n>$/, '').trimEnd()}…`;
}
