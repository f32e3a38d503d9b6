import { setTimeout as delay } from 'node:timers/promises';
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

const ISO_639_1 = /^[a-z]{2}$/;

/** The only model that takes WebM, which begins with EBML's magic number, as all Matroska does. */
const WEBM_MODEL = 'transcribe-1-pro';
const MATROSKA_MAGIC = [0x1a, 0x45, 0xdf, 0xa3];

/** What recognition needs. */
export interface AsrParts {
  readonly decoder: AudioDecoder;
  readonly recognizer: Recognizer | undefined;
  readonly limits: AsrLimits;
  /** `true`: answers name the language where there is text, like newer ones of the real service. */
  readonly namesLanguage: boolean;
  readonly timestampDelay: { readonly fixedMs: number; readonly share: number };
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
 * packages to install. Languages other than English fail with a 400, and so do codes that aren't ISO 639-1 in lower case,
 * WebM for any model but the larger one, and recordings beyond the limits of length; beyond the processing limit it is a 503.
 */
export async function answerAsr(exchange: Exchange, parts: AsrParts): Promise<void> {
  const { decoder, recognizer, limits, namesLanguage, timestampDelay } = parts;
  const maxBytes = limits.maxBytes + MAX_ENCODING_BYTES;
  const body = await readBody(exchange.request, { maxBytes, accept: ['multipart', 'msgpack'] });
  exchange.record.setBody(body.value);
  const request = validate(asrRequestSchema, body.value, { where: 'body' });
  if (request.audio.bytes.length > limits.maxBytes) {
    throw plainRefusal(413, `The audio is larger than ${limits.maxBytes / 1_000_000} MB`);
  }
  checkLanguage(request.language ?? '');
  checkContainer(request.audio.bytes, exchange.request.headers['model']);
  const maxDurationS = limits.maxDurationMs / 1000 + EXCESS_S;
  const pcm = await decoder.decode(request.audio.bytes, maxDurationS, exchange.signal);
  const durationMs = (pcm.length / RECOGNIZER_RATE_HZ) * 1000;
  const { maxProcessedMs = limits.maxProcessedMs, withoutSegments = false } = exchange.fault ?? {};
  checkDuration(durationMs, limits, maxProcessedMs);
  if (recognizer === undefined) throw plainRefusal(503, INSTALL_HINT);
  try {
    const transcript = await recognizer.recognize(pcm, exchange.signal);
    if (!request.ignore_timestamps) await wait(timestampDelay.fixedMs + timestampDelay.share * durationMs, exchange);
    await replyJson(exchange, 200, {
      ...transcript,
      ...(request.ignore_timestamps || withoutSegments ? { segments: [] } : {}),
      ...(namesLanguage && transcript.text !== '' ? { language: 'English', language_code: 'en' } : {}),
    });
  } catch (error) {
    if (error instanceof RecognizerBusy) throw new Refusal(503, error.message, { headers: { 'retry-after': '1' } });
    throw error;
  }
}

function wait(delayMs: number, { signal }: Exchange): Promise<void> {
  return delay(delayMs, undefined, { signal });
}

function checkLanguage(language: string): void {
  if (language === '' || language === 'en') return;
  if (ISO_639_1.test(language)) {
    throw new Refusal(400, `language: this service understands English (en), not ${language}`);
  }
  throw new Refusal(400, `language: expected a lowercase ISO 639-1 code, not ${language.slice(0, 20)}`);
}

function checkContainer(bytes: Uint8Array, model: string | string[] | undefined): void {
  if (model === WEBM_MODEL || !MATROSKA_MAGIC.every((byte, index) => bytes[index] === byte)) return;
  throw new Refusal(400, `audio: WebM is accepted only by ${WEBM_MODEL}`);
}

function checkDuration(
  durationMs: number,
  { minDurationMs, maxDurationMs }: AsrLimits,
  maxProcessedMs: number | undefined,
): void {
  if (durationMs < minDurationMs) throw new Refusal(400, `The audio is shorter than ${minDurationMs / 1000} second`);
  if (durationMs > maxDurationMs) {
    const names = { code: 'audio_too_long' };
    throw new Refusal(400, `The audio is longer than ${maxDurationMs / 60_000} minutes`, { names });
  }
  if (maxProcessedMs !== undefined && durationMs > maxProcessedMs) {
    throw new Refusal(503, 'The request exceeds the processing limit');
  }
}
