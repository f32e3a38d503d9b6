import type { ItemRecord } from '../session-record.ts';
import type { SpeakOutcome, SpeakRequest } from '../voice-api.ts';

/**
 * A queued text. Its `pieces`, at least one, are synthesized one after the other. Speaking begins at `firstPiece`: 0, or a
 * later one in a restored session.
 */
export interface QueueEntry extends ItemRecord {
  readonly pieces: readonly string[];
}

/** A session's texts in the order of speaking; the first one is being spoken or about to be. */
export interface PlaybackQueue {
  /** Adds a text at the end, or returns the bound that it would exceed. */
  add(request: SpeakRequest, pieces: readonly string[]): Exclude<SpeakOutcome, { kind: 'no-session' }>;
  /** Restores a session's entries with their ids; `lastItemId` is the newest id. */
  restore(restored: readonly QueueEntry[], lastItemId: number): void;
  readonly entries: readonly QueueEntry[];
  /** Removes one entry, wherever it is. */
  remove(entry: QueueEntry): void;
}

/** Creates an empty queue, bounded by its items and by the characters (UTF-16 units) of all its texts together. */
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
    restore(restored, newestItemId) {
      lastItemId = newestItemId;
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
