import { type Exchange, openSink } from '../http/exchange.ts';
import { Refusal } from '../http/refused-request.ts';
import { readBody } from '../http/request-body.ts';
import { validate } from '../http/validate.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { splitIntoSentences, toSpokenText } from '../synthesis/spoken-text.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import { CONTENT_TYPES, toSpeechSpec, ttsRequestSchema } from './tts-request.ts';

const MAX_BODY_BYTES = 1_000_000;
/** A length at which no container has a boundary. */
const CHUNK_BYTES = 4_093;
const GARBAGE = Buffer.from('<html><body>This is not the audio you asked for.</body></html>');

/** POST /v1/tts: speaks sentence by sentence and sends each as soon as it is ready. */
export async function answerTts(
  exchange: Exchange,
  { synthesizer, models }: { synthesizer: Synthesizer; models: ModelRepository },
): Promise<void> {
  const body = await readBody(exchange.request, { maxBytes: MAX_BODY_BYTES, accept: ['json', 'msgpack'] });
  exchange.record.setBody(body.value);
  if (!exchange.request.headers['model']) throw new Refusal(400, 'The model header is missing');
  const request = validate(ttsRequestSchema, body.value, { where: 'body' });
  if (request.text.trim() === '') throw new Refusal(400, 'text: nothing to speak');
  const spec = toSpeechSpec(request, models);
  const stream = synthesizer.open(spec);
  try {
    const sink = openSink(exchange, 200, { 'content-type': CONTENT_TYPES[spec.format] }, (bytes) =>
      exchange.record.addSent(bytes),
    );
    const send = async (bytes: Uint8Array): Promise<void> => {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        await sink.write(bytes.slice(start, start + CHUNK_BYTES));
      }
    };
    if (exchange.fault?.malformed === true) {
      await send(GARBAGE);
    } else {
      for (const sentence of splitIntoSentences(request.text, request.chunk_length)) {
        await send(await stream.speak(toSpokenText(sentence)));
      }
      await send(await stream.end());
    }
    exchange.response.end();
  } finally {
    stream.close();
  }
}
