import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { encode } from '@msgpack/msgpack';
import { type LiveAlignment, type LiveServerEvent, PATHS } from '@mynah/speech-wire/wire';
import type { Account } from '../account.ts';
import type { Faults } from '../faults.ts';
import { connectionInterruption, createSink, type Interruption, untilAborted, waitForFault } from '../faulty-sink.ts';
import type { RequestLog, RequestRecord } from '../http/request-log.ts';
import type { Fault, Pacing } from '../local-speech-api.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { createPacedSink, type PacedSink } from '../paced-sink.ts';
import { phonemeProblem } from '../synthesis/phonemes.ts';
import { splitIntoSentences, takeReadyText } from '../synthesis/spoken-text.ts';
import type { SpeechStream, SpokenBytes, Synthesizer } from '../synthesis/synthesizer.ts';
import { alignmentOf, type LiveFrame, NO_ALIGNMENT, ODD_FRAMES } from './live-extras.ts';
import { createPieceSpeaker, type PieceSpeaker } from './piece-speaker.ts';
import { servingModel } from './tts-models.ts';
import { readTtsRequest, toSpeaking } from './tts-request.ts';

/** The path where every chunk of audio has its text and an alignment. */
export const WITH_TIMESTAMP_PATH = `${PATHS.live}/with-timestamp`;

/** What the live endpoint needs. */
export interface LiveParts {
  readonly account: Account;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly synthesizer: Synthesizer;
  readonly models: ModelRepository;
  readonly pacing: Pacing | undefined;
}

/** The connection of a session. */
interface LiveConnection {
  readonly socket: Duplex;
  readonly request: IncomingMessage;
  readonly parts: LiveParts;
  /** Aborts when the client disconnects or the session fails. */
  readonly signal: AbortSignal;
  readonly send: (frame: LiveFrame) => Promise<void>;
}

/** One session, from `start` to `finish`. Calls must not overlap; a rejection ends the session. */
export interface LiveSession {
  /** Nothing is answered now, not even a ping. */
  readonly isSilent: boolean;
  /** @throws {LiveFailure | Refusal} when the account is at its limit, or for an invalid request. */
  begin(): Promise<void>;
  text(text: string): Promise<void>;
  flush(): Promise<void>;
  /** Speaks what is left, then finishes. */
  stop(): Promise<void>;
  /** Frees what the session holds. */
  close(): void;
}

/** A session failed before its `finish`; carries the event to send. */
export class LiveFailure extends Error {
  override readonly name = 'LiveFailure';
  readonly event: LiveServerEvent;

  constructor(event: LiveServerEvent) {
    super(`The live session ended with an event ${event.event}.`);
    this.event = event;
  }
}

/** Lengths that audio is cut to, in turn: never at the end of a page, once to a single byte, once beyond 64 KiB. */
const CUT_BYTES = [257, 4_099, 1, 13_007, 70_001] as const;
/** Not MessagePack: the type byte is one that the format never uses. */
const GARBAGE = Uint8Array.of(0xc1, 0xff, 0x00);

/** Audio of a session that is over. */
const LATE = Buffer.from('OggS of a text that is over');

/** Creates the session of a `start` event; nothing happens before `begin`. */
export function createLiveSession(connection: LiveConnection, fields: Record<string, unknown>): LiveSession {
  return new Session(connection, fields);
}

class Session implements LiveSession {
  readonly #connection: LiveConnection;
  readonly #fields: Record<string, unknown>;
  readonly #fault: Fault | undefined;
  readonly #record: RequestRecord;
  readonly #sink: PacedSink;
  readonly #startedAtMs = performance.now();
  readonly #isAligned: boolean;
  #isSilent = false;
  #permit: Disposable | undefined;
  #stream: SpeechStream | undefined;
  #speaker: PieceSpeaker | undefined;
  #chunkLength = 0;
  #allText = '';
  #buffer = '';
  #cuts = 0;
  #chunks = 0;
  #soundMs = 0;
  #oddFrames = 0;
  /** Goes with the next audio, where audio is aligned. */
  #alignment: LiveAlignment = NO_ALIGNMENT;

