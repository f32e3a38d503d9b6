import { type Exchange, openSink } from '../http/exchange.ts';
import { Refusal } from '../http/refused-request.ts';
import { readBody } from '../http/request-body.ts';
import type { Pacing } from '../local-speech-api.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { createPacedSink, PACING_HEADER } from '../paced-sink.ts';
import { phonemeProblem } from '../synthesis/phonemes.ts';
import { splitIntoSentences } from '../synthesis/spoken-text.ts';
import type { SpokenBytes, Synthesizer } from '../synthesis/synthesizer.ts';
import { createPieceSpeaker } from './piece-speaker.ts';
import { servingModel } from './tts-models.ts';
import { CONTENT_TYPES, readTtsRequest, toSpeaking } from './tts-request.ts';

const MAX_BODY_BYTES = 1_000_000;
/** A length at which no container has a boundary. */
const CHUNK_BYTES = 4_093;
const GARBAGE = Buffer.from('<html><body>This is not the audio you asked for.</body></html>');

/** What the endpoint needs. */
interface TtsParts {
  readonly synthesizer: Synthesizer;
  readonly models: ModelRepository;
  readonly pacing: Pacing | undefined;
}

/** POST /v1/tts: speaks sentence by sentence and sends each as soon as it is ready, or later as the pacing says. */
export async function answerTts(exchange: Exchange, { synthesizer, models, ...parts }: TtsParts): Promise<void> {
  const body = await readBody(exchange.request, { maxBytes: MAX_BODY_BYTES, accept: ['json', 'msgpack'] });
  exchange.record.setBody(body.value);
  const { model } = exchange.request.headers;
  if (typeof model !== 'string' || model === '') throw new Refusal(400, 'The model header is missing');
  exchange.record.setServedBy(servingModel(model, false));
  const request = readTtsRequest(body.value);
  if (request.text.trim() === '') throw new Refusal(400, 'text: nothing to speak');
  const problem = phonemeProblem(request.text, exchange.fault);
  if (problem !== undefined) throw new Refusal(400, problem);
  const { spec, voices } = toSpeaking(request, models);
  const stream = synthesizer.open(spec);
  const speaker = createPieceSpeaker(stream, voices);
  try {
    const sink = openSink(exchange, 200, { 'content-type': CONTENT_TYPES[spec.format] }, (bytes) =>
      exchange.record.addSent(bytes),
    );
    const pacing = exchange.request.headers[PACING_HEADER] === 'off' ? undefined : parts.pacing;
    const paced = createPacedSink(sink, { pacing, signal: exchange.signal });
    paced.begin();
    const send = async ({ bytes, durationMs }: SpokenBytes): Promise<void> => {
      for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
        const chunk = bytes.slice(start, start + CHUNK_BYTES);
        await paced.write(chunk, (durationMs * chunk.length) / bytes.length);
      }
    };
    if (exchange.fault?.malformed === true) {
      await send({ bytes: GARBAGE, durationMs: 0 });
    } else {
      for (const sentence of splitIntoSentences(request.text, request.chunk_length)) {
        for await (const spoken of speaker.speak(sentence)) await send(spoken);
      }
      await send({ bytes: await stream.end(), durationMs: 0 });
    }
    exchange.response.end();
  } finally {
    stream.close();
  }
}
