import type { FliteVoiceName } from './flite-voices.ts';
import type { Recognizer } from './recognizer.ts';

/** A group of the service's endpoints, as faults and recorded requests name it. */
export const ENDPOINTS = ['tts', 'live', 'asr', 'model', 'credit'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/**
 * One request as the service saw it. On the live socket every `start` is a request of its own (method `START`, its body
 * the start's request with all text that followed); a refused handshake is one too (method `GET`, no body).
 */
export interface RecordedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** Decoded; uploads are `{ filename, contentType, bytes }`. `undefined` when there was none or it was not read. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` until it is answered; 101 for a `start`. */
  readonly status: number | undefined;
  /** Audio bytes sent, in order, as cut by the service. Emptied when the log outgrows its bound. */
  readonly sent: readonly Uint8Array[];
  /** `performance.now()` when it came in. */
  readonly startedAtMs: number;
  /** `performance.now()` just before its first audio bytes went out. */
  readonly firstSentAtMs: number | undefined;
  /** `performance.now()` just before its answer began to go out; `undefined` until then. */
  readonly answeredAtMs: number | undefined;
}

/** Something that goes wrong on purpose. On the live socket `status` refuses the handshake, all else happens to a `start`. */
export interface Fault {
  readonly endpoint: Endpoint;
  /** How many requests it hits; without it, all until the panel is cleared. */
  readonly times?: number;
  /** Refuses with this HTTP status. */
  readonly status?: number;
  /** Message of the refusal; without it the service's own for that status. */
  readonly message?: string;
  /** `Retry-After` of the refusal, in seconds. */
  readonly retryAfterS?: number;
  /** Waits before the answer, or before the first audio of a live session. */
  readonly delayMs?: number;
  /** Sends this many bytes of the answer (of audio, on the live socket), then nothing more and no end. */
  readonly stallAfterBytes?: number;
  /** Sends this many bytes, then drops the connection; 0 drops it without an answer. */
  readonly dropAfterBytes?: number;
  /** Answers 200 with what nobody can read; on the live socket, sends a frame that is not MessagePack. */
  readonly malformed?: boolean;
  /** Live: drops the connection after `finish`, without a close frame. */
  readonly closeAfterFinish?: boolean;
  /** Live: `finish` with reason `error` and this message. */
  readonly finishError?: string;
  /** Live: an `error` event with this text, then the end of the connection. */
  readonly errorEvent?: string;
  /** Live: bytes of audio that come before `malformed`, `finishError` or `errorEvent`; 0 unless told. */
  readonly afterBytes?: number;
  /** Only for POST /model: the voice is `created`, then `training`, and finished only after this time. */
  readonly trainingMs?: number;
  /** Only for POST /model: the training ends as `failed`. */
  readonly trainingFails?: boolean;
}

/** Switches for faults. Of several that fit a request the one added first takes effect, alone. */
export interface FaultPanel {
  add(fault: Fault): void;
  clear(): void;
}

export interface LocalSpeechOptions {
  /** 127.0.0.1 unless told. */
  readonly host?: string;
  /** 0, a free one, unless told. */
  readonly port?: number;
  /** A random one unless told. */
  readonly apiKey?: string;
  /** Folder in which voice models last; without it they live as long as the service. */
  readonly dataDir?: string;
  /** Requests of the account that may be under way at once, speech and recognition together: 5 unless told. */
  readonly concurrency?: number;
  /** PocketSphinx of this machine unless told; `false` for a service without recognition. */
  readonly recognizer?: Recognizer | false;
  /** Decimal string; `0` makes the account one that is out of credits. */
  readonly credit?: string;
}

/** A speech service that runs in this process, on a socket of its own. */
export interface LocalSpeech {
  /** `http://host:port`, to be used as SPEECH_API_URL. */
  readonly url: string;
  readonly wsUrl: string;
  readonly apiKey: string;
  /** Ids of the public voice models, by the name of the flite voice behind each. */
  readonly voices: Readonly<Record<FliteVoiceName, string>>;
  readonly recognizes: boolean;
  readonly faults: FaultPanel;
  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Live sockets that are open now, idle ones included. */
  readonly liveSockets: number;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}
