import type { ListenPolicy, QueueItem } from './voice-api.ts';

/** An item of a session that is restored. Speaking resumes in `firstPiece`, behind the packets that were heard. */
export interface ItemRecord extends Omit<QueueItem, 'state'> {
  readonly firstPiece: number;
  /** Packets of `firstPiece` that were sent, as far as it is known: up to a second more may have been. Default: none. */
  readonly heardPackets?: number | undefined;
}

/** Where a session is, and what it has to say: all that another process needs to continue it. */
export interface QueueRecord {
  readonly guildId: string;
  readonly channelId: string;
  readonly paused: boolean;
  readonly items: readonly ItemRecord[];
}

/** A session as plain data: all that another voice thread needs to restore it. */
export interface SessionRecord extends QueueRecord {
  /** `undefined` when the session was not listening. */
  readonly policy: ListenPolicy | undefined;
}
