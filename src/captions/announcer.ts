import type { CaptionDisplay } from './captions-ports.ts';

const OUTAGE_WORDS: ReadonlyMap<string, string> = new Map([
  ['SPEECH_UNAUTHORIZED', 'The speech service refuses my key.'],
  ['SPEECH_FORBIDDEN', 'The speech service refuses my key.'],
  ['SPEECH_OUT_OF_CREDITS', 'My account at the speech service is out of credits.'],
  ['SPEECH_RATE_LIMITED', 'The speech service has too much to do.'],
]);

/** Tells the readers of one session what goes wrong with its captions, without telling the same thing over and over. */
export class Announcer {
  readonly #display: Pick<CaptionDisplay, 'announce'>;
  readonly #everyMs: number;
  #lostMs = 0;
  #refused = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(display: Pick<CaptionDisplay, 'announce'>, everyMs: number) {
    this.#display = display;
    this.#everyMs = everyMs;
  }

  /** Speech was lost because the disk space for waiting clips was full. */
  lost(durationMs: number): void {
    this.#lostMs += durationMs;
    this.#tellLater();
  }

  /** The service refused a recording for good. */
  refused(): void {
    this.#refused += 1;
    this.#tellLater();
  }

  /** The service has not been of use for a while; `code` is the newest error's. */
  outage(code: string): void {
    const why = OUTAGE_WORDS.get(code) ?? 'The speech service does not answer.';
    this.#display.announce(`${why} What is said is kept, and its text comes later, marked late.`);
  }

  /** Tells what has not been told yet. */
  close(): void {
    clearTimeout(this.#timer);
    this.#tell();
  }

  #tellLater(): void {
    this.#timer ??= setTimeout(() => this.#tell(), this.#everyMs);
  }

  #tell(): void {
    this.#timer = undefined;
    if (this.#lostMs > 0) {
      const seconds = Math.max(1, Math.round(this.#lostMs / 1000));
      this.#display.announce(
        `${seconds} s of speech are lost: there was no more room to keep what waits for its text.`,
      );
    }
    if (this.#refused > 0) {
      const what = this.#refused === 1 ? 'One recording' : `${this.#refused} recordings`;
      this.#display.announce(`${what} could not be captioned: the speech service refused to take it.`);
    }
    this.#lostMs = 0;
    this.#refused = 0;
  }
}
