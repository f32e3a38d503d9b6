/** One caption as it stands in a file. Times in milliseconds since 1970. */
interface TranscriptLine {
  readonly speaker: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly text: string;
  /** Transcribed long after it was said. */
  readonly late: boolean;
}

/** What a file is made of; `title` heads the forms that have a place for it. The lines may overlap, in any order. */
export interface Transcript {
  readonly title: string;
  /** Where the subtitles' time begins: milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly lines: readonly TranscriptLine[];
}

export type TranscriptFormat = 'txt' | 'srt' | 'vtt' | 'json';

/** A line ready to be written: its place in the session, and words that cannot break the file. */
interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string;
  readonly text: string;
  readonly line: TranscriptLine;
}

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** White space, control characters, and marks that turn the direction of all that follows them in the file. */
const BREAKS = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** What a speaker is called whose name has no visible character. */
const NAMELESS = '?';

/** SubRip has no escapes: what players take for markup is written in the wide forms, which look alike. */
const WIDE_FORMS: Readonly<Record<string, string>> = { '<': '＜', '>': '＞', '{': '｛', '}': '｝' };

/** WebVTT's own escapes: https://www.w3.org/TR/webvtt1/#webvtt-cue-text */
const VTT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Writes a transcript as a file's content, in order of time. `srt` and `vtt` have times from `startedAtMs` on and pass
 * strict parsers whatever was said; `txt` has UTC clock times; `json` has every field as it is, with ISO 8601 times.
 */
export function formatTranscript(format: TranscriptFormat, transcript: Transcript): string {
  switch (format) {
    case 'txt':
      return formatText(transcript);
    case 'srt':
      return formatSubRip(transcript);
    case 'vtt':
      return formatWebVtt(transcript);
    case 'json':
      return formatJson(transcript);
  }
}

function formatText(transcript: Transcript): string {
  const days = Map.groupBy(makeCues(transcript), ({ line }) => isoTime(line.startedAtMs).slice(0, 10));
  const paragraphs = [...days].map(([day, cues]) => [day, '', ...cues.map(textLine)].join('\n'));
  return `${[`${plain(transcript.title)}\nTimes are UTC.`, ...paragraphs].join('\n\n')}\n`;
}

function textLine({ speaker, text, line }: Cue): string {
  return `[${isoTime(line.startedAtMs).slice(11, 19)}] ${speaker}: ${text}${line.late ? ' (transcribed late)' : ''}`;
}

function formatSubRip(transcript: Transcript): string {
  const blocks = makeCues(transcript).map(({ startMs, endMs, speaker, text }, index) => {
    const words = replaceEach(`${speaker}: ${text}`, WIDE_FORMS);
    return `${index + 1}\n${fileTime(startMs, ',')} --> ${fileTime(endMs, ',')}\n${words}\n`;
  });
  return blocks.join('\n');
}

function formatWebVtt(transcript: Transcript): string {
  const blocks = makeCues(transcript).map(({ startMs, endMs, speaker, text }) => {
    const words = `<v ${replaceEach(speaker, VTT_ESCAPES)}>${replaceEach(text, VTT_ESCAPES)}`;
    return `${fileTime(startMs, '.')} --> ${fileTime(endMs, '.')}\n${words}\n`;
  });
  const title = replaceEach(plain(transcript.title), VTT_ESCAPES);
  return [title === '' ? 'WEBVTT\n' : `WEBVTT ${title}\n`, ...blocks].join('\n');
}

function formatJson({ title, startedAtMs, lines }: Transcript): string {
  const ordered = lines.toSorted(byTime).map(({ speaker, text, late, ...times }) => ({
    speaker,
    startedAt: isoTime(times.startedAtMs),
    endedAt: isoTime(times.endedAtMs),
    text,
    late,
  }));
  return `${JSON.stringify({ title, startedAt: isoTime(startedAtMs), lines: ordered }, undefined, 2)}\n`;
}

function makeCues({ startedAtMs, lines }: Transcript): Cue[] {
  return lines.toSorted(byTime).map((line) => {
    // A clock that was set back puts lines before the session's start; a cue must have a length.
    const startMs = Math.max(0, Math.round(line.startedAtMs - startedAtMs));
    const endMs = Math.max(startMs + 1, Math.round(line.endedAtMs - startedAtMs));
    return { startMs, endMs, speaker: plain(line.speaker) || NAMELESS, text: plain(line.text), line };
  });
}

function byTime(a: TranscriptLine, b: TranscriptLine): number {
  return a.startedAtMs - b.startedAtMs || a.endedAtMs - b.endedAtMs;
}

/** One line of well-formed Unicode, without white space at its ends. */
function plain(text: string): string {
  return text.toWellFormed().replace(BREAKS, ' ').trim();
}

function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return text.replace(/[&<>{}]/g, (character) => replacements[character] ?? character);
}

/** `HH:MM:SS` with at least two digits of hours, then the separator and three digits of milliseconds. */
function fileTime(timeMs: number, separator: ',' | '.'): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const clock = [
    timeMs / MS_PER_HOUR,
    (timeMs % MS_PER_HOUR) / MS_PER_MINUTE,
    (timeMs % MS_PER_MINUTE) / MS_PER_SECOND,
  ];
  return `${clock.map(two).join(':')}${separator}${String(timeMs % MS_PER_SECOND).padStart(3, '0')}`;
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
