import type { Logger } from '../../log/log.ts';
import type { RequestScope } from '../../telemetry/request-scope.ts';
import type { ItemRecord, SessionRecord } from '../session-record.ts';
import type { Traffic } from '../traffic.ts';
import type { QueueItem, RemoveOutcome, SpeakOutcome, SpeakRequest, Stopped, VoiceEvent } from '../voice-api.ts';
import type { VoiceOutput } from './lead-in.ts';
import type { Pacer } from './pacer.ts';
import type { PacketMemory } from './packet-memory.ts';
import type { StartDelay } from './start-delay.ts';
import type { SpeechSource } from './track.ts';

/** What a playback is made of. */
export interface PlaybackOptions {
  readonly guildId: string;
  readonly speech: SpeechSource;
  readonly output: VoiceOutput;
  readonly pacer: Pacer;
  readonly packetMemory: PacketMemory;
  /** Shared by all sessions: they hear the same service. */
  readonly startDelay: StartDelay;
  readonly bounds: { readonly maxItems: number; readonly maxCharacters: number };
  readonly scope: RequestScope;
  /** Counts the packets that leave, and holes. */
  readonly traffic: Traffic;
  /** Receives how long each text took from the head of the queue to its first sound, in milliseconds. */
  readonly onFirstSound: (delayMs: number) => void;
  readonly log: Logger;
  readonly onEvent: (event: VoiceEvent) => void;
}

/** One session's speech: speaks the queue, one item after the other. */
export interface Playback {
  add(request: SpeakRequest): Exclude<SpeakOutcome, { kind: 'no-session' }>;
  /** Restores the queue of a session; nothing was added before. */
  restore(record: Pick<SessionRecord, 'items' | 'paused'>): void;
  /** Drops the first item and returns it as it was. */
  skip(): QueueItem | undefined;
  /** Drops all items. */
  stop(): Stopped;
  /** False when it was already paused. */
  pause(): boolean;
  /** False when it was not paused. */
  resume(): boolean;
  remove(textId: string, userId: string, anyone: boolean): Exclude<RemoveOutcome['kind'], 'no-session'>;
  readonly paused: boolean;
  readonly items: readonly QueueItem[];
  /** The items with how far they were heard, to be continued elsewhere. */
  readonly records: readonly ItemRecord[];
  /** Falls silent at the end of the piece under way, at the latest after `withinMs`, for good. */
  halt(withinMs: number): Promise<void>;
  /** To be called when the output may have become ready. */
  wake(): void;
  /** To be called when the last packets that were sent to leave later did not: they are sent again. */
  takeBack(packets: number): void;
  /** To be called when other people hear the output than before: the utterance is led in again. */
  moved(): void;
  /** Drops all items. What is encrypted already leaves unless the connection closes, too; nothing else does. */
  close(): void;
}
