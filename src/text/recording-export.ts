import type { TranscriptFormat } from './captions-export.ts';
import { fileTime, plain, subRipWords, vttWords } from './subtitles.ts';

/** A stretch of a recording. Times in milliseconds from its beginning; `endMs` is exclusive. */
interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** What was said in a recording, ready to be written down. Segments and holes are in order of time. */
export interface WrittenRecording {
  /** Heads the forms that have a place for it: the recording's name. */
  readonly title: string;
  readonly durationMs: number;
  /** ISO code of what is spoken, where it is known. */
  readonly language: string | undefined;
  readonly text: string;
  readonly segments: readonly (Stretch & { readonly text: string })[];
  /** What could not be transcribed; `reason` in words for people. */
  readonly holes: readonly (Stretch & { readonly reason: string })[];
}

/** A pause of this length begins a new paragraph. */
const PARAGRAPH_PAUSE_MS = 2_000;
/** A paragraph that has grown to this many characters ends with its segment. */
const PARAGRAPH_LENGTH = 500;

/** Scripts that put no spaces between words: their segments are joined without one. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uffef]/u;

/**
 * Writes the transcript of a recording as a file's content; holes are marked in every form. `txt` has paragraphs with
 * the time at which each begins, `srt` and `vtt` pass strict parsers whatever was said, and `json` has every field, with
 * times in seconds as the speech service gives them.
 */
export function formatRecording(format: TranscriptFormat, recording: WrittenRecording): string {
  switch (format) {
    case 'txt':
      return formatText(recording);
    case 'srt':
      return formatSubRip(recording);
    case 'vtt':
      return formatWebVtt(recording);
    case 'json':
      return formatJson(recording);
  }
}

/** The text in paragraphs, each without a line break, holes among them: for a message. */
export function paragraphsOf(recording: Pick<WrittenRecording, 'segments' | 'holes'>): string[] {
  return makeParagraphs(recording).map(({ text }) => text);
}

/** Joins what was said one after the other: with a space, unless the script knows none. */
export function joinWords(before: string, after: string): string {
  if (before === '' || after === '') return before + after;
  const isUnspaced = UNSPACED.test(before.slice(-1)) && UNSPACED.test(after.slice(0, 1));
  return isUnspaced ? before + after : `${before} ${after}`;
}

/** `M:SS`, or `H:MM:SS` from an hour on; what is a fraction of a millisecond short of a second counts as one. */
export function clockTime(timeMs: number): string {
  const seconds = Math.floor(Math.round(timeMs) / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** One line of a form: what was said, or where and why nothing is known of it. */
type Entry = Stretch & { readonly kind: 'segment' | 'hole'; readonly text: string };

function entriesOf({ segments, holes }: Pick<WrittenRecording, 'segments' | 'holes'>): Entry[] {
  const said = segments.map((segment) => ({ ...segment, kind: 'segment' as const, text: plain(segment.text) }));
  const missing = holes.map((hole) => ({ ...hole, kind: 'hole' as const, text: holeWords(hole) }));
  return [...said, ...missing].toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

function holeWords({ startMs, endMs, reason }: WrittenRecording['holes'][number]): string {
  return `[not transcribed from ${clockTime(startMs)} to ${clockTime(endMs)}: ${plain(reason)}]`;
}

function makeParagraphs(recording: Pick<WrittenRecording, 'segments' | 'holes'>): Entry[] {
  const paragraphs: Entry[] = [];
  for (const entry of entriesOf(recording)) {
    const last = paragraphs.at(-1);
    if (last !== undefined && continues(last, entry)) {
      paragraphs[paragraphs.length - 1] = { ...last, endMs: entry.endMs, text: joinWords(last.text, entry.text) };
    } else paragraphs.push(entry);
  }
  return paragraphs;
}

function continues(last: Entry, next: Entry): boolean {
  if (last.kind === 'hole' || next.kind === 'hole') return false;
  return next.startMs - last.endMs < PARAGRAPH_PAUSE_MS && last.text.length < PARAGRAPH_LENGTH;
}

function formatText(recording: WrittenRecording): string {
  const { title, durationMs, language } = recording;
  const head = [
    plain(title),
    `Length ${clockTime(durationMs)}${language === undefined ? '' : `, language ${language}`}`,
  ];
  const paragraphs = makeParagraphs(recording).map(({ startMs, text }) => `[${clockTime(startMs)}] ${text}`);
  return `${[head.join('\n'), ...paragraphs].join('\n\n')}\n`;
}

function formatSubRip(recording: WrittenRecording): string {
  const blocks = cuesOf(recording).map(
    ({ startMs, endMs, text }, index) =>
      `${index + 1}\n${fileTime(startMs, ',')} --> ${fileTime(endMs, ',')}\n${subRipWords(text)}\n`,
  );
  return blocks.join('\n');
}

function formatWebVtt(recording: WrittenRecording): string {
  const blocks = cuesOf(recording).map(
    ({ startMs, endMs, text }) => `${fileTime(startMs, '.')} --> ${fileTime(endMs, '.')}\n${vttWords(text)}\n`,
  );
  const title = vttWords(plain(recording.title));
  return [title === '' ? 'WEBVTT\n' : `WEBVTT ${title}\n`, ...blocks].join('\n');
}

/** A cue must have a length, and its times are whole milliseconds. */
function cuesOf(recording: WrittenRecording): Entry[] {
  return entriesOf(recording).map((entry) => {
    const startMs = Math.round(entry.startMs);
    return { ...entry, startMs, endMs: Math.max(startMs + 1, Math.round(entry.endMs)) };
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
