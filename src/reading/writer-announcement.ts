import { isSameWriter } from './read-queue.ts';
import type { ChatMessage } from './reading-ports.ts';

/** A writer is named again after so long, even if nobody else wrote meanwhile. */
const NAMED_AGAIN_MS = 60_000;

/** Who was read last in one guild, to know whose name has to be said. */
export class WriterAnnouncement {
  #last: { readonly message: ChatMessage; readonly atMs: number } | undefined;

  /** Whether the writer of what is read now has to be named. To be called for every text that is read. */
  isDue(message: ChatMessage): boolean {
    const last = this.#last;
    const nowMs = performance.now();
    this.#last = { message, atMs: nowMs };
    return last === undefined || !isSameWriter(last.message, message) || nowMs - last.atMs >= NAMED_AGAIN_MS;
  }

  /** Makes the next writer be named: people came or went, or something else was spoken. */
  reset(): void {
    this.#last = undefined;
  }
}
