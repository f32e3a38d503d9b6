import type { RefusedFile, UploadedFile } from '../../protocol.ts';
import { encodeRecording } from '../../voice-frames.ts';
import type { Connection } from '../connection.ts';
import { type Microphone, openMicrophone } from './microphone.ts';
import { encodeOpus, type OpusEncoding } from './opus-encoder.ts';
import { recordedWaveform } from './recorded-waveform.ts';
import { powerOf } from './speech-gate.ts';
import type { MicrophoneOptions } from './voice-settings.ts';

const FRAMES_PER_SECOND = 50;
/** 10 minutes; then it waits to be sent. */
const MOST_FRAMES = 600 * FRAMES_PER_SECOND;

/** A voice message while it is recorded. Close it when it is sent or discarded. */
export class MessageRecorder {
  readonly #packets: Uint8Array[] = [];
  readonly #powers: number[] = [];
  readonly #encoding: OpusEncoding;
  readonly #onSecond: (seconds: number) => void;
  #microphone: Microphone | undefined;

  private constructor(onSecond: (seconds: number) => void) {
    this.#onSecond = onSecond;
    this.#encoding = encodeOpus((packet) => this.#packets.push(packet));
  }

  /**
   * Starts to record; `onSecond` gets the length in seconds as it grows.
   * @throws {MicrophoneError} with what is missing.
   */
  static async start(options: MicrophoneOptions, onSecond: (seconds: number) => void): Promise<MessageRecorder> {
    const waiting: Float32Array<ArrayBuffer>[] = [];
    const started: { recorder?: MessageRecorder } = {};
    const onFrame = (frame: Float32Array<ArrayBuffer>): void => {
      if (started.recorder === undefined) waiting.push(frame);
      else started.recorder.#add(frame);
    };
    const microphone = await openMicrophone(options, { onFrame, onLost: () => started.recorder?.stop() });
    const recorder = new MessageRecorder(onSecond);
    recorder.#microphone = microphone;
    started.recorder = recorder;
    for (const frame of waiting) recorder.#add(frame);
    return recorder;
  }

  /** Frees the microphone; what was recorded stays. Safe to call twice. */
  stop(): void {
    this.#microphone?.close();
    this.#microphone = undefined;
  }

  /** Sends what was recorded. Rejects with an `Error` whose message people can read. */
  async send(connection: Connection, channelId: string): Promise<void> {
    this.stop();
    await this.#encoding.end();
    const body = encodeRecording(this.#packets);
    const headers = { 'content-type': 'application/octet-stream', 'x-file-name': 'voice-message.ogg' };
    const response = await fetch('files', { method: 'POST', headers, body });
    const answer = (await response.json()) as UploadedFile | RefusedFile;
    if (!('id' in answer)) throw new Error(answer.problem);
    const durationSecs = this.#powers.length / FRAMES_PER_SECOND;
    const waveform = recordedWaveform(this.#powers);
    await connection.request({ kind: 'send-voice-message', channelId, file: answer.id, durationSecs, waveform });
  }

  /** Frees everything. */
  discard(): void {
    this.stop();
    this.#encoding.end().catch(() => undefined);
  }

  #add(frame: Float32Array<ArrayBuffer>): void {
    if (this.#powers.length >= MOST_FRAMES) {
      this.stop();
      return;
    }
    this.#powers.push(powerOf(frame));
    this.#encoding.add(frame);
    if (this.#powers.length % FRAMES_PER_SECOND === 0) this.#onSecond(this.#powers.length / FRAMES_PER_SECOND);
  }
}
