import type { QueueRecord } from './session-record.ts';
import type { VoiceEngine } from './voice-api.ts';
import type { VoiceFigures, VoiceThreadReport } from './voice-figures.ts';

/** An engine whose sessions outlast it: another process continues what it had to say. */
export interface LastingVoiceEngine extends VoiceEngine {
  /** The sessions at this moment, those that are joining their first channel included. */
  records(): readonly QueueRecord[];
  /**
   * Falls silent in every channel: at the end of the piece under way, at the latest after `withinMs`. Nothing is spoken
   * from then on; texts can still be queued. Resolves when `records` says exactly what was heard. Never rejects.
   */
  halt(withinMs: number): Promise<void>;
}

/** An engine that can be measured. */
export interface MeasuredVoiceEngine extends LastingVoiceEngine {
  figures(): VoiceFigures;
  /** Every thread that carries voice, always in the same order. Resolves within a second, also when threads hang. */
  threads(): Promise<readonly VoiceThreadReport[]>;
}
