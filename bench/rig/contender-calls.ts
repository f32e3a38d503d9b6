import type { GatewayVoiceDispatch } from '../../src/voice/voice-api.ts';

/** A guild and its voice channel. */
export interface Place {
  readonly guildId: string;
  readonly channelId: string;
}

/** Where the canned speech is to be had. */
export interface SpeechPlace {
  readonly url: string;
  readonly wsUrl: string;
  readonly apiKey: string;
}

export interface ContenderOptions {
  readonly speech: SpeechPlace;
  /** 20 ms Opus packets of the canned speech, for who plays from memory. */
  readonly packets: readonly Uint8Array[];
  /** Most sessions that there will be. */
  readonly sessions: number;
  readonly botId: string;
}

/** Memory of a process after garbage collection, in bytes. */
export interface MemoryFigures {
  readonly rssBytes: number;
  /** JavaScript's heaps of all threads, and the memory outside of them that they hold. */
  readonly heapBytes: number;
  readonly externalBytes: number;
}

/** What a process that carries only the contender can be asked. It emits `ContenderEvent`. */
export type ContenderCalls = {
  open(options: ContenderOptions): Promise<void>;
  /** Resolves when the voice connection stands and can encrypt end to end. */
  join(place: Place): Promise<void>;
  leave(guildId: string): Promise<void>;
  dispatch(packet: GatewayVoiceDispatch): void;
  /** Begins to speak, for some minutes unless stopped. */
  speak(guildId: string): Promise<void>;
  /** Goes on with the next text, where there is a queue. */
  skip(guildId: string): Promise<void>;
  stop(guildId: string): Promise<void>;
  /** Begins to listen to everybody. */
  listen(guildId: string): Promise<void>;
  /** Packets that were heard since the start, of all speakers together; for who makes no clips. */
  heard(): number;
  /** Keeps the main thread busy. */
  stall(ms: number): void;
  memory(): Promise<MemoryFigures>;
};

/** What a contender tells: a payload for the gateway (op 4), what was heard of somebody, or the end of a session. */
export type ContenderEvent =
  | { readonly type: 'gateway-send'; readonly guildId: string; readonly payload: unknown }
  | { readonly type: 'clip'; readonly userId: string; readonly audio: Uint8Array }
  | { readonly type: 'session-ended'; readonly guildId: string; readonly reason: string };
