import { speakerLabel } from './cue-lines.ts';
import { toSingleLine } from './single-line.ts';

/**
 * One subtitle: whole milliseconds from the start, with `endMs` after `startMs`. Lines of the text are separated by single
 * `\n` and have no other line breaks.
 */
export interface Cue {
  readonly startMs: number;
  readonly endMs: number;
  readonly text: string;
  readonly speaker?: string;
}

const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** SubRip has no escapes: what players treat as markup is written in full-width forms, which look alike. */
const WIDE_FORMS: Readonly<Record<string, string>> = { '<': '＜', '>': '＞', '{': '｛', '}': '｝' };

/** WebVTT's own escapes: https://www.w3.org/TR/webvtt1/#webvtt-cue-text */
const VTT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A SubRip file. Strict parsers accept it, whatever the cues' text is. */
export function formatSubRip(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, text, speaker }, index) => {
    const lines = isNameless(speaker) ? text : `${speakerLabel(speaker)}${text}`;
    return `${index + 1}\n${fileTime(startMs, ',')} --> ${fileTime(endMs, ',')}\n${replaceEach(lines, WIDE_FORMS)}\n`;
  });
  return blocks.join('\n');
}

/** A WebVTT file, with speakers as voice spans. Strict parsers accept it, whatever the title and the cues' text are. */
export function formatWebVtt(title: string, cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, text, speaker }) => {
    const voice = isNameless(speaker) ? '' : `<v ${withoutArrow(replaceEach(speaker, VTT_ESCAPES))}>`;
    return `${fileTime(startMs, '.')} --> ${fileTime(endMs, '.')}\n${voice}${replaceEach(text, VTT_ESCAPES)}\n`;
  });
  const heading = replaceEach(toSingleLine(title), VTT_ESCAPES);
  return [heading === '' ? 'WEBVTT\n' : `WEBVTT ${heading}\n`, ...blocks].join('\n');
}

/** Replaces the last hyphen of a name that ends in `--` by a look-alike, because `-->` would start a new cue. */
function withoutArrow(name: string): string {
  return name.replace(/--$/, '-\u2011');
}

/** A voice span without a name is an error in WebVTT. */
function isNameless(speaker: string | undefined): speaker is undefined | '' {
  return speaker === undefined || speaker === '';
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
