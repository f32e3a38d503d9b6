import type { FileTranscript } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import { clockTime, formatRecording, paragraphsOf, type WrittenRecording } from '../../text/recording-export.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import type { Attachment } from '../interactions/command.ts';
import { languageName } from '../interactions/languages.ts';
import { asWritten, type Reply, type ReplyFile, sanitize, truncate } from '../interactions/replies.ts';
import { attachmentName, type FailedAttachment } from './attachment-messages.ts';

/** An attachment with a transcript. */
interface TranscribedAttachment {
  readonly attachment: Attachment;
  readonly transcript: FileTranscript;
  /** Why each hole has no text, as sentences for people, in their order. */
  readonly reasons: readonly string[];
}

/** The outcome of one attachment. */
export type AttachmentResult =
  | ({ readonly kind: 'transcribed' } & TranscribedAttachment)
  | ({ readonly kind: 'failed' } & FailedAttachment);

/** How a transcript is delivered. */
interface DeliveryOptions {
  /** `undefined`: short text in the message, long text as `txt`. */
  readonly format: TranscriptFormat | undefined;
  readonly maxFileBytes: number;
}

/** Room for content within Discord's 2,000 characters, with some left for what is written around it. */
const CONTENT_BUDGET = 1_800;
/** The message shows this much of a text that goes into a file. */
const FIRST_LINES_LENGTH = 600;
const MAX_NAME_LENGTH = 60;
const MAX_LANGUAGE_LENGTH = 40;
/** Longer than a sentence that quotes the service, so that the reference at its end is whole. */
const MAX_REASON_LENGTH = 450;
const MAX_NAMED_HOLES = 3;

/** The answer: short text in the message, long text as a file with the first lines in the message. */
export async function transcriptReply(
  messages: Messages,
  results: readonly AttachmentResult[],
  options: DeliveryOptions,
): Promise<Reply> {
  const budget = Math.floor(CONTENT_BUDGET / results.length);
  const names = new Set<string>();
  const sections: Section[] = [];
  for (const result of results) {
    if (result.kind === 'transcribed') {
      sections.push(await transcribedSection(messages, result, { ...options, budget, names }));
    } else {
      const heading = messages.transcription.failedHeading({ name: attachmentName(messages, result.attachment) });
      sections.push({ content: truncateSentence(`${heading}\n${result.reason}`, budget) });
    }
  }
  return {
    content: sections.map(({ content }) => content).join('\n'),
    visibility: 'public',
    files: sections.flatMap(({ file }) => (file === undefined ? [] : [file])),
  };
}

/** What the answer says about one recording. */
interface Section {
  readonly content: string;
  readonly file?: ReplyFile;
}

interface SectionOptions extends DeliveryOptions {
  readonly budget: number;
  /** File names that are taken. */
  readonly names: Set<string>;
}

async function transcribedSection(
  messages: Messages,
  { attachment, transcript, reasons }: TranscribedAttachment,
  { format: wanted, maxFileBytes, budget, names }: SectionOptions,
): Promise<Section> {
  const { transcription } = messages;
  const written = toWritten(messages, attachment, transcript, reasons);
  const head = [heading(messages, attachment, transcript), ...warnings(messages, transcript, reasons)].join('\n');
  const lines = paragraphsOf(written, messages.text.transcript).map((paragraph) => `> ${sanitize(paragraph)}`);
  const room = budget - head.length - 2;
  const whole = lines.join('\n');
  if (lines.length === 0) return { content: `${heading(messages, attachment, transcript)}\n${transcription.noSpeech}` };
  if (wanted === undefined && whole.length <= room) return { content: `${head}\n${whole}` };
  const first = truncate(whole, Math.max(80, Math.min(room - 60, FIRST_LINES_LENGTH)));
  const format = wanted ?? 'txt';
  const bytes = new TextEncoder().encode(await formatRecording(format, written, messages.text.transcript));
  if (bytes.length > maxFileBytes) {
    const problem = format === 'txt' ? transcription.tooLargeToAttach : transcription.tooLargeToAttachTryTxt;
    return { content: `${head}\n${first}\n${problem}` };
  }
  return { content: `${head}\n${first}`, file: { name: fileName(attachment, format, names), bytes } };
}

function toWritten(
  { transcription }: Messages,
  attachment: Attachment,
  { durationMs, text, words, holes, language }: FileTranscript,
  reasons: readonly string[],
): WrittenRecording {
  return {
    ...{ durationMs, text, words, language },
    title: attachment.isVoiceMessage ? transcription.voiceMessage : attachment.name,
    holes: holes.map(({ startMs, endMs }, index) => ({ startMs, endMs, reason: asWritten(reasons[index] ?? '') })),
  };
}

function heading(messages: Messages, attachment: Attachment, { durationMs, language }: FileTranscript): string {
  return messages.transcription.heading({
    name: attachmentName(messages, attachment),
    length: clockTime(durationMs),
    language: language === undefined ? undefined : sanitize(truncate(languageName(language), MAX_LANGUAGE_LENGTH)),
  });
}

/** Lines above a transcript that is incomplete. */
function warnings(
  { transcription }: Messages,
  { endsEarly, holes }: FileTranscript,
  reasons: readonly string[],
): string[] {
  const stretches = holes
    .slice(0, MAX_NAMED_HOLES)
    .map(({ startMs, endMs }) => ({ from: clockTime(startMs), to: clockTime(endMs) }));
  const reason = truncateSentence(reasons[0] ?? '', MAX_REASON_LENGTH);
  const more = holes.length - stretches.length;
  return [
    ...(endsEarly ? [transcription.endsEarly] : []),
    ...(holes.length > 0 ? [transcription.missing({ stretches, more, reason })] : []),
  ];
}

/** Without half a reference, whose backtick would format what follows. */
function truncateSentence(sentence: string, maxLength: number): string {
  const cut = truncate(sentence, maxLength);
  const backticks = [...cut.matchAll(/(?<!\\)`/g)];
  return backticks.length % 2 === 0 ? cut : `${cut.slice(0, backticks.at(-1)?.index).trimEnd()}…`;
}

/** The recording's own name with another extension, in characters that every system allows in names. */
function fileName(attachment: Attachment, format: TranscriptFormat, taken: Set<string>): string {
  const bare = attachment.name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+/, '');
  const base = truncate(bare, MAX_NAME_LENGTH).replace('…', '') || 'transcript';
  let name = `${base}.${format}`;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}.${format}`;
  taken.add(name);
  return name;
}