  constructor(connection: LiveConnection, fields: Record<string, unknown>) {
    const { request, parts, socket, signal } = connection;
    this.#connection = connection;
    this.#fields = fields;
    this.#fault = parts.faults.take('live', ({ status }) => status === undefined);
    this.#record = parts.log.add({
      endpoint: 'live',
      method: 'START',
      path: request.url ?? '',
      headers: request.headers,
    });
    this.#isAligned =
      request.url?.startsWith(WITH_TIMESTAMP_PATH) === true || this.#fault?.alignedSegments !== undefined;
    this.#record.setStatus(101);
    this.#record.setServedBy(servingModel(String(request.headers['model']), true));
    this.#record.setBody(fields);
    const drop = (): void => void socket.destroy();
    const interruption = connectionInterruption(this.#fault, { drop, signal }) ?? this.#protocolInterruption();
    const sink = createSink({
      signal,
      interruption: interruption && this.#silent(interruption),
      bytesPerSecond: this.#fault?.bytesPerSecond,
      send: (audio) => this.#sendPart(audio),
    });
    this.#sink = createPacedSink(sink, { pacing: parts.pacing, signal });
  }

  get isSilent(): boolean {
    return this.#isSilent;
  }

  async begin(): Promise<void> {
    const { account, models, synthesizer } = this.#connection.parts;
    this.#permit = account.begin();
    if (this.#permit === undefined) {
      const event = 'error' as const;
      throw new LiveFailure({
        event,
        error: 'Concurrency limit exceeded',
        max_concurrency: account.maxConcurrency,
      });
    }
    const request = readTtsRequest(this.#fields);
    const { spec, voices } = toSpeaking(request, models);
    this.#stream = synthesizer.open(spec);
    this.#speaker = createPieceSpeaker(this.#stream, voices);
    this.#chunkLength = request.chunk_length;
    await this.#send({ event: 'log', message: 'session started' });
    await waitForFault(this.#fault, this.#connection.signal);
    await this.text(request.text);
  }

  async text(text: string): Promise<void> {
    this.#allText += text;
    this.#record.setBody({ ...this.#fields, text: this.#allText });
    const problem = phonemeProblem(this.#allText, this.#fault);
    if (problem !== undefined) throw new LiveFailure({ event: 'error', error: problem });
    const { ready, rest } = takeReadyText(this.#buffer + text, this.#chunkLength);
    this.#buffer = rest;
    await this.#speak(ready);
  }

  async flush(): Promise<void> {
    const pieces = splitIntoSentences(this.#buffer, this.#chunkLength);
    this.#buffer = '';
    await this.#speak(pieces);
    await this.#sink.write(new Uint8Array(), 0);
  }

  async stop(): Promise<void> {
    await this.flush();
    if (this.#chunks > 0 && this.#stream !== undefined)
      await this.#sendAudio({ bytes: await this.#stream.end(), durationMs: 0 });
    this.close();
    // A fault can have any reason.
    const { finishReason = 'stop' } = this.#fault ?? {};
    const reason = finishReason as string;
    await this.#send({ event: 'finish', reason, time: this.#elapsedMs() });
    if (this.#fault?.lateAudio === true) await this.#send({ event: 'audio', audio: LATE });
    if (this.#fault?.closeAfterFinish === true) this.#connection.socket.end();
  }

  close(): void {
    this.#permit?.[Symbol.dispose]();
    this.#stream?.close();
    this.#stream = undefined;
    this.#speaker = undefined;
  }

  async #speak(pieces: readonly string[]): Promise<void> {
    for (const text of pieces) {
      if (text.trim() === '' || this.#speaker === undefined) continue;
      this.#sink.begin();
      for await (const spoken of this.#speaker.speak(text)) {
        this.#alignment = this.#alignmentOf(text, spoken.durationMs);
        this.#chunks += 1;
        this.#soundMs += spoken.durationMs;
        await this.#sendAudio(spoken);
      }
    }
  }

  #alignmentOf(text: string, durationMs: number): LiveAlignment {
    const chunk = { text, durationMs, index: this.#chunks, offsetMs: this.#soundMs };
    return alignmentOf(chunk, this.#fault?.alignedSegments);
  }

  async #sendAudio({ bytes, durationMs }: SpokenBytes): Promise<void> {
    for (let start = 0; start < bytes.length; ) {
      const length = CUT_BYTES[this.#cuts % CUT_BYTES.length] ?? 1;
      this.#cuts += 1;
      const cut = bytes.slice(start, start + length);
      await this.#sink.write(cut, (durationMs * cut.length) / bytes.length);
      start += length;
    }
  }

  async #sendPart(audio: Uint8Array): Promise<void> {
    await this.#sendOddFrame();
    if (audio.length > 0) this.#record.addSent(audio);
    await this.#send({ event: 'audio', audio, ...(this.#isAligned && this.#alignment), time: this.#elapsedMs() });
    // A part without an alignment of its own leaves that of its chunk as it is.
    this.#alignment = { ...this.#alignment, alignment: null };
    await this.#sendOddFrame();
  }

  /** The next of what clients must ignore, if the fault wants it. */
  async #sendOddFrame(): Promise<void> {
    const frame = ODD_FRAMES[this.#oddFrames % ODD_FRAMES.length];
    if (this.#fault?.oddFrames !== true || frame === undefined) return;
    this.#oddFrames += 1;
    await this.#connection.send(frame);
  }

  #send(event: LiveServerEvent): Promise<void> {
    return this.#connection.send({ data: encode(event), binary: true });
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAtMs);
  }

  #silent({ afterBytes, happen }: Interruption): Interruption {
    return {
      afterBytes,
      happen: async () => {
        this.#isSilent = true;
        await happen();
        this.#isSilent = false;
      },
    };
  }

  #protocolInterruption(): Interruption | undefined {
    const { finishError, errorEvent, maxConcurrency, malformed, afterBytes = 0 } = this.#fault ?? {};
    const failWith = (event: LiveServerEvent): Interruption => ({
      afterBytes,
      happen: () => Promise.reject(new LiveFailure(event)),
    });
    if (finishError !== undefined) return failWith({ event: 'finish', reason: 'error', message: finishError });
    if (errorEvent !== undefined) {
      // A fault can have any value.
      const limit = maxConcurrency === undefined ? {} : { max_concurrency: maxConcurrency as number };
      return failWith({ event: 'error', error: errorEvent, ...limit });
    }
    if (malformed !== true) return undefined;
    const { send, signal } = this.#connection;
    return {
      afterBytes,
      happen: async () => {
        await send({ data: GARBAGE, binary: true });
        return await untilAborted(signal);
      },
    };
  }
}
