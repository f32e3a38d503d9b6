import { createPause } from '../concurrency/async.ts';
import type { Messages } from '../messages/messages.ts';
import { speakerLabel } from './cue-lines.ts';
import { makeCues } from './cues.ts';
import { toSingleLine } from './single-line.ts';
import { type Cue, formatSubRip, formatWebVtt } from './subtitles.ts';
import { splitWords, spreadWords, type TimedWord } from './timed-words.ts';
import type { TranscriptFormat } from './transcript-format.ts';

/** One caption in a transcript. Times in milliseconds since 1970. */
interface TranscriptLine {
  readonly speaker: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly text: string;
  /** Transcribed long after it was said. */
  readonly late: boolean;
}

/** The captions of one session. The lines may overlap and be in any order. */
export interface CaptionTranscript {
  /** The title, used by the formats that have one. */
  readonly title: string;
  /** Time zero of the subtitles: milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly lines: readonly TranscriptLine[];
}

type TranscriptMessages = Messages['text']['transcript'];

/**
 * The content of a transcript file in chronological order. `srt` and `vtt` have readable cues that count from `startedAtMs`,
 * each with its speaker, and strict parsers accept them; `txt` has UTC clock times; `json` has every field unchanged, with ISO 8601 times.
 */
export async function formatCaptions(
  format: TranscriptFormat,
  transcript: CaptionTranscript,
  messages: TranscriptMessages,
): Promise<string> {
  switch (format) {
    case 'txt':
      return formatText(transcript, messages);
    case 'srt':
      return formatSubRip(await toCues(transcript, messages));
    case 'vtt':
      return formatWebVtt(transcript.title, await toCues(transcript, messages));
    case 'json':
      return formatJson(transcript);
  }
}

function formatText({ title, lines }: CaptionTranscript, messages: TranscriptMessages): string {
  const days = Map.groupBy(lines.toSorted(byTime), ({ startedAtMs }) => isoTime(startedAtMs).slice(0, 10));
  const paragraphs = [...days].map(([day, said]) =>
    [day, '', ...said.map((line) => textLine(line, messages))].join('\n'),
  );
  return `${[`${toSingleLine(title)}\n${messages.timesAreUtc}`, ...paragraphs].join('\n\n')}\n`;
}

function textLine({ startedAtMs, speaker, text, late }: TranscriptLine, messages: TranscriptMessages): string {
  const clock = isoTime(startedAtMs).slice(11, 19);
  return `[${clock}] ${nameOf(speaker, messages)}: ${toSingleLine(text)}${late ? ` ${messages.late}` : ''}`;
}

function formatJson({ title, startedAtMs, lines }: CaptionTranscript): string {
  const ordered = lines.toSorted(byTime).map(({ speaker, text, late, ...times }) => ({
    speaker,
    startedAt: isoTime(times.startedAtMs),
    endedAt: isoTime(times.endedAtMs),
    text,
    late,
  }));
  return `${JSON.stringify({ title, startedAt: isoTime(startedAtMs), lines: ordered }, undefined, 2)}\n`;
}

/** A line with its time in the subtitles: milliseconds from their time zero. */
interface SaidLine {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Each speaker's lines as readable cues; cues of different speakers may overlap. */
async function toCues({ startedAtMs, lines }: CaptionTranscript, messages: TranscriptMessages): Promise<Cue[]> {
  const pause = createPause();
  const cues: Cue[] = [];
  const bySpeaker = Map.groupBy(lines.toSorted(byTime), ({ speaker }) => nameOf(speaker, messages));
  for (const [speaker, said] of bySpeaker) {
    const timed = said.map((line) => {
      // After the clock was set back, lines can precede the session's start.
      const startMs = Math.max(0, line.startedAtMs - startedAtMs);
      return { text: line.text, startMs, endMs: Math.max(startMs, line.endedAtMs - startedAtMs) };
    });
    for (const voice of voicesOf(timed)) {
      const runs: TimedWord[][] = [];
      for (const { text, startMs, endMs } of voice) {
        runs.push(spreadWords(splitWords(text), startMs, endMs));
        await pause();
      }
      const own = await makeCues(runs, pause, { label: speakerLabel(speaker) });
      for (const cue of own) cues.push({ ...cue, speaker });
    }
  }
  return cues.toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
}

/** Lines of one voice can overlap a little; their cues then follow each other. */
const MAX_OVERLAP_MS = 1_000;

/** Several people can have one name. What is said at the same time is said by different voices, whose cues may overlap. */
function voicesOf(lines: readonly SaidLine[]): SaidLine[][] {
  const voices: { readonly lines: SaidLine[]; endMs: number }[] = [];
  for (const line of lines) {
    const voice = voices.find(({ endMs }) => line.startMs >= endMs - MAX_OVERLAP_MS);
    if (voice === undefined) voices.push({ lines: [line], endMs: line.endMs });
    else {
      voice.lines.push(line);
      voice.endMs = Math.max(voice.endMs, line.endMs);
    }
  }
  return voices.map((voice) => voice.lines);
}

function nameOf(speaker: string, { unnamedSpeaker }: TranscriptMessages): string {
  return toSingleLine(speaker) || unnamedSpeaker;
}

function byTime(a: TranscriptLine, b: TranscriptLine): number {
  return a.startedAtMs - b.startedAtMs || a.endedAtMs - b.endedAtMs;
}

function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
