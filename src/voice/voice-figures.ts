/** Numbers that the voice engine knows of itself, as plain data. */
import type { LogFigures } from '../log/log-repeats.ts';
import type { ObservedRequest } from '../speech/request-observer.ts';
import type { ThreadLoad } from '../telemetry/thread-load.ts';
import type { TrafficCounts } from './traffic.ts';

/** What a session has heard since it began to listen, all speakers together. */
export interface HearingFigures {
  readonly packets: number;
  readonly lost: number;
}

/** What the voice of all guilds amounts to now. */
export interface VoiceFigures {
  /** Guilds with a session. */
  readonly sessions: number;
  /** Items in all queues, also those that are being spoken. */
  readonly items: number;
}

/** What a thread that carries voice knows of itself, as plain data. */
export interface VoiceThreadFigures {
  /** Of all sessions, also those that ended. */
  readonly traffic: TrafficCounts;
  /** Live sockets to the speech service that are open and wait for a text. */
  readonly warmSockets: number;
  /** False while texts don't use the live socket because it failed. */
  readonly liveUsable: boolean;
  /** `undefined` for the main thread, which carries more than voice. */
  readonly load: ThreadLoad | undefined;
  /** Lines of the thread's own logger; `undefined` for the main thread, which has the process's. */
  readonly log?: LogFigures | undefined;
}

/** One thread that carries voice, over all its restarts. */
export interface VoiceThreadReport {
  /** `voice-0` and so on; `main` if voice has no threads of its own. */
  readonly thread: string;
  /** False if the thread did not answer in time, or none runs. Then `figures` are the last ones known. */
  readonly isAnswering: boolean;
  /** How often a thread took the place of one that crashed or hung. */
  readonly restarts: number;
  /** Counts include those of threads that ended, as far as they were known. `undefined` before the first answer. */
  readonly figures: VoiceThreadFigures | undefined;
}

/** Something that happened in a thread that carries voice, for statistics. It names nobody. */
export type VoiceObservation =
  | { readonly kind: 'speech-request'; readonly request: ObservedRequest }
  /** From the moment when a text was the first of its queue to its first packet of sound. */
  | { readonly kind: 'first-sound'; readonly delayMs: number };
