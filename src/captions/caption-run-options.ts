import type { Logger } from '../log/log.ts';
import type { Messages } from '../messages/messages.ts';
import type { VoiceEngine } from '../voice/voice-api.ts';
import type { CaptionSettings } from './caption-settings.ts';
import type { CaptionTimings } from './caption-timings.ts';
import type { CaptionBudget, CaptionDisplay, CaptionSession, ClipSpool, People } from './captions-ports.ts';
import type { ClipTranscription } from './clips/clip-transcription.ts';
import type { CompletedCopies } from './clips/completed-copies.ts';
import type { Clock } from './clock.ts';
import type { Decisions } from './consent/consent.ts';
import type { KnownTombstones } from './erasure/known-tombstones.ts';
import type { LineWatcher } from './overlay/line-watcher.ts';

/** What the captions of all sessions are made with. */
export interface RunDependencies {
  readonly engine: Pick<VoiceEngine, 'listen' | 'changeSpeakers' | 'transcribeInterim' | 'hearing'>;
  readonly capacity: () => boolean;
  readonly transcription: Pick<ClipTranscription, 'submit' | 'resume' | 'has' | 'cancel'>;
  readonly budget: Pick<CaptionBudget, 'count'>;
  readonly spool: Pick<ClipSpool, 'grow' | 'remove'>;
  readonly completedCopies: CompletedCopies;
  readonly people: People;
  /** Live: changes while sessions run. */
  readonly decisions: Decisions;
  readonly tombstones: Pick<KnownTombstones, 'covers'>;
  /** Learns of every line that is shown. */
  readonly watcher: LineWatcher;
  /** The catalogue of what everyone in a guild reads. */
  readonly messagesOf: (guildId: string) => Messages;
  /** Called for each caption with the time from the last voiced packet of its clip to its text, in milliseconds. */
  readonly onDelay: (delayMs: number) => void;
  readonly timings: CaptionTimings;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the captions of one session are made with. */
export interface RunOptions extends RunDependencies {
  readonly session: CaptionSession;
  readonly interim: boolean;
  /** Resumed after a restart: all its text is late. */
  readonly isRecovered: boolean;
  readonly display: CaptionDisplay;
  /** The guild's, except that the session's consent rule applies where it is stricter. */
  readonly settings: CaptionSettings;
  /** Lines that are already stored. */
  readonly lines: number;
}

/** For text that is too old to be shown: it is stored only. */
export const NO_DISPLAY: CaptionDisplay = {
  show: () => undefined,
  remove: () => undefined,
  forget: () => undefined,
  announce: () => undefined,
  flush: () => Promise.resolve(true),
};
