import type { FileTranscript } from '../../files/files-api.ts';
import type { Messages } from '../../messages/messages.ts';
import { formatRecording, paragraphsOf, type WrittenRecording } from '../../text/recording-export.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import { asWritten, type Reply, type ReplyFile, sanitize, truncate } from '../client/replies.ts';
import type { Attachment } from '../interactions/command.ts';
import { attachmentName, type FailedAttachment } from './attachment-messages.ts';
import { fairShares, headWithin, shorten } from './reply-room.ts';

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
/** Less of a text is not shown where it goes into a file. */
const MIN_LINES_LENGTH = 40;
/** More than what is written around a hole or a text. */
const ROOM_AROUND = 200;

/** The answer: short text in the message, long text as a file with the first lines in the message. */
export async function transcriptReply(
  messages: Messages,
  results: readonly AttachmentResult[],
  options: DeliveryOptions,
): Promise<Reply> {
  const budgets = fairShares(results.map(roomWanted), CONTENT_BUDGET);
  const names = new Set<string>();
  const sections: Section[] = [];
  for (const [index, result] of results.entries()) {
    const budget = budgets[index] ?? 0;
    if (result.kind === 'transcribed') {
      sections.push(await transcribedSection(messages, result, { ...options, budget, names }));
    } else {
      const heading = messages.transcription.failedHeading({ name: attachmentName(messages, result.attachment) });
      sections.push({ content: shorten(`${heading}\n${result.reason}`, budget) });
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

/** At least what the section needs, in UTF-16 units: sanitizing lengthens. */
function roomWanted(result: AttachmentResult): number {
  if (result.kind === 'failed') return result.reason.length + ROOM_AROUND;
  const { transcript, reasons } = result;
  const holes = transcript.holes.map((_, index) => (reasons[index]?.length ?? 0) + ROOM_AROUND);
  return 2 * (transcript.text.length + ROOM_AROUND + holes.reduce((sum, length) => sum + length, 0));
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
  const headOf = (room: number): string => headWithin(messages, attachment, transcript, reasons, room);
  const lines = paragraphsOf(written, messages.text.transcript).map((paragraph) => `> ${sanitize(paragraph)}`);
  const whole = lines.join('\n');
  if (lines.length === 0) return { content: `${headOf(budget)}\n${transcription.noSpeech}` };
  const inMessage = `${headOf(budget - whole.length - 1)}\n${whole}`;
  if (wanted === undefined && inMessage.length <= budget) return { content: inMessage };
  const format = wanted ?? 'txt';
  const bytes = new TextEncoder().encode(await formatRecording(format, written, messages.text.transcript));
  if (bytes.length > maxFileBytes) {
    const problem = format === 'txt' ? transcription.tooLargeToAttach : transcription.tooLargeToAttachTryTxt;
    return { content: [...shortened(headOf, whole, budget - problem.length - 1), problem].join('\n') };
  }
  return {
    content: shortened(headOf, whole, budget).join('\n'),
    file: { name: fileName(attachment, format, names), bytes },
  };
}

/** What stands above a text, and its first lines where there is room for some. */
function shortened(headOf: (room: number) => string, whole: string, room: number): string[] {
  const head = headOf(room - Math.min(whole.length, MIN_LINES_LENGTH) - 1);
  const linesRoom = Math.min(room - head.length - 1, FIRST_LINES_LENGTH);
  return linesRoom < Math.min(whole.length, MIN_LINES_LENGTH) ? [head] : [head, shorten(whole, linesRoom)];
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
