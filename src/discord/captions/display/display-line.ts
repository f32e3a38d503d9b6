/** A page of a turn, or a notice of the bot, which has no `userId`. */
export interface DisplayLine {
  readonly lineId: string;
  readonly userId: string | undefined;
  readonly content: string;
  /** The content without interim text; empty where that is all of it. */
  readonly settled: string;
  /** When the speech in it began: milliseconds since 1970. */
  readonly spokenAtMs: number;
  /** Final text takes precedence where not everything can be sent. */
  readonly isInterim: boolean;
}
