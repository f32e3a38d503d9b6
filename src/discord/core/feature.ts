import type { VoiceEvent } from '../../voice/voice-api.ts';

/**
 * A part of the bot that people know as one. `src/discord/bot.ts` lists them all, and in which order they hear of voice events,
 * halt and close. A feature follows the gateway and the settings from its creation on.
 */
export interface Feature<Given extends object = object> {
  /** What it gives to the commands. */
  readonly services: Given;
  /** Takes in the engine's events. */
  onVoiceEvent?(event: VoiceEvent): void;
  /** Ends what is under way, side by side with the others, within a time of its own. */
  halt?(): Promise<unknown>;
  /** Releases what it holds, once all are halted. */
  close?(): Promise<void> | void;
}
