import type { VoiceEvent } from '../voice-api.ts';
import type { QueueEntry } from './playback-queue.ts';
import type { Track } from './track.ts';

type Details<Type extends VoiceEvent['type']> = Omit<
  Extract<VoiceEvent, { type: Type }>,
  'type' | 'guildId' | 'textId'
>;

/** Reports the progress and the end of each item in a session's queue. */
export interface PlaybackReports {
  /** How far a piece was heard. */
  progress(track: Track): void;
  pieceStarted(entry: QueueEntry, piece: number): void;
  started(entry: QueueEntry): void;
  finished(entry: QueueEntry): void;
  failed(entry: QueueEntry, details: Details<'item-failed'>): void;
  dropped(entry: QueueEntry, details: Details<'item-dropped'>): void;
}

/** Creates the reports of one session. */
export function createPlaybackReports(options: {
  readonly guildId: string;
  readonly onEvent: (event: VoiceEvent) => void;
}): PlaybackReports {
  const { guildId, onEvent } = options;
  return {
    progress: ({ entry: { textId }, piece, heardPackets: packets }) =>
      onEvent({ type: 'piece-progress', guildId, textId, piece, packets }),
    pieceStarted: ({ textId }, piece) => onEvent({ type: 'piece-started', guildId, textId, piece }),
    started: ({ textId }) => onEvent({ type: 'item-started', guildId, textId }),
    finished: ({ textId }) => onEvent({ type: 'item-finished', guildId, textId }),
    failed: ({ textId }, details) => onEvent({ type: 'item-failed', guildId, textId, ...details }),
    dropped: ({ textId }, details) => onEvent({ type: 'item-dropped', guildId, textId, ...details }),
  };
}
