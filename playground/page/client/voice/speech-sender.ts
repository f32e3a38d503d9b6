import type { Connection } from '../connection.ts';
import { encodeOpus, type OpusEncoding } from './opus-encoder.ts';

/** Says things: encodes utterances and sends them, one after the other. */
export class SpeechSender {
  readonly #connection: Connection;
  readonly #onFailed: (error: unknown) => void;
  #encoding: OpusEncoding | undefined;
  /** The utterance before: its last packets go out before the next begins. */
  #previous: Promise<void> = Promise.resolve();

  /** `onFailed` gets what the server, the connection or the encoder objects to. */
  constructor(connection: Connection, onFailed: (error: unknown) => void) {
    this.#connection = connection;
    this.#onFailed = onFailed;
  }

  /** An utterance begins. */
  begin(): void {
    const waiting: Uint8Array<ArrayBuffer>[] = [];
    let hasBegun = false;
    const send = (packet: Uint8Array<ArrayBuffer>): void => {
      if (hasBegun) this.#connection.sendPacket(packet);
      else waiting.push(packet);
    };
    void this.#previous.then(() => {
      this.#connection.request({ kind: 'begin-speech' }).catch(this.#onFailed);
      hasBegun = true;
      for (const packet of waiting.splice(0)) send(packet);
    });
    this.#encoding = encodeOpus(send);
  }

  /** Adds 20 ms to the utterance. */
  add(frame: Float32Array<ArrayBuffer>): void {
    this.#encoding?.add(frame);
  }

  /** The utterance ends; resolves when all of it was sent. Cut off, what the server holds of it is not said any more. */
  end({ isCutOff }: { readonly isCutOff: boolean } = { isCutOff: false }): Promise<void> {
    const encoding = this.#encoding;
    this.#encoding = undefined;
    if (encoding === undefined) return this.#previous;
    const began = this.#previous;
    this.#previous = began
      .then(() => encoding.end())
      .catch(this.#onFailed)
      .then(async () => {
        await this.#connection.request({ kind: 'end-speech', isCutOff });
      })
      .catch(this.#onFailed);
    return this.#previous;
  }
}
