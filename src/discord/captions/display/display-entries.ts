import { withoutWords } from './caption-message-text.ts';
import type { DisplayLine } from './display-line.ts';

/** A line that the display queue knows. */
export interface Entry<Handle> {
  /** Order of first appearance. */
  readonly rank: number;
  line: DisplayLine;
  message: DisplayedMessage<Handle> | undefined;
  /** What is at Discord; `undefined` where that is nothing, or unknown. */
  shown: string | undefined;
  /** The same without interim text; empty before anything is there. */
  settled: string;
  /** Words of its settled text that were shown in messages which can no longer be changed: they are not shown again. */
  carried: number;
  /** It leaves its message for another one, once it is known whether the old one still shows it. */
  isMoving: boolean;
  /** It was removed, or its speaker opted out. It can be retracted, but never moves to another message. */
  isForgotten: boolean;
}

/** The state of an entry that is in no message. */
export const NOT_SHOWN = { message: undefined, shown: undefined, settled: '' } as const;
/** That of an entry that was never in one. */
export const NEW = { ...NOT_SHOWN, carried: 0, isMoving: false, isForgotten: false } as const;

/** A message at Discord, or one that is being posted. */
export interface DisplayedMessage<Handle> {
  entries: Entry<Handle>[];
  handle: Handle | undefined;
  postedAtMs: number;
  /** A line was removed from the message but is still at Discord. */
  hasLeftover: boolean;
  /** Lines that leave it for another message. */
  moving: MovingEntry<Handle>[];
}

interface MovingEntry<Handle> {
  readonly entry: Entry<Handle>;
  /** Its settled text in the message. */
  readonly settled: string;
}

/** What is to be shown of an entry in its current message; without content where all of it stands elsewhere. */
export function lineOf({ line, carried }: Entry<unknown>): DisplayLine {
  return withoutWords(line, carried);
}

/** Whether Discord does not show its newest state, or may not. */
export function isChanged(entry: Entry<unknown>): boolean {
  const { content } = lineOf(entry);
  return content !== entry.shown && (content !== '' || entry.message !== undefined);
}

/** Whether the message needs an edit. */
export function isDirty(message: DisplayedMessage<unknown>): boolean {
  return message.hasLeftover || message.entries.some(isChanged);
}

/** Whether the edit is for more than interim text. */
export function isUrgent(message: DisplayedMessage<unknown>): boolean {
  return message.hasLeftover || message.entries.some((entry) => isChanged(entry) && !entry.line.isInterim);
}

/** Notes what Discord shows now of these entries. */
export function noteShown(entries: readonly Entry<unknown>[], lines: readonly DisplayLine[]): void {
  for (const [index, entry] of entries.entries()) {
    if (entry.message === undefined) continue;
    entry.shown = lines[index]?.content;
    // What was taken back meanwhile goes back to what was there before.
    if (!entry.isForgotten) entry.settled = lines[index]?.settled ?? '';
  }
}
