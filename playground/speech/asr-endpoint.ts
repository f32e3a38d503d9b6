import { z } from 'zod';
import { LIMITS } from '../../src/speech/wire.ts';
import { decodeInThread } from './decode-in-thread.ts';
import { type Exchange, replyJson } from './exchange.ts';
import { INSTALL_HINT, RECOGNIZER_RATE_HZ, type Recognizer, RecognizerBusy } from './recognizer.ts';
import { plainRefusal, Refusal } from './refusal.ts';
import { readBody } from './request-body.ts';
import { uploadSchema } from './upload.ts';
import { validate } from './validate.ts';

/** The file, and what its encoding adds around it. */
const MAX_BODY_BYTES = LIMITS.asrMaxBytes + 100_000;

const asrRequestSchema = z.object({
  audio: uploadSchema,
  language: z.string().nullish(),
  // A form knows only text, and there anything but `true` counts as false.
  ignore_timestamps: z.union([z.boolean(), z.string().transform((text) => text === 'true')]).default(true),
});

/**
 * POST /v1/asr: recognises English with PocketSphinx; without it every request is a 503 that says what to install.
 * Another language than English is a 400.
 */
export async function answerAsr(exchange: Exchange, recognizer: Recognizer | undefined): Promise<void> {
  const body = await readBody(exchange.request, { maxBytes: MAX_BODY_BYTES, accept: ['multipart', 'msgpack'] });
  exchange.record.setBody(body.value);
  const request = validate(asrRequestSchema, body.value, { where: 'body' });
  if (request.audio.bytes.length > LIMITS.asrMaxBytes) throw plainRefusal(413, 'The audio is larger than 20 MB');
  if (request.language && !/^en\b/i.test(request.language)) {
    throw new Refusal(400, `language: this service understands English (en), not ${request.language.slice(0, 20)}`);
  }
  const pcm = await decodeInThread(request.audio.bytes, RECOGNIZER_RATE_HZ, exchange.signal);
  const durationMs = (pcm.length / RECOGNIZER_RATE_HZ) * 1000;
  if (durationMs < LIMITS.asrMinDurationMs) throw new Refusal(400, 'The audio is shorter than 1 second');
  if (durationMs > LIMITS.asrMaxDurationMs) throw new Refusal(400, 'The audio is longer than 60 minutes');
  if (recognizer === undefined) throw plainRefusal(503, INSTALL_HINT);
  try {
    const transcript = await recognizer.recognize(pcm, exchange.signal);
    await replyJson(exchange, 200, request.ignore_timestamps ? { ...transcript, segments: [] } : transcript);
  } catch (error) {
    if (error instanceof RecognizerBusy) throw new Refusal(503, error.message, { headers: { 'retry-after': '1' } });
    throw error;
  }
}
