import type { LocalGuild } from '@mynah/local-discord/guild';
import type { Person } from '@mynah/local-discord/people/person';
import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import type { FaultName, FaultState, Figures } from './protocol.ts';

/** What a tab's voice needs from the page's server. */
export interface TabVoiceOptions {
  /** Sends a frame of `voice-frames.ts` to the tab; calls `sent` once it has left this process, or the socket is closed. */
  readonly send: (frame: Uint8Array, sent: () => void) => void;
  /** Others ended the visitor's voice: they were kicked, or their channel was deleted. */
  readonly onEnded: () => void;
  /** Every packet that the visitor hears. */
  readonly onHeard: (packet: HeardPacket) => void;
}

/** The voice of one tab: what it hears, and what it says. */
export interface TabVoice {
  /**
   * Joins a voice channel as this person, who is the visitor in the channel's server, and leaves another one. Rejects with a
   * `PersonError` where Discord refuses it.
   */
  join(person: Person, channelId: string, signal?: AbortSignal): Promise<void>;
  /** Leaves voice; an utterance under way ends. Does nothing outside of voice. */
  leave(): Promise<void>;
  /** An utterance begins. `false`: the visitor is in no voice channel, or too much is still being said. */
  beginSpeech(): boolean;
  /** Takes one Opus packet of 20 ms of the utterance; what it can't use is dropped. */
  speak(packet: Uint8Array): void;
  /** The utterance ends after the packets that have come, or, cut off, before those that wait. */
  endSpeech(options?: { readonly isCutOff: boolean }): void;
  /** Ends speech at once and leaves. Safe to call twice. */
  close(): Promise<void>;
}

/** The switches of the fault panel; all tabs switch the same faults. */
export interface PageFaults {
  readonly state: FaultState;
  /**
   * Switches a fault, or makes one happen in the visitor's server. It may take as long as the fault.
   * @throws {PersonError} with the reason when it can't happen.
   */
  set(
    change: { readonly name: FaultName; readonly isOn: boolean; readonly amount?: number | undefined },
    guild: LocalGuild,
  ): void | Promise<void>;
}

/** Live figures of one tab. */
export interface TabFigures {
  /** The visitor has typed a command, such as `say`; called right before it is sent. */
  typed(path: string): void;
  /** The visitor hears a packet. */
  heard(packet: HeardPacket): void;
  /** The figures of this moment; may ask the bot. Rejects with the signal's reason. */
  read(signal: AbortSignal): Promise<Figures>;
}

/** The parts of the page's server that others make. */
export interface PageParts {
  readonly openVoice: (options: TabVoiceOptions) => TabVoice;
  /** `onChange` is called after every change of the state, for all tabs. */
  readonly openFaults: (onChange: (state: FaultState) => void) => PageFaults;
  /** `visitorId` is the user's id. */
  readonly openFigures: (visitorId: string) => TabFigures;
}
