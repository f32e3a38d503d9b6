import type { FileProgress } from '../../files/files-api.ts';
import type { Logger } from '../../log/log.ts';
import type { Messages } from '../../messages/messages.ts';
import type { Attachment } from '../interactions/command.ts';
import { type AttachmentProgress, progressMessage } from './progress-message.ts';

/** Work that is done before this shows no progress. */
const FIRST_SHOWN_AFTER_MS = 3_000;
/** Often enough to look alive, seldom enough for Discord's rate limits. */
const SHOWN_EVERY_MS = 2_500;
/** From `SELDOM_FROM_MS` on, when few people still watch. */
const SHOWN_SELDOM_EVERY_MS = 5_000;
const SELDOM_FROM_MS = 120_000;

/** What a progress display works with. */
interface ProgressParts {
  readonly messages: Messages;
  readonly attachments: readonly Attachment[];
  /** Shows the content in place of what was shown before. */
  readonly show: (content: string) => Promise<void>;
  readonly log: Logger;
}

/** Shows the progress of one request's attachments, until it is disposed of. */
export class TranscriptionProgress implements Disposable {
  readonly #parts: ProgressParts;
  readonly #reports = new Map<string, AttachmentProgress['progress']>();
  readonly #startedAtMs = performance.now();
  #shown = '';
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#timer = setTimeout(() => void this.#tick(), FIRST_SHOWN_AFTER_MS);
  }

  /** Whether anything was shown, or is about to be. */
  get wasShown(): boolean {
    return this.#shown !== '';
  }

  report(attachment: Attachment, progress: FileProgress | 'done' | 'failed'): void {
    this.#reports.set(attachment.id, progress);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #tick(): Promise<void> {
    const { messages, attachments, show, log } = this.#parts;
    const all = attachments.map((attachment) => ({ attachment, progress: this.#reports.get(attachment.id) }));
    const content = progressMessage(messages, all);
    if (content !== this.#shown) {
      this.#shown = content;
      await show(content).catch((error: unknown) => log.warn({ err: error }, 'could not show progress'));
    }
    if (this.#isOver) return;
    const isLong = performance.now() - this.#startedAtMs > SELDOM_FROM_MS;
    this.#timer = setTimeout(() => void this.#tick(), isLong ? SHOWN_SELDOM_EVERY_MS : SHOWN_EVERY_MS);
  }
}
