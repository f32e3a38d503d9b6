import { createPause } from '../concurrency/async.ts';
import type { Messages } from '../messages/messages.ts';
import { MIN_CUE_MS, makeCues } from './cues.ts';
import { isSentenceEnd } from './sentence-end.ts';
import { toSingleLine } from './single-line.ts';
import { type Cue, formatSubRip, formatWebVtt } from './subtitles.ts';
import { splitTurns, type TimedWord, textOfWords } from './timed-words.ts';
import type { TranscriptFormat } from './transcript-format.ts';

/** A stretch of a recording. Times in milliseconds from its start; `endMs` is exclusive. */
interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
}

/** The transcript of a recording, with words and holes in chronological order. */
export interface WrittenRecording {
  /** The recording's name, used as the title by the formats that have one. */
  readonly title: string;
  readonly durationMs: number;
  /** ISO code of the spoken language, if known. */
  readonly language: string | undefined;
  /** With a line for each speaker turn. */
  readonly text: string;
  /** The words of `text`, with its spelling and punctuation. */
  readonly words: readonly TimedWord[];
  /** Stretches that could not be transcribed; people read `reason`. */
  readonly holes: readonly (Stretch & { readonly reason: string })[];
}

type TranscriptMessages = Messages['text']['transcript'];

/** A pause of this length starts a new paragraph. */
const PARAGRAPH_PAUSE_MS = 2_000;
/** A paragraph of at least this many characters ends with its current sentence, and a sentence with its current word. */
const PARAGRAPH_LENGTH = 500;

/**
 * The content of a transcript file; every format marks the holes, and all but `srt` and `vtt` say why. `txt` has
 * paragraphs with their start times; `srt` and `vtt` have readable cues, and strict parsers accept them; `json` has the
 * text, its sentences as `segments`, its words, and where several people speak their `turns`, with times in seconds like
 * the speech service's. No paragraph, cue or sentence holds two speaker turns. Cues of a long recording take long to make:
 * other work of the process continues meanwhile.
 */
export async function formatRecording(
  format: TranscriptFormat,
  recording: WrittenRecording,
  messages: TranscriptMessages,
): Promise<string> {
  switch (format) {
    case 'txt':
      return formatText(recording, messages);
    case 'srt':
      return formatSubRip(await toCues(recording, messages));
    case 'vtt':
      return formatWebVtt(recording.title, await toCues(recording, messages));
    case 'json':
      return formatJson(recording);
  }
}

/** The text for a message: paragraphs without line breaks, the holes among them. */
export function paragraphsOf(
  recording: Pick<WrittenRecording, 'words' | 'holes'>,
  messages: TranscriptMessages,
): string[] {
  return makeParagraphs(recording, messages).map(({ text }) => text);
}

