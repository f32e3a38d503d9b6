import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS, PRO_MODEL } from '@mynah/speech-wire/wire';
import { type Exchange, replyJson } from '../http/exchange.ts';
import { plainRefusal, Refusal } from '../http/refused-request.ts';
import { readBody } from '../http/request-body.ts';
import type { AsrInterface, AsrLimits } from '../local-speech-api.ts';
import type { AudioDecoder } from '../recognition/audio-decoder.ts';
import type { RecognizedSpeech } from '../recognition/recognized-speech.ts';
import { INSTALL_HINT, RECOGNIZER_RATE_HZ, type Recognizer, RecognizerBusy } from '../recognition/recognizer.ts';
import { plainAnswer, proAnswer } from './asr-answer.ts';
import { type AsrRequest, readAsrRequest } from './asr-request.ts';

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
/** The smaller model was seen to fail at 95 s. */
const MAX_PROCESSED_WITHOUT_PRO_MS = 90_000;

const ISO_639_1 = /^[a-z]{2}$/;

/** WebM, as all Matroska, begins with EBML's magic number. */
const MATROSKA_MAGIC = [0x1a, 0x45, 0xdf, 0xa3];

/** What recognition needs. */
export interface AsrParts {
  readonly decoder: AudioDecoder;
  readonly recognizer: Recognizer | undefined;
  readonly limits: AsrLimits;
  readonly asrInterface: AsrInterface;
  /** `true`: answers name the language where there is text, like newer ones of the real service. */
  readonly namesLanguage: boolean;
  readonly timestampDelay: { readonly fixedMs: number; readonly share: number };
}

/** The real service's limits, overridden by `own`. */
export function asrLimits(own: Partial<AsrLimits> = {}): AsrLimits {
  return { ...ASR_LIMITS, ...own };
}

/**
 * POST /v1/asr: recognizes English with PocketSphinx. Without PocketSphinx, every request fails with a 503 that names the
 * packages to install. Languages other than English fail with a 400, and so do codes that aren't ISO 639-1 in lower case,
 * WebM for any model but the larger one, and recordings beyond the limits of length; beyond the processing limit it is a 503.
 * The answer has `requestId` where the larger model writes it.
 */
export async function answerAsr(exchange: Exchange, parts: AsrParts, requestId: string): Promise<void> {
  const { decoder, recognizer, limits, asrInterface, timestampDelay } = parts;
  const request = await readRequest(exchange, parts);
  const { audio, isPro, timestamps } = request;
  if (audio.bytes.length > limits.maxBytes) {
    throw plainRefusal(413, `The audio is larger than ${limits.maxBytes / 1_000_000} MB`);
  }
  checkLanguage(request.language);
  if (!isPro) checkContainer(audio.bytes);
  const maxDurationS = limits.maxDurationMs / 1000 + EXCESS_S;
  const pcm = await decoder.decode(audio.bytes, maxDurationS, exchange.signal);
  const durationMs = (pcm.length / RECOGNIZER_RATE_HZ) * 1000;
  const usualMs = asrInterface === 'until-2026' && !isPro ? MAX_PROCESSED_WITHOUT_PRO_MS : undefined;
  checkDuration(durationMs, limits, exchange.fault?.maxProcessedMs ?? limits.maxProcessedMs ?? usualMs);
  if (recognizer === undefined) throw plainRefusal(503, INSTALL_HINT);
  try {
    const recognized = await recognizer.recognize(pcm, exchange.signal);
    if (timestamps) await wait(timestampDelay.fixedMs + timestampDelay.share * durationMs, exchange);
    if (isPro) exchange.response.setHeader('x-request-id', requestId);
    await replyJson(exchange, 200, {
      ...writeAnswer(recognized, request, exchange),
      ...(exchange.fault?.withoutSegments === true ? { segments: [] } : {}),
      ...languageOf(recognized, parts),
      ...(isPro ? { request_id: requestId } : {}),
    });
  } catch (error) {
    if (error instanceof RecognizerBusy) throw new Refusal(503, error.message, { headers: { 'retry-after': '1' } });
    throw error;
  }
}

async function readRequest(exchange: Exchange, { limits, asrInterface }: AsrParts): Promise<AsrRequest> {
  const maxBytes = limits.maxBytes + MAX_ENCODING_BYTES;
  const reading = () => readBody(exchange.request, { maxBytes, accept: ['multipart', 'msgpack'] });
  const { value } = await named('invalid_request', reading);
  exchange.record.setBody(value);
  const { model } = exchange.request.headers;
  const sent = Array.isArray(model) ? model[0] : model;
  return named('invalid_parameter', async () => readAsrRequest(value, sent, asrInterface));
}

/** Gives a refusal with status 400 this code. */
async function named<T>(code: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    throw new Refusal(400, error.message, { names: { code } });
  }
}

function writeAnswer(recognized: RecognizedSpeech, request: AsrRequest, { fault }: Exchange): object {
  if (!request.isPro) return plainAnswer(recognized, request.timestamps);
  return proAnswer(recognized, { ...request, speakers: fault?.speakers ?? 1, sound: fault?.sound });
}

function languageOf({ text }: RecognizedSpeech, { namesLanguage, asrInterface }: AsrParts): object {
  const isDocument = asrInterface === 'document' || asrInterface === 'strict-document';
  return namesLanguage && !isDocument && text !== '' ? { language: 'English', language_code: 'en' } : {};
}

function wait(delayMs: number, { signal }: Exchange): Promise<void> {
  return delay(delayMs, undefined, { signal });
}

function checkLanguage(language: string): void {
  if (language === '' || language === 'en') return;
  const isCode = ISO_639_1.test(language);
  const expected = isCode ? 'this service understands English (en)' : 'expected a lowercase ISO 639-1 code';
  const names = { code: 'invalid_parameter' };
  throw new Refusal(400, `language: ${expected}, not ${language.slice(0, 20)}`, { names });
}

function checkContainer(bytes: Uint8Array): void {
  if (!MATROSKA_MAGIC.every((byte, index) => bytes[index] === byte)) return;
  throw new Refusal(400, `audio: WebM is accepted only by ${PRO_MODEL}`);
}

function checkDuration(
  durationMs: number,
  { minDurationMs, maxDurationMs }: AsrLimits,
  maxProcessedMs: number | undefined,
): void {
  if (durationMs < minDurationMs) {
    const names = { code: 'audio_too_short' };
    throw new Refusal(400, `The audio is shorter than ${minDurationMs / 1000} second`, { names });
  }
  if (durationMs > maxDurationMs) {
    const names = { code: 'audio_too_long' };
    throw new Refusal(400, `The audio is longer than ${maxDurationMs / 60_000} minutes`, { names });
  }
  if (maxProcessedMs !== undefined && durationMs > maxProcessedMs) {
    throw new Refusal(503, 'The request exceeds the processing limit', { names: { code: 'upstream_timeout' } });
  }
}
