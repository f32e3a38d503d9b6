import type { ModelState, Visibility } from '@mynah/speech-wire/wire';
import type { ConcurrencyFigures } from './account.ts';
import type { Recognizer } from './recognition/recognizer.ts';
import type { FliteVoiceName } from './synthesis/flite-voices.ts';

/** A group of the service's endpoints, as faults and recorded requests name it. */
export const ENDPOINTS = ['tts', 'live', 'asr', 'model', 'credit'] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/**
 * One request that the service received. On the live socket, every `start` is a request (method `START`; the body is its
 * request with all text that followed), and so is every refused handshake (method `GET`, no body).
 */
export interface RecordedRequest {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Path with query, as sent. */
  readonly path: string;
  /** Decoded; uploads are `{ filename, contentType, bytes }`. `undefined` when there was none or it was not read. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** The speech model that speaks, for POST /v1/tts and a `start`: unknown and retired ones are served by another. */
  readonly servedBy: string | undefined;
  /** `undefined` until it is answered; 101 for a `start`. */
  readonly status: number | undefined;
  /** Audio bytes sent, in order, in the service's pieces. Emptied when the log exceeds its limit. */
  readonly sent: readonly Uint8Array[];
  /** `performance.now()` when it arrived. */
  readonly startedAtMs: number;
  /** `performance.now()` just before its first audio bytes were sent. */
  readonly firstSentAtMs: number | undefined;
  /** `performance.now()` just before its response began; `undefined` until then. */
  readonly answeredAtMs: number | undefined;
}

/** A deliberate failure. On the live socket, `status` refuses the handshake; everything else affects a `start`. */
export interface Fault {
  readonly endpoint: Endpoint;
  /** How many requests it affects; default: all until the panel is cleared. */
  readonly times?: number;
  /** Refuses with this HTTP status. */
  readonly status?: number;
  /** Message of the refusal; default: the service's own for that status. */
  readonly message?: string;
  /** `Retry-After` of the refusal, in seconds. */
  readonly retryAfterS?: number;
  /**
   * `code` and `request_id` in the refusal's body; default: none, except for POST /v1/asr, where most have both. With
   * `body`, the id is in the header `x-request-id` instead.
   */
  readonly code?: string;
  readonly requestId?: string;
  /** Refuses as the network edge does, with an HTML page or without a body. */
  readonly body?: 'html' | 'empty';
  /** Waits before the response, or before the first audio of a live session. */
  readonly delayMs?: number;
  /** Only for POST /v1/asr, instead of the service's own `maxProcessedMs`. */
  readonly maxProcessedMs?: number;
  /** Only for POST /v1/asr: `segments` is empty although they were asked for and text is there. */
  readonly withoutSegments?: boolean;
  /** Only for POST /v1/asr, with the larger model: so many people take turns in the recording, one after each pause. */
  readonly speakers?: number;
  /** Only for POST /v1/asr, with the larger model: a sound cue, such as `laughter`, before what is said after the last pause. */
  readonly sound?: string;
  /** For JSON: sends the head of the response, then waits before its body. */
  readonly bodyDelayMs?: number;
  /**
   * Sends nothing for this long after `afterBytes` of the response (of audio on the live socket, where no ping is answered
   * meanwhile), then the rest.
   */
  readonly silenceMs?: number;
  /** Sends this many bytes of the response (of audio on the live socket), then nothing, and never ends. */
  readonly stallAfterBytes?: number;
  /**
   * For audio and JSON: sends no more than this many bytes a second, evenly. Speech as Ogg Opus has some 8,000 a second.
   */
  readonly bytesPerSecond?: number;
  /** Sends this many bytes, then drops the connection; 0 drops it without a response. */
  readonly dropAfterBytes?: number;
  /** Responds 200 with an unreadable body; on the live socket, sends a frame that is not MessagePack. */
  readonly malformed?: boolean;
  /** Only for POST /v1/tts and the live socket: refuses texts with phonemes, as a model without them does. */
  readonly refusesPhonemes?: boolean;
  /** Live: sends what clients must ignore between the parts of the audio: text frames, unknown events, odd values. */
  readonly oddFrames?: boolean;
  /** Live: each chunk of audio has its text and an alignment of this many segments, as `…/with-timestamp` sends them. */
  readonly alignedSegments?: number;
  /** Live: `reason` of `finish`; any value. */
  readonly finishReason?: unknown;
  /** Live: sends some audio again after `finish`. */
  readonly lateAudio?: boolean;
  /** Live: drops the connection after `finish`, without a close frame. */
  readonly closeAfterFinish?: boolean;
  /** Live: `finish` with reason `error` and this message. */
  readonly finishError?: string;
  /** Live: an `error` event with this text, then the end of the connection. */
  readonly errorEvent?: string;
  /** Live: `max_concurrency` of `errorEvent`; any value. */
  readonly maxConcurrency?: unknown;
  /** Bytes of audio before `silenceMs`, and live before `malformed`, `finishError` or `errorEvent`; default 0. */
  readonly afterBytes?: number;
  /** Only for POST /model: the voice is `created`, then `training`, and done after this time. */
  readonly trainingMs?: number;
  /** Only for POST /model: the training ends as `failed`. */
  readonly trainingFails?: boolean;
  /** With `trainingFails`: the fault found with every recording. */
  readonly trainingReason?: string;
  /** Only for POST /model: fields of the answer's document in place of the true ones; `undefined` leaves one out. */
  readonly document?: Readonly<Record<string, unknown>>;
}

