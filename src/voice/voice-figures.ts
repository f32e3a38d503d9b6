/** Numbers that the voice engine knows of itself, as plain data. */

/** What a session has heard since it began to listen, all speakers together. */
export interface HearingFigures {
  readonly speakers: number;
  readonly packets: number;
  readonly lost: number;
  /** Arrived after a later one, and were put in order. */
  readonly reordered: number;
  readonly duplicates: number;
  /** Packets that could not be decrypted. */
  readonly decryptFailures: number;
  /** Packets of unknown speakers: they spoke already when the bot joined, and without end-to-end encryption. */
  readonly unknown: number;
  /** Connections that were replaced because packets could not be decrypted for too long. */
  readonly reopened: number;
  readonly clips: number;
}

/** What the voice of all guilds amounts to now. */
export interface VoiceFigures {
  /** Guilds with a session. */
  readonly sessions: number;
  /** Items in all queues, also those that are being spoken. */
  readonly items: number;
}
