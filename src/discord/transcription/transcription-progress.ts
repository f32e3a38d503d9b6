import type { FileProgress } from '../../files/files-api.ts';
import type { Logger } from '../../log.ts';
import type { Attachment } from '../interactions/command.ts';
import { type AttachmentProgress, progressWords } from './transcript-reply.ts';

/** What is done before this shows no progress: the text is about to come. */
const FIRST_SHOWN_AFTER_MS = 3_000;
/** Often enough to be alive, seldom enough for Discord. */
const SHOWN_EVERY_MS = 2_500;
/** Nobody watches for many minutes. */
const SHOWN_SELDOM_EVERY_MS = 5_000;
const SELDOM_FROM_MS = 120_000;

/** Shows how far the attachments of one request are, until it is disposed of. */
export class TranscriptionProgress implements Disposable {
  readonly #attachments: readonly Attachment[];
  readonly #show: (content: string) => Promise<void>;
  readonly #log: Logger;
  readonly #told = new Map<string, AttachmentProgress['told']>();
  readonly #startedAtMs = Date.now();
  #toldAtMs = Date.now();
  #shown = '';
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** `show` puts the content in place of what was shown before. */
  constructor(attachments: readonly Attachment[], show: (content: string) => Promise<void>, log: Logger) {
    this.#attachments = attachments;
    this.#show = show;
    this.#log = log;
    this.#timer = setTimeout(() => void this.#tick(), FIRST_SHOWN_AFTER_MS);
  }

  /** Whether anything was shown, or is on its way. */
  get wasShown(): boolean {
    return this.#shown !== '';
  }

  tell(attachment: Attachment, told: FileProgress | 'done' | 'failed'): void {
    this.#told.set(attachment.id, told);
    this.#toldAtMs = Date.now();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  async #tick(): Promise<void> {
    const all = this.#attachments.map((attachment) => ({ attachment, told: this.#told.get(attachment.id) }));
    const content = progressWords(all, Date.now() - this.#toldAtMs);
    if (content !== this.#shown) {
      this.#shown = content;
      await this.#show(content).catch((error: unknown) => this.#log.warn({ err: error }, 'progress was not shown'));
    }
    if (this.#isOver) return;
    const isLong = Date.now() - this.#startedAtMs > SELDOM_FROM_MS;
    this.#timer = setTimeout(() => void this.#tick(), isLong ? SHOWN_SELDOM_EVERY_MS : SHOWN_EVERY_MS);
  }
}
