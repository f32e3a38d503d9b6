import type { Messages } from '../messages/messages.ts';
import { type Cue, formatSubRip, formatWebVtt, toSingleLine } from './subtitles.ts';
import type { TranscriptFormat } from './transcript-format.ts';

/** A stretch of a recording. Times in milliseconds from its start; `endMs` is exclusive. */
interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** The transcript of a recording, with segments and holes in chronological order. */
export interface WrittenRecording {
  /** The recording's name, used as the title by the formats that have one. */
  readonly title: string;
  readonly durationMs: number;
  /** ISO code of the spoken language, if known. */
  readonly language: string | undefined;
  readonly text: string;
  readonly segments: readonly (Stretch & { readonly text: string })[];
  /** Stretches that could not be transcribed; people read `reason`. */
  readonly holes: readonly (Stretch & { readonly reason: string })[];
}

type TranscriptMessages = Messages['text']['transcript'];

/** A pause of this length starts a new paragraph. */
const PARAGRAPH_PAUSE_MS = 2_000;
/** A paragraph of at least this many characters ends with its current segment. */
const PARAGRAPH_LENGTH = 500;

/** Scripts without spaces between words: their segments are joined without a space. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u;

/**
 * The content of a transcript file; every format marks the holes. `txt` has paragraphs with their start times; strict
 * parsers accept `srt` and `vtt`; `json` has every field, with times in seconds like the speech service's.
 */
export function formatRecording(
  format: TranscriptFormat,
  recording: WrittenRecording,
  messages: TranscriptMessages,
): string {
  switch (format) {
    case 'txt':
      return formatText(recording, messages);
    case 'srt':
      return formatSubRip(toCues(recording, messages));
    case 'vtt':
      return formatWebVtt(recording.title, toCues(recording, messages));
    case 'json':
      return formatJson(recording);
  }
}

/** The text for a message: paragraphs without line breaks, the holes among them. */
export function paragraphsOf(
  recording: Pick<WrittenRecording, 'segments' | 'holes'>,
  messages: TranscriptMessages,
): string[] {
  return makeParagraphs(recording, messages).map(({ text }) => text);
}

/** Joins two texts with a space, or without one for scripts that use none. */
export function joinWords(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  const isUnspaced = UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1));
  return isUnspaced ? before + after : `${before} ${after}`;
}

/** `M:SS`, or `H:MM:SS` from an hour on. Rounded to whole milliseconds first, so that 2,999.999 9 ms is `0:03`. */
export function clockTime(timeMs: number): string {
  const seconds = Math.floor(Math.round(timeMs) / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

type Entry = Stretch & { readonly kind: 'segment' | 'hole'; readonly text: string };

function entriesOf(
  { segments, holes }: Pick<WrittenRecording, 'segments' | 'holes'>,
  messages: TranscriptMessages,
): Entry[] {
  const said = segments.map((segment) => ({ ...segment, kind: 'segment' as const, text: toSingleLine(segment.text) }));
  const missing = holes.map(({ startMs, endMs, reason }) => ({
    startMs,
    endMs,
    kind: 'hole' as const,
    text: messages.hole({ from: clockTime(startMs), to: clockTime(endMs), reason: toSingleLine(reason) }),
  }));
  return [...said, ...missing].toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

function makeParagraphs(
  recording: Pick<WrittenRecording, 'segments' | 'holes'>,
  messages: TranscriptMessages,
): Entry[] {
  const paragraphs: Entry[] = [];
  for (const entry of entriesOf(recording, messages)) {
    const last = paragraphs.at(-1);
    if (last !== undefined && isSameParagraph(last, entry)) {
      paragraphs[paragraphs.length - 1] = { ...last, endMs: entry.endMs, text: joinWords(last.text, entry.text) };
    } else paragraphs.push(entry);
  }
  return paragraphs;
}

function isSameParagraph(last: Entry, next: Entry): boolean {
  if (last.kind === 'hole' || next.kind === 'hole') return false;
  return next.startMs - last.endMs < PARAGRAPH_PAUSE_MS && last.text.length < PARAGRAPH_LENGTH;
}

function formatText(recording: WrittenRecording, messages: TranscriptMessages): string {
  const { title, durationMs, language } = recording;
  const head = `${toSingleLine(title)}\n${messages.recording({ length: clockTime(durationMs), language })}`;
  const paragraphs = makeParagraphs(recording, messages).map(({ startMs, text }) => `[${clockTime(startMs)}] ${text}`);
  return `${[head, ...paragraphs].join('\n\n')}\n`;
}

function toCues(recording: WrittenRecording, messages: TranscriptMessages): Cue[] {
  return entriesOf(recording, messages).map((entry) => {
    const startMs = Math.round(entry.startMs);
    return { text: entry.text, startMs, endMs: Math.max(startMs + 1, Math.round(entry.endMs)) };
  });
}

function formatJson({ title, durationMs, language, text, segments, holes }: WrittenRecording): string {
  const seconds = (timeMs: number) => Math.round(timeMs) / 1_000;
  const document = {
    title,
    duration: seconds(durationMs),
    language: language ?? null,
    text,
    segments: segments.map((segment) => ({
      text: segment.text,
      start: seconds(segment.startMs),
      end: seconds(segment.endMs),
    })),
    holes: holes.map(({ startMs, endMs, reason }) => ({ start: seconds(startMs), end: seconds(endMs), reason })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
