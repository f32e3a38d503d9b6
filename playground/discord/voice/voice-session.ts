import type { VoiceOpcodes } from 'discord-api-types/voice/v8';
import type { WebSocket } from 'ws';
import type { MediaPeer } from './media-server.ts';
import type { VoiceHello } from './person-voice-api.ts';

/** Newest messages kept for a resume; a client that acknowledged none of them has to start over. */
const REPLAY_LIMIT = 512;
const MAX_SEQUENCE = 65_535;

export interface VoiceSessionOptions {
  readonly hello: VoiceHello;
  readonly channelId: string;
  /** Whether the channel is end-to-end encrypted. */
  readonly isDave: boolean;
  readonly peer: MediaPeer;
  readonly socket: WebSocket;
}

/**
 * One client's voice session, which outlives a broken socket: it numbers what is sent and keeps it until it is
 * acknowledged, so that a resumed socket can be given what the old one lost.
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

  /** Forgets what the client has, up to and including this number. */
  acknowledge(sequence: number): void {
    const index = this.#unacknowledged.findIndex((message) => message.sequence === sequence);
    this.#unacknowledged.splice(0, index + 1);
  }

  /** Whether a client whose last message was this one can be given all that followed; -1 stands for none at all. */
  canReplayFrom(sequence: number): boolean {
    if (sequence === this.#sequence) return true;
    const oldest = this.#unacknowledged.at(0)?.sequence;
    if (oldest === nextSequence(sequence)) return true;
    return this.#unacknowledged.some((message) => message.sequence === sequence);
  }

  /** Goes on with a new socket. Call `replay` once the client was told. */
  attach(socket: WebSocket): void {
    clearTimeout(this.#expiry);
    this.#socket = socket;
  }

  replay(acknowledged: number): void {
    this.acknowledge(acknowledged);
    for (const { frame } of this.#unacknowledged) this.#socket?.send(frame);
  }

  /** The socket broke: `expired` is called unless a new one is attached in time. */
  detach(windowMs: number, expired: () => void): void {
    this.#socket = undefined;
    this.#expiry = setTimeout(expired, windowMs);
  }

  /** Stops waiting and gives up the media server's place. The socket is the caller's to close. */
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

/** Numbers begin with 1 and come back to it: a client that tests the number for truth would lose 0. */
function nextSequence(sequence: number): number {
  return sequence < 1 || sequence === MAX_SEQUENCE ? 1 : sequence + 1;
}
