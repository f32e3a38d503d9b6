import { z } from 'zod';
import { LIMITS } from '../../../src/speech/wire.ts';
import { type Exchange, replyJson } from '../http/exchange.ts';
import { plainRefusal, Refusal } from '../http/refused-request.ts';
import { readBody } from '../http/request-body.ts';
import { uploadSchema } from '../http/upload.ts';
import { validate } from '../http/validate.ts';
import type { AsrLimits } from '../local-speech-api.ts';
import type { AudioDecoder } from '../recognition/audio-decoder.ts';
import { INSTALL_HINT, RECOGNIZER_RATE_HZ, type Recognizer, RecognizerBusy } from '../recognition/recognizer.ts';

/** Most bytes that a request's encoding adds to the file. */
const MAX_ENCODING_BYTES = 100_000;
/** Decoding stops this far beyond the longest allowed recording: the rest is not needed to refuse it. */
const EXCESS_S = 100;

/** The real service's limits. */
const ASR_LIMITS: AsrLimits = {
  maxBytes: LIMITS.asrMaxBytes,
  minDurationMs: LIMITS.asrMinDurationMs,
  maxDurationMs: LIMITS.asrMaxDurationMs,
};

/** What recognition needs. */
export interface AsrParts {
  readonly decoder: AudioDecoder;
  readonly recognizer: Recognizer | undefined;
  readonly limits: AsrLimits;
  /** `true`: answers name the language, like newer ones of the real service. */
  readonly namesLanguage: boolean;
}

/** The real service's limits, overridden by `own`. */
export function asrLimits(own: Partial<AsrLimits> = {}): AsrLimits {
  return { ...ASR_LIMITS, ...own };
}

const asrRequestSchema = z.object({
  audio: uploadSchema,
  language: z.string().nullish(),
  // A form has only text, where everything but `true` counts as false.
  ignore_timestamps: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).default(true),
});

/**
 * POST /v1/asr: recognizes English with PocketSphinx. Without PocketSphinx, every request fails with a 503 that names the
 * packages to install. Languages other than English fail with a 400.
 */
export async function answerAsr(exchange: Exchange, parts: AsrParts): Promise<void> {
  const { decoder, recognizer, limits, namesLanguage } = parts;
  const maxBytes = limits.maxBytes + MAX_ENCODING_BYTES;
  const body = await readBody(exchange.request, { maxBytes, accept: ['multipart', 'msgpack'] });
  exchange.record.setBody(body.value);
  const request = validate(asrRequestSchema, body.value, { where: 'body' });
  if (request.audio.bytes.length > limits.maxBytes) {
    throw plainRefusal(413, `The audio is larger than ${limits.maxBytes / 1_000_000} MB`);
  }
  if (request.language && !/^en\b/i.test(request.language)) {
    throw new Refusal(400, `language: this service understands English (en), not ${request.language.slice(0, 20)}`);
  }
  const maxDurationS = limits.maxDurationMs / 1000 + EXCESS_S;
  const pcm = await decoder.decode(request.audio.bytes, maxDurationS, exchange.signal);
  checkDuration((pcm.length / RECOGNIZER_RATE_HZ) * 1000, limits);
  if (recognizer === undefined) throw plainRefusal(503, INSTALL_HINT);
  try {
    const transcript = await recognizer.recognize(pcm, exchange.signal);
    await replyJson(exchange, 200, {
      ...transcript,
      ...(request.ignore_timestamps ? { segments: [] } : {}),
      ...(namesLanguage ? { language: 'English', language_code: 'en' } : {}),
    });
  } catch (error) {
    if (error instanceof RecognizerBusy) throw new Refusal(503, error.message, { headers: { 'retry-after': '1' } });
    throw error;
  }
}

function checkDuration(durationMs: number, { minDurationMs, maxDurationMs }: AsrLimits): void {
  if (durationMs < minDurationMs) throw new Refusal(400, `The audio is shorter than ${minDurationMs / 1000} second`);
  if (durationMs > maxDurationMs) throw new Refusal(400, `The audio is longer than ${maxDurationMs / 60_000} minutes`);
}
