import type { Traffic } from '../traffic.ts';
import type { LeadIn } from './lead-in.ts';
import { FRAME_MS } from './pacer.ts';
import type { Track } from './track.ts';

/**
 * Most packets that are encrypted together and leave later: in one turn of a session, its data are in the processor's caches for
 * all of them. What somebody does takes effect after these. More would save little (docs/performance.md).
 */
const MAX_PACKETS = 3;

/** What one session's packets ahead need. */
interface PacketsAheadOptions {
  readonly lead: LeadIn;
  /** Counts what has left. */
  readonly traffic: Pick<Traffic, 'sent'>;
  /** Receives each packet's track when the packet has left. It removes the packet from the buffer. */
  readonly onLeft: (track: Track) => void;
}

/** Packets of one session that are encrypted and leave later. Until they have left, their track's buffer has them, too. */
export class PacketsAhead {
  readonly #options: PacketsAheadOptions;
  #track: Track | undefined;
  #count = 0;
  #onSettled: (() => void) | undefined;

  constructor(options: PacketsAheadOptions) {
    this.#options = options;
  }

  /** Has packets encrypted that leave from `dueMs` on, while `mayFollow`. Returns how many. To be called when all have left. */
  make(track: Track, dueMs: number, mayFollow: () => boolean): number {
    this.#track = track;
    while (this.#count < MAX_PACKETS && mayFollow()) {
      const packet = track.buffer.peekAt(this.#count);
      if (packet === undefined || !this.#options.lead.send(packet, dueMs + this.#count * FRAME_MS)) break;
      this.#count += 1;
    }
    return this.#count;
  }

  /** Counts all as sent, except the last `unsent`. Returns the track of those that were. */
  settle(unsent = 0): Track | undefined {
    const track = this.#track;
    const left = this.#count - unsent;
    this.#track = undefined;
    this.#count = 0;
    try {
      for (let index = 0; track !== undefined && index < left; index += 1) {
        this.#options.traffic.sent();
        this.#options.onLeft(track);
      }
    } finally {
      this.#onSettled?.();
    }
    return left > 0 ? track : undefined;
  }

  /** Resolves when all have left, or will not. One caller at a time. */
  untilSettled(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSettled = resolve;
    return promise;
  }
}
