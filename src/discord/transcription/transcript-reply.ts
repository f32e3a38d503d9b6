import type { FileLimits, FileProgress, FileTranscript } from '../../files/files-api.ts';
import { english } from '../../messages/english.ts';
import { SpeechError } from '../../speech/speech-error.ts';
import { clockTime, formatRecording, paragraphsOf, type WrittenRecording } from '../../text/recording-export.ts';
import type { TranscriptFormat } from '../../text/transcript-format.ts';
import { buttonRow } from '../interactions/buttons.ts';
import type { Attachment } from '../interactions/command.ts';
import { type Explain, isAboutSpeaking } from '../interactions/explain.ts';
import { languageName } from '../interactions/languages.ts';
import { asWritten, clip, type Reply, type ReplyFile, sanitize, sanitizeWithin } from '../interactions/replies.ts';

/** What became of one attachment; problems and reasons in words for people. */
export type AttachmentResult = { readonly attachment: Attachment } & (
  | {
      readonly kind: 'transcribed';
      readonly transcript: FileTranscript;
      /** Why each hole has no text, in their order. */
      readonly reasons: readonly string[];
    }
  | { readonly kind: 'failed'; readonly words: string }
);

/** How far one attachment is; `undefined` before anything was heard of it. */
export type AttachmentProgress = {
  readonly attachment: Attachment;
  readonly told: FileProgress | 'done' | 'failed' | undefined;
};

/** Room for content within Discord's 2,000 characters, with some left for what is written around it. */
const CONTENT_BUDGET = 1_800;
/** Of a text that goes into a file, so much stands in the message too. */
const FIRST_LINES_LENGTH = 600;
const MAX_NAME_LENGTH = 60;
const MAX_HOLES_TOLD = 3;
const BAR_LENGTH = 20;
const MEGABYTE = 1_000_000;
const MEBIBYTE = 1_048_576;

/** The button that ends a transcription. */
export function cancelButton(jobId: string): ReturnType<typeof buttonRow> {
  return buttonRow([[`transcribe:cancel:${jobId}`, 'Cancel']]);
}

/** How an attachment is called in a message. */
function attachmentName({ name, isVoiceMessage }: Attachment): string {
  return isVoiceMessage ? 'Voice message' : sanitizeWithin(name, MAX_NAME_LENGTH);
}

/**
 * Why an attachment is not even downloaded, by what Discord tells of it; `undefined` when there is nothing against it.
 */
export function refusalWords({ sizeBytes, durationS }: Attachment, limits: FileLimits): string | undefined {
  if (sizeBytes === 0) return 'This file is empty.';
  if (sizeBytes > limits.maxBytes) {
    return `This file is larger than I take: at most ${Math.floor(limits.maxBytes / MEBIBYTE)} MiB.`;
  }
  if (durationS !== undefined && durationS * 1_000 > limits.maxDurationMs) {
    return `This recording is longer than I take: at most ${Math.floor(limits.maxDurationMs / 3_600_000)} hours.`;
  }
  return undefined;
}

/** Why a recording, or a piece of it, has no text. */
export function failureWords(error: unknown, explain: Explain): string {
  if (!(error instanceof SpeechError) || !isAboutSpeaking(error.code)) return explain(error);
  return explain({ code: 'FILES_REFUSED', message: error.serviceMessage ?? '' });
}

/** Why none of these attachments has a transcript: bare words for one alone. */
export function failedWords(failed: readonly { readonly attachment: Attachment; readonly words: string }[]): string {
  const [only] = failed;
  if (only !== undefined && failed.length === 1) return only.words;
  return failed.map(({ attachment, words }) => `**${attachmentName(attachment)}**: ${words}`).join('\n');
}

/** The progress of all attachments, as a message's content. `ageMs`: how long ago it was told. */
export function progressWords(all: readonly AttachmentProgress[], ageMs: number): string {
  return all.map(({ attachment, told }) => `**${attachmentName(attachment)}**\n${stageWords(told, ageMs)}`).join('\n');
}

function stageWords(told: AttachmentProgress['told'], ageMs: number): string {
  if (told === undefined) return 'Waiting…';
  if (told === 'done') return `${bar(1)} done`;
  if (told === 'failed') return 'Without its text; I say why when the rest is done.';
  switch (told.stage) {
    case 'waiting':
      return told.ahead === 0 ? 'Waiting, next in line…' : `Waiting, ${told.ahead} before it…`;
    case 'downloading': {
      const [here, whole] = [told.bytes, told.totalBytes].map((bytes) => (bytes / MEGABYTE).toFixed(1));
      const share = told.totalBytes === 0 ? 0 : Math.min(1, told.bytes / told.totalBytes);
      return `${bar(share)} downloading, ${here} of ${whole} MB`;
    }
    case 'reading':
      return `${bar(0)} looking for pauses…`;
    case 'transcribing': {
      const pieces = `${told.piecesDone} of ${told.pieces} ${told.pieces === 1 ? 'piece' : 'pieces'}`;
      const left = told.leftMs === undefined ? '' : `, ${leftWords(told.leftMs - ageMs)}`;
      return `${bar(told.share)} ${Math.floor(told.share * 100)} %, ${pieces}${left}`;
    }
  }
}

