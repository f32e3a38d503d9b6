import { withoutPhonemes } from '../text/pronunciation/phonemes.ts';
import { hasTokenEdge, makeSpeakable } from '../text/spoken/speakable.ts';
import { withoutParts } from '../text/spoken/spoken-parts.ts';
import { isSameWriter } from './read-queue.ts';
import type { ChatMessage } from './reading-ports.ts';

/** Longest name that a spoken announcement takes, in characters. */
const MAX_NAME_LENGTH = 60;
/** Stands for the name in an announcement: a letter, so that it is never empty, and what `withoutParts` removes from texts. */
const NAME_PLACE = 'N\ue000';

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

/** A name that is not too long for an announcement. Phonemes are not counted: a name keeps them whole, or is spelled. */
export function nameWithin(name: string): string {
  const spelled = withoutPhonemes(name);
  return spelled.length <= MAX_NAME_LENGTH ? name : makeSpeakable(spelled.slice(0, MAX_NAME_LENGTH));
}

/** A server's own announcement. Cleaned before the name comes into it, whose phonemes would not survive. */
export function announce(template: string, name: string): string {
  const cleaned = makeSpeakable(withoutParts(template).replaceAll('{name}', NAME_PLACE));
  const said = cleaned.replaceAll(NAME_PLACE, () => name);
  const spelled = withoutPhonemes(said);
  return hasTokenEdge(spelled) ? makeSpeakable(spelled) : said;
}
