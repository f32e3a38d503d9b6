import type { ModelState, Visibility } from '../../src/speech/wire.ts';
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
  /** With `trainingFails`: what is wrong with every recording. */
  readonly trainingReason?: string;
}

/** What POST /v1/asr takes. */
export interface AsrLimits {
  readonly maxBytes: number;
  readonly minDurationMs: number;
  readonly maxDurationMs: number;
}

/** A voice that another account made; what is left out is as in the plainest voice. */
export interface OthersVoice {
  readonly title: string;
  /** `public` unless told; `unlist` is in no list but can be used by its id, `private` cannot. */
  readonly visibility?: Visibility;
  readonly state?: ModelState;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** `['en']` unless told. */
  readonly languages?: readonly string[];
  readonly nickname?: string;
  /** Lists are sorted by it, the most used first. */
  readonly taskCount?: number;
}

/** What GET /model may leave vague. */
export interface ListShape {
  /** Added to the true total. */
  readonly totalOffBy?: number;
  readonly withoutHasMore?: boolean;
}

/** What becomes of voices without a request: their makers, others and the service itself do things to them. */
export interface VoiceSwitches {
  /** Takes a voice down, or puts it up again: it stays to be seen by its id, but cannot be used. */
  takeDown(id: string, isDown?: boolean): void;
  /** The voice is no more: 404 from now on. */
  vanish(id: string): Promise<void>;
  /**
   * Ends the training of the account's own voice now, `failed` for the reason given.
   * @throws {Error} when there is no such voice.
   */
  endTraining(id: string, failsBecause?: string): Promise<void>;
  /** Adds a voice of another account; gives its id. */
  addOthers(voice: OthersVoice): string;
  /** How lists are from now on. */
  shapeLists(shape: ListShape): void;
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
  /** Limits of recognition other than the real service's. */
  readonly asrLimits?: Partial<AsrLimits>;
  /** Whether transcripts name their language, as newer answers of the real service do; default false. */
  readonly namesLanguage?: boolean;
  /** `false` for a service that reads WAV, mp3 and Ogg Opus only, as where there is no ffmpeg. */
  readonly ffmpeg?: false;
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
  /** Whether it reads every container that people use (ffmpeg is installed), or WAV, mp3 and Ogg Opus only. */
  readonly readsEverything: boolean;
  readonly faults: FaultPanel;
  readonly voiceSwitches: VoiceSwitches;
  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Live sockets that are open now, idle ones included. */
  readonly liveSockets: number;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}