function bar(share: number): string {
  const full = Math.round(share * BAR_LENGTH);
  return `\`${'█'.repeat(full)}${'░'.repeat(BAR_LENGTH - full)}\``;
}

/** Rounded, so that a guess does not look like a measurement. */
function leftWords(leftMs: number): string {
  const seconds = Math.max(0, leftMs) / 1_000;
  if (seconds < 10) return 'a few seconds left';
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}

/** The answer: short text in the message, long text as a file with the first lines in the message. */
export function resultReply(
  results: readonly AttachmentResult[],
  { format, maxFileBytes }: { readonly format: TranscriptFormat | undefined; readonly maxFileBytes: number },
): Reply {
  const budget = Math.floor(CONTENT_BUDGET / results.length);
  const names = new Set<string>();
  const sections = results.map((result) => {
    if (result.kind === 'failed') {
      return { content: clip(`**${attachmentName(result.attachment)}**\n${result.words}`, budget) };
    }
    return transcribedSection(result, { format, maxFileBytes, budget, names });
  });
  return {
    content: sections.map(({ content }) => content).join('\n'),
    visibility: 'public',
    files: sections.flatMap((section) => ('file' in section && section.file !== undefined ? [section.file] : [])),
  };
}

type Transcribed = Extract<AttachmentResult, { kind: 'transcribed' }>;

function transcribedSection(
  { attachment, transcript, reasons }: Transcribed,
  options: {
    readonly format: TranscriptFormat | undefined;
    readonly maxFileBytes: number;
    readonly budget: number;
    /** File names that are taken. */
    readonly names: Set<string>;
  },
): { readonly content: string; readonly file?: ReplyFile } {
  const written = toWritten(attachment, transcript, reasons);
  const head = headWords(attachment, transcript);
  const warning = warningWords(transcript, reasons);
  const lines = paragraphsOf(written, english.text.transcript).map((paragraph) => `> ${sanitize(paragraph)}`);
  const room = options.budget - head.length - warning.length - 2;
  const whole = lines.join('\n');
  if (lines.length === 0) return { content: `${head}\nI hear nobody speak in it.` };
  if (options.format === undefined && whole.length <= room) return { content: `${head}${warning}\n${whole}` };
  const first = clip(whole, Math.max(80, Math.min(room - 60, FIRST_LINES_LENGTH)));
  const format = options.format ?? 'txt';
  const bytes = new TextEncoder().encode(formatRecording(format, written, english.text.transcript));
  if (bytes.length > options.maxFileBytes) {
    const words = 'The whole is larger than Discord takes here. `txt` is the smallest format.';
    return { content: `${head}${warning}\n${first}\n${words}` };
  }
  return {
    content: `${head}${warning}\n${first}`,
    file: { name: fileName(attachment, format, options.names), bytes },
  };
}

function toWritten(
  attachment: Attachment,
  { durationMs, text, segments, holes, language }: FileTranscript,
  reasons: readonly string[],
): WrittenRecording {
  return {
    ...{ durationMs, text, segments, language },
    title: attachment.isVoiceMessage ? 'Voice message' : attachment.name,
    holes: holes.map(({ startMs, endMs }, index) => ({ startMs, endMs, reason: asWritten(reasons[index] ?? '') })),
  };
}

function headWords(attachment: Attachment, { durationMs, language }: FileTranscript): string {
  const spoken = language === undefined ? '' : ` · ${sanitize(clip(languageName(language), 40))}`;
  return `**${attachmentName(attachment)}** · ${clockTime(durationMs)}${spoken}`;
}

/** What stands above the text when there is less of it than people expect; with a line break before each line. */
function warningWords({ endsEarly, holes }: FileTranscript, reasons: readonly string[]): string {
  const lines = endsEarly ? ['⚠ The file breaks off: this is what it holds.'] : [];
  if (holes.length > 0) lines.push(holesWords(holes, reasons[0] ?? ''));
  return lines.map((line) => `\n${line}`).join('');
}

function holesWords(holes: FileTranscript['holes'], reason: string): string {
  const told = holes
    .slice(0, MAX_HOLES_TOLD)
    .map(({ startMs, endMs }) => `${clockTime(startMs)} to ${clockTime(endMs)}`);
  const more = holes.length > MAX_HOLES_TOLD ? ` and ${holes.length - MAX_HOLES_TOLD} more` : '';
  return `⚠ Without its text: ${told.join(', ')}${more}. ${clip(reason, 200)}`;
}

/** The recording's own name with another extension; only what every system takes in a name. */
function fileName(attachment: Attachment, format: TranscriptFormat, taken: Set<string>): string {
  const bare = attachment.name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._-]+/, '');
  const base = clip(bare, MAX_NAME_LENGTH).replace('…', '') || 'transcript';
  let name = `${base}.${format}`;
  for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}.${format}`;
  taken.add(name);
  return name;
}
