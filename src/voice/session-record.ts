import type { ListenPolicy, QueueItem } from './voice-api.ts';

/** An item of a session that is restored. Speaking resumes at the start of `firstPiece`, part of which may have been heard. */
export interface ItemRecord extends Omit<QueueItem, 'state'> {
  readonly firstPiece: number;
}

/** A session as plain data: all that another voice thread needs to restore it. */
export interface SessionRecord {
  readonly guildId: string;
  readonly channelId: string;
  readonly paused: boolean;
  /** `undefined` when the session was not listening. */
  readonly policy: ListenPolicy | undefined;
  readonly items: readonly ItemRecord[];
  /** The newest item id, 0 if there was none: ids keep growing. */
  readonly lastItemId: number;
}