/**
 * What POST /v1/asr understands. `from-2027`: every request is served by `transcribe-1-pro`. `until-2026`: only those that
 * name it are, and all others by `transcribe-1`, which has neither speakers nor sounds and refuses the fields for them.
 * `document`: what `interface.md` shows, and ignores the rest; `strict-document`: refuses the rest with 400, `model` too.
 */
export type AsrInterface = 'from-2027' | 'until-2026' | 'document' | 'strict-document';

/** Limits of POST /v1/asr. */
export interface AsrLimits {
  readonly maxBytes: number;
  readonly minDurationMs: number;
  readonly maxDurationMs: number;
  /**
   * Longer recordings are refused with 503, as the real service does at its processing limit; default: 90 s for
   * `transcribe-1` until 2026, else none.
   */
  readonly maxProcessedMs?: number;
}

/** A voice of another account; all but the title is optional. */
export interface OthersVoice {
  readonly title: string;
  /** Default `public`. `unlist` is in no list but usable by its id; `private` is neither. */
  readonly visibility?: Visibility;
  readonly state?: ModelState;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Default `['en']`. */
  readonly languages?: readonly string[];
  readonly nickname?: string;
  /** Sorts lists, the most used first. */
  readonly taskCount?: number;
  /** Default false. */
  readonly isLicensed?: boolean;
}

