import type { ItemRecord } from '../session-record.ts';
import type { SpeakOutcome, SpeakRequest } from '../voice-api.ts';

/**
 * One text in line. `pieces` are what is synthesized one after the other; there is at least one. Speaking begins at
 * `firstPiece`: 0, or further on in a session that was made again.
 */
export interface QueueEntry extends ItemRecord {
  readonly pieces: readonly string[];
}

/** A session's texts in the order in which they are spoken; the first one is being spoken or about to be. */
export interface PlaybackQueue {
  /** Adds a text at the end, or says which bound it would break. */
  add(request: SpeakRequest, pieces: readonly string[]): Exclude<SpeakOutcome, { kind: 'no-session' }>;
  /** Takes over the entries of a session that is made again, with their ids; `lastItemId` is the last that was given. */
  restore(restored: readonly QueueEntry[], lastItemId: number): void;
  readonly entries: readonly QueueEntry[];
  /** Takes one entry out, wherever it stands. */
  remove(entry: QueueEntry): void;
}

/** Makes an empty queue bounded by items and by characters (UTF-16 units) of all its texts together. */
export function createPlaybackQueue(bounds: {
  readonly maxItems: number;
  readonly maxCharacters: number;
}): PlaybackQueue {
  const entries: QueueEntry[] = [];
  let characters = 0;
  let lastItemId = 0;
  return {
    entries,
    add({ userId, text, voiceId }, pieces) {
      if (entries.length >= bounds.maxItems) return { kind: 'full', limit: 'items', max: bounds.maxItems };
      if (characters + text.length > bounds.maxCharacters) {
        return { kind: 'full', limit: 'characters', max: bounds.maxCharacters };
      }
      lastItemId += 1;
      characters += text.length;
      entries.push({ itemId: lastItemId, userId, text, voiceId, pieces, firstPiece: 0 });
      return { kind: 'queued', itemId: lastItemId, position: entries.length - 1 };
    },
    restore(restored, given) {
      lastItemId = given;
      entries.push(...restored);
      characters = entries.reduce((sum, { text }) => sum + text.length, 0);
    },
    remove(entry) {
      const index = entries.indexOf(entry);
      if (index < 0) return;
      entries.splice(index, 1);
      characters -= entry.text.length;
    },
  };
}
