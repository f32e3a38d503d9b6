import { VoiceOpcodes } from 'discord-api-types/voice/v8';
import { WebSocket } from 'ws';
import { readServerMessage, type ServerMessage } from './server-messages.ts';

export interface PersonSocketOptions {
  /** `localhost:PORT` */
  readonly endpoint: string;
  readonly caPem: string;
  onMessage(message: ServerMessage): void;
  onBinary(op: number, payload: Buffer): void;
  /** Called once, with the close code; 1006 if there never was a connection. */
  onClose(code: number): void;
}

/** A person's voice socket; sends heartbeats and acknowledgements itself. */
export class PersonSocket {
  readonly #socket: WebSocket;
  readonly #options: PersonSocketOptions;
  #heartbeat: NodeJS.Timeout | undefined;
  #sequence = -1;

  constructor(options: PersonSocketOptions) {
    this.#options = options;
    this.#socket = new WebSocket(`wss://${options.endpoint}?v=8`, { ca: options.caPem });
    this.#socket.on('error', () => this.#socket.terminate());
    this.#socket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#receive(data, isBinary);
    });
    this.#socket.on('close', (code) => {
      clearInterval(this.#heartbeat);
      options.onClose(code);
    });
  }

  send(op: VoiceOpcodes, data: unknown): void {
    this.#socket.send(JSON.stringify({ op, d: data }));
  }

  sendBinary(op: VoiceOpcodes, payload: Uint8Array): void {
    this.#socket.send(Buffer.concat([Buffer.from([op]), payload]));
  }

  close(): void {
    this.#socket.close(1_000);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (isBinary) {
      this.#sequence = data.readUInt16BE();
      this.#options.onBinary(data.readUInt8(2), data.subarray(3));
      return;
    }
    const { message, sequence } = readServerMessage(data);
    this.#sequence = sequence ?? this.#sequence;
    if (message?.op === VoiceOpcodes.Hello) this.#beat(message.d.heartbeat_interval);
    if (message !== undefined) this.#options.onMessage(message);
  }

  #beat(intervalMs: number): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(
      () => this.send(VoiceOpcodes.Heartbeat, { t: Date.now(), seq_ack: this.#sequence }),
      intervalMs,
    );
  }
}
