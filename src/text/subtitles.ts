const MS_PER_SECOND = 1_000;
const MS_PER_MINUTE = 60 * MS_PER_SECOND;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;

/** White space, control characters, and marks that turn the direction of all that follows them in the file. */
const BREAKS = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** SubRip has no escapes: what players take for markup is written in the wide forms, which look alike. */
const WIDE_FORMS: Readonly<Record<string, string>> = { '<': '＜', '>': '＞', '{': '｛', '}': '｝' };

/** WebVTT's own escapes: https://www.w3.org/TR/webvtt1/#webvtt-cue-text */
const VTT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text as a SubRip cue can hold it. */
export function subRipWords(text: string): string {
  return replaceEach(text, WIDE_FORMS);
}

/** A text as a WebVTT cue or header can hold it. */
export function vttWords(text: string): string {
  return replaceEach(text, VTT_ESCAPES);
}

/** One line of well-formed Unicode, without white space at its ends. */
export function plain(text: string): string {
  return text.toWellFormed().replace(BREAKS, ' ').trim();
}

function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return text.replace(/[&<>{}]/g, (character) => replacements[character] ?? character);
}

/** `HH:MM:SS` with at least two digits of hours, then the separator and three digits of milliseconds. */
export function fileTime(timeMs: number, separator: ',' | '.'): string {
  const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');
  const clock = [
    timeMs / MS_PER_HOUR,
    (timeMs % MS_PER_HOUR) / MS_PER_MINUTE,
    (timeMs % MS_PER_MINUTE) / MS_PER_SECOND,
  ];
  return `${clock.map(two).join(':')}${separator}${String(timeMs % MS_PER_SECOND).padStart(3, '0')}`;
}
