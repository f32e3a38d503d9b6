import type { GatewayVoiceDispatch } from '../../src/voice/gateway-messages.ts';

/** A guild and its voice channel. */
export interface Place {
  readonly guildId: string;
  readonly channelId: string;
}

/** Where the canned speech is available. */
export interface SpeechPlace {
  readonly url: string;
  readonly wsUrl: string;
  readonly apiKey: string;
}

export interface ContenderOptions {
  readonly speech: SpeechPlace;
  /** 20 ms Opus packets of the canned speech, for a contender that plays from memory. */
  readonly packets: readonly Uint8Array[];
  /** Most sessions to expect. */
  readonly sessions: number;
  readonly botId: string;
}

/** Memory of a process after garbage collection, in bytes. */
export interface MemoryFigures {
  readonly rssBytes: number;
  /** JavaScript heaps of all threads, and the memory outside them that they hold. */
  readonly heapBytes: number;
  readonly externalBytes: number;
}

/** Calls that a contender's process accepts. It emits `ContenderEvent`. */
export type ContenderCalls = {
  open(options: ContenderOptions): Promise<void>;
  /** Resolves when the voice connection is ready and can encrypt end to end. */
  join(place: Place): Promise<void>;
  leave(guildId: string): Promise<void>;
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Starts to speak, for some minutes unless stopped. */
  speak(guildId: string): Promise<void>;
  /** Continues with the next text, if there is a queue. */
  skip(guildId: string): Promise<void>;
  stop(guildId: string): Promise<void>;
  /** Starts to listen to everyone. */
  listen(guildId: string): Promise<void>;
  /** Packets received since the start, of all speakers; for contenders without clips. */
  heard(): number;
  /** Blocks the main thread. */
  stall(ms: number): void;
  memory(): Promise<MemoryFigures>;
};

/** Events of a contender: a payload for the gateway (op 4), a clip, or the end of a session. */
export type ContenderEvent =
  | {
      readonly type: 'gateway-send';
      readonly guildId: string;
      readonly payload: unknown;
      /** Of a contender that is to be told when the payload was sent. */
      readonly requestId?: string;
    }
  | { readonly type: 'clip'; readonly userId: string; readonly audio: Uint8Array }
  | { readonly type: 'session-ended'; readonly guildId: string; readonly reason: string };