/** Inaccuracies and limits of GET /model. */
export interface ListShape {
  /** Added to the true total. */
  readonly totalOffBy?: number;
  readonly withoutHasMore?: boolean;
  /** How many voices of the public list can be had; default 1,000. */
  readonly window?: number;
  /** Fields of the answer in place of the true ones; `undefined` leaves one out. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Changes of voices that no request of the account causes: by their makers, others and the service itself. */
export interface VoiceSwitches {
  /** Takes a voice down, or restores it: while down it is found by its id, but cannot be used. The category is `dmca` by default. */
  takeDown(id: string, isDown?: boolean, category?: 'dmca' | 'policy'): void;
  /** Makes the account's own voice public, as only the service's own page does. @throws {Error} when there is no such voice. */
  publish(id: string): Promise<void>;
  /** Has fields of a voice's document replaced wherever it is sent from now on; `undefined` leaves one out. */
  reshape(id: string, fields: Readonly<Record<string, unknown>>): void;
  /** Removes the voice: 404 from now on. */
  vanish(id: string): Promise<void>;
  /**
   * Ends the training of the account's own voice now, `failed` for the reason given.
   * @throws {Error} when there is no such voice.
   */
  endTraining(id: string, failsBecause?: string): Promise<void>;
  /** Adds a voice of another account; gives its id. */
  addOthers(voice: OthersVoice): string;
  /** Sets the shape of lists from now on. */
  shapeLists(shape: ListShape): void;
}

/** Adds and removes faults. Of several that match a request, only the one added first takes effect. */
export interface FaultPanel {
  add(fault: Fault): void;
  clear(): void;
}

/** How the audio of a text is spread over time. */
export interface Pacing {
  /** From the text to its first audio. */
  readonly firstAudioMs: number;
  /** Sound in the first chunk, about. */
  readonly firstChunkMs: number;
  /** Nothing comes for this long after the first chunk. */
  readonly pauseMs: number;
  /** Sound per time from then on: 3 is three times as fast as it is heard. */
  readonly speed: number;
}

export interface LocalSpeechOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Names besides `localhost` and `host` under which programs reach it; default none. */
  readonly names?: readonly string[];
  /** Default 0: any free port. */
  readonly port?: number;
  /** Default: a random one. */
  readonly apiKey?: string;
  /** Folder that keeps voice models; without it they last as long as the service. */
  readonly dataDir?: string;
  /** Most requests of the account in progress, speech and recognition together; default 5. */
  readonly concurrency?: number;
  /** Default: PocketSphinx of this machine; `false` for a service without recognition. */
  readonly recognizer?: Recognizer | false;
  /** Decimal string, also `0E-10`; `0`: the account is out of credits, and only the free speech model answers. */
  readonly credit?: string;
  /** Default `from-2027`. */
  readonly asrInterface?: AsrInterface;
  /**
   * `true`: a voice gets the visibility that is asked for, and is public if none is, as before 2027. Default: what is asked to
   * be public becomes private, and so does what is asked for nothing.
   */
  readonly publishes?: boolean;
  /** Overrides of the real service's recognition limits. */
  readonly asrLimits?: Partial<AsrLimits>;
  /** `false`: transcripts don't name their language, like older answers of the real service; default true. */
  readonly namesLanguage?: boolean;
  /**
   * How much longer a transcript with timestamps takes, in milliseconds and as a share of the recording's length. Default
   * 250 ms and 0.2 %: the real service's documents say that it takes extra time, and not how much.
   */
  readonly timestampDelay?: { readonly fixedMs: number; readonly share: number };
  /** `false`: the service reads WAV, mp3 and Ogg Opus only, like a machine without ffmpeg. */
  readonly ffmpeg?: false;
  /** How speech is paced; what is left out is like the real service. Default false: all audio comes at once. */
  readonly pacing?: Partial<Pacing> | false;
}

/** A speech service in this process, on a port of its own. */
export interface LocalSpeech {
  /** `http://host:port`, for SPEECH_API_URL. */
  readonly url: string;
  readonly wsUrl: string;
  readonly apiKey: string;
  /** Ids of the public voice models, by the name of their flite voice. */
  readonly voices: Readonly<Record<FliteVoiceName, string>>;
  readonly recognizes: boolean;
  /** `true`: reads every common container (ffmpeg is installed); `false`: WAV, mp3 and Ogg Opus only. */
  readonly readsEverything: boolean;
  readonly faults: FaultPanel;
  readonly voiceSwitches: VoiceSwitches;
  /** The latest requests, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Open live sockets, idle ones included. */
  readonly liveSockets: number;
  /** How the account's limit of concurrent requests was used. */
  readonly concurrency: ConcurrencyFigures;
  /** Ends every live socket without a word, as a service that restarts does; clients may connect again at once. */
  dropLiveSockets(): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}
