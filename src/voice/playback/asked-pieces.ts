import type { QueueEntry } from './playback-queue.ts';

/** The pieces that the service was asked to speak, by item. */
export interface AskedPieces {
  add(entry: QueueEntry, piece: number): void;
  /** The service refused the piece. */
  remove(entry: QueueEntry, piece: number): void;
  /** Characters (UTF-16 units) of the item that the service was never asked for, or refused. */
  unservedCharacters(entry: QueueEntry): number;
  /** The item has left the queue. */
  forget(entry: QueueEntry): void;
}

/** Creates the record of one session. */
export function createAskedPieces(): AskedPieces {
  const asked = new Map<QueueEntry, Set<number>>();
  return {
    add: (entry, piece) => {
      asked.set(entry, (asked.get(entry) ?? new Set()).add(piece));
    },
    remove: (entry, piece) => {
      asked.get(entry)?.delete(piece);
    },
    unservedCharacters: (entry) => {
      const served = asked.get(entry);
      const { firstPiece, heardPackets = 0 } = entry;
      // What was heard of a restored item was spoken in another thread or process.
      const firstUnheard = heardPackets > 0 ? firstPiece + 1 : firstPiece;
      const unserved = entry.pieces.filter((_, piece) => piece >= firstUnheard && served?.has(piece) !== true);
      return unserved.reduce((sum, { length }) => sum + length, 0);
    },
    forget: (entry) => {
      asked.delete(entry);
    },
  };
}
