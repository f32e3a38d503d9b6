import { PATHS, type TtsFormat, type TtsRequestBody } from '@mynah/speech-wire/wire';
import type { CallContext } from './call-context.ts';
import { toServiceText } from './control-tokens.ts';
import { type Delivery, deliveryFields } from './delivery.ts';
import type { HttpClient, HttpRequest, OpenAnswer } from './http/http.ts';
import { limitError, SpeechError } from './speech-error.ts';
import type { SpeechTimings } from './speech-timings.ts';

/** The rate requested for `wav` and `pcm`: the highest the service offers, 16-bit mono. */
export const PCM_SAMPLE_RATE_HZ = 44_100;

/**
 * A text to speak. It must have passed through `makeSpeakable` in src/text, the one place that removes the service's
 * control tokens (`<|…|>`); a text that still contains one is rejected. Then words may have got phonemes, which only
 * `toServiceText` turns into tokens.
 */
export interface SpeechRequest extends Delivery {
  readonly text: string;
}

/** POST /v1/tts. */
export interface TtsClient {
  /** Resolves when the response starts. The caller must close the response. */
  open(body: TtsRequestBody, context: CallContext): Promise<OpenAnswer>;
  /**
   * Resolves with the whole audio. Other than `open`, it may be repeated for live speech.
   * @throws {SpeechError} SPEECH_MALFORMED_ANSWER if there is no audio.
   */
  read(body: TtsRequestBody, context: CallContext): Promise<Uint8Array>;
}

/** How soon the service starts: `balanced` after about 300 ms, `normal` after about 500 ms with slightly better quality. */
export type Latency = 'normal' | 'balanced';

/** The body of POST /v1/tts, with phonemes as src/text marks them. @throws {SpeechError} SPEECH_LIMIT without text or with a control token. */
export function ttsRequestBody(request: SpeechRequest, format: TtsFormat, latency: Latency): TtsRequestBody {
  if (request.text.trim() === '') throw limitError('text-empty');
  toServiceText(request.text);
  return {
    text: request.text,
    format,
    latency,
    ...(format === 'wav' || format === 'pcm' ? { sample_rate: PCM_SAMPLE_RATE_HZ } : {}),
    ...deliveryFields(request),
  };
}

/** Creates the client of POST /v1/tts for one speech model. */
export function createTtsClient(http: HttpClient, model: string, timings: SpeechTimings): TtsClient {
  const requestOf = (body: TtsRequestBody): HttpRequest => ({
    method: 'POST',
    path: PATHS.tts,
    headers: { 'content-type': 'application/json', model },
    body: JSON.stringify({ ...body, text: toServiceText(body.text) }),
    firstSoundMs: timings.ttsFirstSoundMs,
    headersTimeoutMs: timings.ttsSilenceMs,
    bodyTimeoutMs: timings.ttsSilenceMs,
    retryDeadlineMs: timings.ttsRetryDeadlineMs,
    attemptsInShortOutage: timings.ttsRetryAttempts,
    repeatable: true,
  });
  return {
    open: async (body, context) => {
      const answer = await http.open(requestOf(body), context);
      if (!isText(answer)) return answer;
      answer.close();
      throw textInsteadError();
    },
    read: async (body, context) => {
      const answer = await http.whole(requestOf(body), context);
      if (isText(answer)) throw textInsteadError();
      if (answer.bytes.length === 0) throw noAudioError();
      return answer.bytes;
    },
  };
}

/** Audio content types are not documented, so only types that are certainly not audio are rejected. */
function isText({ contentType }: { readonly contentType: string }): boolean {
  return /^(application\/json|text\/)/.test(contentType);
}

function textInsteadError(): SpeechError {
  return new SpeechError('SPEECH_MALFORMED_ANSWER', 'the speech service answered with text in place of audio');
}

/**
 * Yields the audio of a response and closes it at the end.
 * @throws {SpeechError} SPEECH_MALFORMED_ANSWER if there is no audio; the errors of `OpenAnswer.body`.
 */
export async function* readAudio(answer: OpenAnswer): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    let empty = true;
    for await (const chunk of answer.body) {
      empty = false;
      yield chunk;
    }
    if (empty) throw noAudioError();
  } finally {
    answer.close();
  }
}

/** The error for a response without audio. */
export function noAudioError(): SpeechError {
  return new SpeechError('SPEECH_MALFORMED_ANSWER', 'the speech service answered without any audio');
}
