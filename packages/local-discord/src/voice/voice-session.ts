import type { VoiceOpcodes } from 'discord-api-types/voice/v8';
import type { WebSocket } from 'ws';
import type { MediaPeer } from './media-server.ts';
import type { VoiceHello } from './person-voice-api.ts';

/** Messages kept for a resume; a client that acknowledged none of them must start over. */
const REPLAY_LIMIT = 512;
const MAX_SEQUENCE = 65_535;

export interface VoiceSessionOptions {
  readonly hello: VoiceHello;
  readonly channelId: string;
  /** True if the channel is end-to-end encrypted. */
  readonly isDave: boolean;
  readonly peer: MediaPeer;
  readonly socket: WebSocket;
}

/**
 * One client's voice session, which survives a broken socket: it numbers messages and keeps them until they are
 * acknowledged, so that a resumed socket gets what the old one lost.
 */
export class VoiceSession {
  readonly hello: VoiceHello;
  readonly channelId: string;
  readonly isDave: boolean;
  readonly peer: MediaPeer;
  /** From op 4 on: media flows, and DAVE messages may be sent. */
  isStarted = false;
  readonly #unacknowledged: { readonly sequence: number; readonly frame: string | Buffer }[] = [];
  #socket: WebSocket | undefined;
  #sequence = 0;
  #expiry: NodeJS.Timeout | undefined;

  constructor(options: VoiceSessionOptions) {
    this.hello = options.hello;
    this.channelId = options.channelId;
    this.isDave = options.isDave;
    this.peer = options.peer;
    this.#socket = options.socket;
  }

  get userId(): string {
    return this.hello.userId;
  }

  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  /** Sends a numbered JSON message. */
  send(op: VoiceOpcodes, data: unknown): void {
    const sequence = this.#nextSequence();
    this.#deliver(sequence, JSON.stringify({ op, d: data, seq: sequence }));
  }

  /** Sends `u16 seq | u8 op | payload`. */
  sendBinary(op: VoiceOpcodes, payload: Uint8Array): void {
    const sequence = this.#nextSequence();
    this.#deliver(sequence, Buffer.concat([Buffer.from([sequence >> 8, sequence & 0xff, op]), payload]));
  }

  /** Discards acknowledged messages, up to and including this number. */
  acknowledge(sequence: number): void {
    const index = this.#unacknowledged.findIndex((message) => message.sequence === sequence);
    this.#unacknowledged.splice(0, index + 1);
  }

  /** True if all messages after this number are still available; -1 means that the client received none. */
  canReplayFrom(sequence: number): boolean {
    if (sequence === this.#sequence) return true;
    const oldest = this.#unacknowledged.at(0)?.sequence;
    if (oldest === nextSequence(sequence)) return true;
    return this.#unacknowledged.some((message) => message.sequence === sequence);
  }

  /** Continues on a new socket. Call `replay` after the client was informed. */
  attach(socket: WebSocket): void {
    clearTimeout(this.#expiry);
    this.#socket = socket;
  }

  replay(acknowledged: number): void {
    this.acknowledge(acknowledged);
    for (const { frame } of this.#unacknowledged) this.#socket?.send(frame);
  }

  /** Handles a broken socket: `expired` is called unless a new one is attached in time. */
  detach(windowMs: number, expired: () => void): void {
    this.#socket = undefined;
    this.#expiry = setTimeout(expired, windowMs);
  }

  /** Stops waiting and releases the media server's slot. The caller must close the socket. */
  end(): void {
    clearTimeout(this.#expiry);
    this.#socket = undefined;
    this.peer.close();
  }

  #nextSequence(): number {
    this.#sequence = nextSequence(this.#sequence);
    return this.#sequence;
  }

  #deliver(sequence: number, frame: string | Buffer): void {
    this.#unacknowledged.push({ sequence, frame });
    if (this.#unacknowledged.length > REPLAY_LIMIT) this.#unacknowledged.shift();
    this.#socket?.send(frame);
  }
}

/** Numbers start at 1 and wrap to 1: a client that tests a number for truthiness would lose 0. */
function nextSequence(sequence: number): number {
  return sequence < 1 || sequence === MAX_SEQUENCE ? 1 : sequence + 1;
}
