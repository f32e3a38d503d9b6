import type { IncomingHttpHeaders } from 'node:http';
import { codeOfStatus, SpeechError } from '../speech-error.ts';
import { retryAfterMsOf } from './answer-headers.ts';
import { lengthNote, readErrorBody, requestIdOf } from './error-body.ts';

/** How much of a refusal's body is read, in bytes. */
const MAX_BODY_BYTES = 64 * 1024;

/** With these words the service answers 500 to a text that the model makes nothing of, however often it is asked. */
const NO_SOUND = /no audio generated/i;

/** A response to an HTTP request or WebSocket handshake that is not a success. */
export interface Refusal {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Read up to 64 KiB. An interruption is ignored, since the status says enough. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Converts a refusal to the error for its status, with the service's message, code and request id, in which `apiKey` is
 * masked; a text without sound is SPEECH_BAD_REQUEST. A body without a request id can have one in the header
 * `x-request-id`.
 */
export async function refusalError(refusal: Refusal, apiKey: string): Promise<SpeechError> {
  const body = await readSome(refusal.body);
  const { message: serviceMessage, code, requestId } = readErrorBody(body.replaceAll(apiKey, '[redacted]'));
  const { 'x-request-id': headerId } = refusal.headers;
  const message = `the speech service answered ${refusal.status}${lengthNote(serviceMessage)}`;
  const errorCode = NO_SOUND.test(serviceMessage ?? '') ? 'SPEECH_BAD_REQUEST' : codeOfStatus(refusal.status);
  return new SpeechError(errorCode, message, {
    status: refusal.status,
    serviceMessage,
    serviceCode: code,
    requestId: requestId ?? requestIdOf(String(headerId ?? '').replaceAll(apiKey, '[redacted]')),
    retryAfterMs: retryAfterMsOf(refusal.headers),
  });
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_BODY_BYTES) break;
    }
  } catch {
    // Keep what arrived before the interruption.
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
}
