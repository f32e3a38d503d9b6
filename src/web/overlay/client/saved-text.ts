/** What was said as plain text, to be copied or downloaded. Pure. */

/** What is saved of a line. */
export interface SavedLine {
  readonly speaker: string;
  readonly text: string;
  readonly atMs: number;
}

/** `[15:04:05] Ada: Hello`, for each line and each speaker turn in it; times in the reader's time zone. */
export function savedText(lines: readonly SavedLine[], locale: string): string {
  const times = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return lines
    .flatMap(({ speaker, text, atMs }) => text.split('\n').map((turn) => `[${times.format(atMs)}] ${speaker}: ${turn}`))
    .join('\n');
}

/** `captions 2026-11-22 15.04.txt`: the time when it was saved, in the reader's time zone. */
export function fileNameFor(name: string, now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${name} ${day} ${two(now.getHours())}.${two(now.getMinutes())}.txt`;
}
