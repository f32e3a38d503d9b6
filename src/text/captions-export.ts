import { fileTime, plain, subRipWords, vttWords } from './subtitles.ts';

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

/** What a speaker is called whose name has no visible character. */
const NAMELESS = '?';

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
    const words = subRipWords(`${speaker}: ${text}`);
    return `${index + 1}\n${fileTime(startMs, ',')} --> ${fileTime(endMs, ',')}\n${words}\n`;
  });
  return blocks.join('\n');
}

function formatWebVtt(transcript: Transcript): string {
  const blocks = makeCues(transcript).map(({ startMs, endMs, speaker, text }) => {
    const words = `<v ${vttWords(speaker)}>${vttWords(text)}`;
    return `${fileTime(startMs, '.')} --> ${fileTime(endMs, '.')}\n${words}\n`;
  });
  const title = vttWords(plain(transcript.title));
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

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