/** `M:SS`, or `H:MM:SS` from an hour on. Rounded to whole milliseconds first, so that 2,999.999 9 ms is `0:03`. */
export function clockTime(timeMs: number): string {
  const seconds = Math.floor(Math.round(timeMs) / 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A sentence, a paragraph or a hole. */
interface Entry extends Stretch {
  readonly kind: 'said' | 'hole';
  readonly text: string;
  readonly beginsTurn: boolean;
  /** No space stands between it and the text before it. */
  readonly joined: boolean;
}

function makeParagraphs(recording: Pick<WrittenRecording, 'words' | 'holes'>, messages: TranscriptMessages): Entry[] {
  const paragraphs: Entry[] = [];
  for (const entry of [...sentencesOf(recording.words), ...holesOf(recording, messages)].toSorted(byStart)) {
    const last = paragraphs.at(-1);
    if (last !== undefined && isSameParagraph(last, entry)) {
      const text = textOfWords([last, entry]);
      paragraphs[paragraphs.length - 1] = { ...last, endMs: entry.endMs, text };
    } else paragraphs.push(entry);
  }
  return paragraphs;
}

function sentencesOf(words: readonly TimedWord[]): Entry[] {
  const sentences: TimedWord[][] = [];
  let length = 0;
  for (const [index, word] of words.entries()) {
    const last = words[index - 1];
    const isNew = last === undefined || isSentenceEnd(last.text, word.text) || isAfterPause(last, word);
    if (isNew || word.beginsTurn || length >= PARAGRAPH_LENGTH) {
      sentences.push([]);
      length = 0;
    }
    sentences.at(-1)?.push(word);
    length += word.text.length + 1;
  }
  return sentences.map(entryOf);
}

function entryOf(said: readonly TimedWord[]): Entry {
  return {
    kind: 'said',
    startMs: said[0]?.startMs ?? 0,
    endMs: said.at(-1)?.endMs ?? 0,
    text: textOfWords(said),
    joined: said[0]?.joined ?? false,
    beginsTurn: said[0]?.beginsTurn ?? false,
  };
}

function holesOf({ holes }: Pick<WrittenRecording, 'holes'>, messages: TranscriptMessages): Entry[] {
  return holes.map(({ startMs, endMs, reason }) => ({
    ...{ kind: 'hole', startMs, endMs, joined: false, beginsTurn: false },
    text: messages.hole({ ...clockTimes({ startMs, endMs }), reason: toSingleLine(reason) }),
  }));
}

function isSameParagraph(last: Entry, next: Entry): boolean {
  if (last.kind === 'hole' || next.kind === 'hole' || next.beginsTurn) return false;
  return !isAfterPause(last, next) && last.text.length < PARAGRAPH_LENGTH;
}

function isAfterPause(last: Stretch, next: Stretch): boolean {
  return next.startMs - last.endMs >= PARAGRAPH_PAUSE_MS;
}

function byStart(a: Stretch, b: Stretch): number {
  return a.startMs - b.startMs || a.endMs - b.endMs;
}

function formatText(recording: WrittenRecording, messages: TranscriptMessages): string {
  const { title, durationMs, language } = recording;
  const head = `${toSingleLine(title)}\n${messages.recording({ length: clockTime(durationMs), language })}`;
  const paragraphs = makeParagraphs(recording, messages).map(({ startMs, text }) => `[${clockTime(startMs)}] ${text}`);
  return `${[head, ...paragraphs].join('\n\n')}\n`;
}

/** The cues between holes, which are cues of their own. */
async function toCues(recording: WrittenRecording, messages: TranscriptMessages): Promise<Cue[]> {
  const { words, durationMs } = recording;
  const holes = recording.holes.toSorted(byStart);
  const endMs = Math.max(durationMs, words.at(-1)?.endMs ?? 0);
  const pause = createPause();
  const cues: Cue[] = [];
  let at = 0;
  for (const hole of [...holes, undefined]) {
    const from = at;
    while (at < words.length && (words[at]?.startMs ?? 0) < (hole?.startMs ?? Number.POSITIVE_INFINITY)) at += 1;
    const notBeforeMs = cues.at(-1)?.endMs ?? 0;
    const startMs = hole?.startMs ?? endMs;
    // Speech has time to be read before a hole, and a hole before the recording ends.
    const leastMs = at > from ? Math.min(notBeforeMs, startMs) + MIN_CUE_MS : notBeforeMs;
    const notAfterMs = hole === undefined ? endMs : Math.max(leastMs, Math.min(startMs, endMs - MIN_CUE_MS));
    for (const cue of await makeCues(splitTurns(words.slice(from, at)), pause, { notBeforeMs, notAfterMs }))
      cues.push(cue);
    if (hole !== undefined) cues.push(holeCue(hole, Math.max(notAfterMs, cues.at(-1)?.endMs ?? 0), messages));
  }
  return cues;
}

/** A hole's cue lasts as long as it does, and long enough to be read: its length can be unknown. */
function holeCue({ startMs, endMs }: Stretch, fromMs: number, messages: TranscriptMessages): Cue {
  const start = Math.round(fromMs);
  const latestMs = Math.min(start, Math.round(startMs)) + MIN_CUE_MS;
  return {
    text: messages.holeInSubtitles(clockTimes({ startMs, endMs })),
    startMs: start,
    endMs: Math.max(Math.round(endMs), latestMs, start + 1),
  };
}

function clockTimes({ startMs, endMs }: Stretch): { readonly from: string; readonly to: string } {
  return { from: clockTime(startMs), to: clockTime(endMs) };
}

function formatJson({ title, durationMs, language, text, words, holes }: WrittenRecording): string {
  const seconds = (timeMs: number) => Math.round(timeMs) / 1_000;
  const withSeconds = ({ text: said, startMs, endMs }: Stretch & { readonly text: string }) => ({
    ...{ text: said, start: seconds(startMs), end: seconds(endMs) },
  });
  const turns = splitTurns(words);
  const document = {
    title,
    duration: seconds(durationMs),
    language: language ?? null,
    text,
    segments: sentencesOf(words).map(withSeconds),
    words: words.map(withSeconds),
    ...(turns.length > 1 ? { turns: turns.map(entryOf).map(withSeconds) } : {}),
    holes: holes.map(({ startMs, endMs, reason }) => ({ start: seconds(startMs), end: seconds(endMs), reason })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
