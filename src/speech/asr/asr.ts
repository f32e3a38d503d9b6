import { encode } from '@msgpack/msgpack';
import { LIMITS, PATHS, type TranscriptionAnswer, transcriptSchema } from '@mynah/speech-wire/wire';
import { FormData } from 'undici';
import type { Logger } from '../../log/log.ts';
import type { CallContext } from '../call-context.ts';
import { appendFile } from '../http/form-file.ts';
import type { HttpClient, HttpRequest } from '../http/http.ts';
import { limitError, SpeechError } from '../speech-error.ts';
import type { SpeechTimings } from '../speech-timings.ts';
import { type AsrDialect, createAsrDialects } from './asr-dialects.ts';
import { type Transcript, toTranscript } from './transcript.ts';
import { boundAnswer, boundTranscript } from './transcript-bounds.ts';

/** One recording to recognize. */
interface TranscribeRequest {
  /** A whole file in a common format (wav, mp3, opus), at most 20 MB. */
  readonly audio: Uint8Array;
  /** Duration, if known. Checked against the service's limits: one second to an hour. */
  readonly durationMs?: number;
  /**
   * ISO 639-1 code such as `en`; default: the service detects it. It refuses anything else, so a region (`en-US`) is left
   * out, and a code of three letters is not sent. To the service it is a hint: text in another language may come back.
   */
  readonly language?: string;
  /** True if segments are needed; otherwise `segments` of the transcript is empty. */
  readonly timestamps: boolean;
  /** Asks who speaks when, where the model can tell. Default: false, for recordings of one person. */
  readonly diarize?: boolean;
  /** The transcript has sound cues such as `[laughter]`. Default: false. */
  readonly soundCues?: boolean;
  /** Used only in multipart; default `audio`. */
  readonly filename?: string;
  /** Default MessagePack. */
  readonly encoding?: 'msgpack' | 'multipart';
}

/** POST /v1/asr. The text is at most as long as anybody can speak in the time. @throws {SpeechError} SPEECH_LIMIT if the recording exceeds the service's limits. */
export type Transcribe = (request: TranscribeRequest, context: CallContext) => Promise<Transcript>;

/** The client of POST /v1/asr. */
export interface Transcriber {
  readonly transcribe: Transcribe;
  /** The longest recording that the service certainly processes as a whole, in milliseconds. */
  safeRecordingMs(): number;
}

/** What the client of POST /v1/asr is made of. */
interface TranscriberOptions {
  readonly http: HttpClient;
  /** Value of the `model` header; `undefined` sends none. */
  readonly model: string | undefined;
  readonly timings: SpeechTimings;
  readonly log: Logger;
}

/** Models other than `transcribe-1-pro` were seen to fail at 95 s of sound. */
const SAFE_WITHOUT_PRO_MS = 60_000;

/** The service's code for a failure to tell speakers apart. */
const DIARIZATION_FAILED = 'diarization_failed';

/** Creates the client of POST /v1/asr. It asks the service for less once that refuses the fields of newer models. */
export function createTranscriber({ http, model, timings, log }: TranscriberOptions): Transcriber {
  const dialects = createAsrDialects(model, log);

  const post = (request: SentRequest, context: CallContext): Promise<TranscriptionAnswer> => {
    const { headers, body } = request.encoding === 'multipart' ? multipartBody(request) : msgpackBody(request);
    return http.json(
      {
        method: 'POST',
        path: PATHS.asr,
        headers: { ...headers, ...(request.dialect === 'plain' || model === undefined ? {} : { model }) },
        body,
        headersTimeoutMs: timings.asrHeadersTimeoutMs,
        bodyTimeoutMs: timings.asrBodyTimeoutMs,
        retryDeadlineMs: timings.asrRetryDeadlineMs,
        isForCaller: (error) => error.code === 'SPEECH_TIMEOUT' || isTooMuch(request, error),
        repeatable: true,
      },
      transcriptSchema,
      context,
    );
  };

  /** Text without speakers is better than none. */
  const postOrLess = async (request: SentRequest, context: CallContext): Promise<TranscriptionAnswer> => {
    try {
      return await post(request, context);
    } catch (error) {
      if (context.retries === false || !(error instanceof SpeechError) || !isTooMuch(request, error)) throw error;
      return await post({ ...request, diarize: false }, context);
    }
  };

  return {
    transcribe: async (request, context) => {
      checkLimits(request);
      const { soundCues = false, diarize = false, language, durationMs } = request;
      const asked = { ...request, soundCues, diarize, language: toIso6391(language) };
      const answer = await dialects.send((dialect) => postOrLess({ ...asked, dialect }, context));
      return boundTranscript(toTranscript(boundAnswer(answer, durationMs), { soundCues }), durationMs);
    },
    safeRecordingMs: () => (dialects.current === 'pro' ? LIMITS.asrMaxDurationMs : SAFE_WITHOUT_PRO_MS),
  };
}

/** A request as it is sent: with the language in the service's form. */
interface SentRequest extends Omit<TranscribeRequest, 'language'> {
  readonly language: string | undefined;
  readonly diarize: boolean;
  readonly soundCues: boolean;
  readonly dialect: AsrDialect;
}

/** Whether it failed only because it asked who speaks. */
function isTooMuch({ dialect, diarize }: SentRequest, { serviceCode }: SpeechError): boolean {
  return dialect === 'pro' && diarize && serviceCode === DIARIZATION_FAILED;
}

function toIso6391(language: string | undefined): string | undefined {
  return /^([a-z]{2})(?:[-_]|$)/.exec(language?.trim().toLowerCase() ?? '')?.[1];
}

function checkLimits({ audio, durationMs }: TranscribeRequest): void {
  if (audio.length === 0) throw limitError('recording-empty');
  if (audio.length > LIMITS.asrMaxBytes) throw limitError('recording-too-large');
  if (durationMs === undefined) return;
  if (durationMs < LIMITS.asrMinDurationMs) throw limitError('recording-too-short');
  if (durationMs > LIMITS.asrMaxDurationMs) throw limitError('recording-too-long');
}

/** The body, and the headers that go with it. */
type EncodedRequest = Required<Pick<HttpRequest, 'headers' | 'body'>>;

/** All fields but the recording itself. */
function fieldsOf({
  language,
  timestamps,
  dialect,
  diarize,
  soundCues,
}: SentRequest): Record<string, string | boolean> {
  return {
    ...(language === undefined ? {} : { language }),
    ignore_timestamps: !timestamps,
    ...(dialect === 'pro' ? { diarize, tag_audio_events: soundCues } : {}),
  };
}

function msgpackBody(request: SentRequest): EncodedRequest {
  const fields = { audio: request.audio, ...fieldsOf(request) };
  return { headers: { 'content-type': 'application/msgpack' }, body: encode(fields) };
}

/** A form has only text: `true` and `false` are what the service takes for booleans. */
function multipartBody(request: SentRequest): EncodedRequest {
  const form = new FormData();
  appendFile(form, 'audio', { bytes: request.audio, filename: request.filename ?? 'audio' });
  for (const [name, value] of Object.entries(fieldsOf(request))) form.append(name, String(value));
  return { headers: {}, body: form };
}
