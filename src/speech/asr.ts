import { encode } from '@msgpack/msgpack';
import { FormData } from 'undici';
import type { CallContext } from './call-context.ts';
import { appendFile } from './http/form-file.ts';
import type { HttpClient, HttpRequest } from './http/http.ts';
import { limitError } from './speech-error.ts';
import type { SpeechTimings } from './speech-timings.ts';
import { boundTranscript } from './transcript-bounds.ts';
import { LIMITS, PATHS, type Transcript, transcriptSchema } from './wire.ts';

/** One recording to recognize. */
interface TranscribeRequest {
  /** A whole file in a common format (wav, mp3, opus), at most 20 MB. */
  readonly audio: Uint8Array;
  /** Duration, if known. Checked against the service's limits: one second to an hour. */
  readonly durationMs?: number;
  /**
   * ISO 639-1 code such as `en`; default: the service detects it. It refuses anything else, so a region (`en-US`) is left
   * out, and a code of three letters is not sent.
   */
  readonly language?: string;
  /** True if segments are needed; otherwise `segments` of the transcript is empty. */
  readonly timestamps: boolean;
  /** Used only in multipart; default `audio`. */
  readonly filename?: string;
  /** Default MessagePack. */
  readonly encoding?: 'msgpack' | 'multipart';
}

/** POST /v1/asr. The text is at most as long as anybody can speak in the time. @throws {SpeechError} SPEECH_LIMIT if the recording exceeds the service's limits. */
export type Transcribe = (request: TranscribeRequest, context: CallContext) => Promise<Transcript>;

/** Creates the client of POST /v1/asr. */
export function createTranscribe(http: HttpClient, timings: SpeechTimings): Transcribe {
  return async (request, context) => {
    checkLimits(request);
    const language = toIso6391(request.language);
    const sent =
      request.encoding === 'multipart'
        ? multipartBody({ ...request, language })
        : msgpackBody({ ...request, language });
    const transcript = await http.json(
      {
        method: 'POST',
        path: PATHS.asr,
        ...sent,
        headersTimeoutMs: timings.asrHeadersTimeoutMs,
        bodyTimeoutMs: timings.asrBodyTimeoutMs,
        retryDeadlineMs: timings.asrRetryDeadlineMs,
        retriesSilence: false,
        repeatable: true,
      },
      transcriptSchema,
      context,
    );
    return boundTranscript(transcript, request.durationMs);
  };
}

/** A request as it is sent: with the language in the service's form. */
type SentRequest = Omit<TranscribeRequest, 'language'> & { readonly language: string | undefined };

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

function msgpackBody({ audio, language, timestamps }: SentRequest): Pick<HttpRequest, 'headers' | 'body'> {
  const fields = { audio, ...(language === undefined ? {} : { language }), ignore_timestamps: !timestamps };
  return { headers: { 'content-type': 'application/msgpack' }, body: encode(fields) };
}

function multipartBody({ audio, filename = 'audio', language, timestamps }: SentRequest): Pick<HttpRequest, 'body'> {
  const form = new FormData();
  appendFile(form, 'audio', { bytes: audio, filename });
  if (language !== undefined) form.append('language', language);
  form.append('ignore_timestamps', String(!timestamps));
  return { body: form };
}
