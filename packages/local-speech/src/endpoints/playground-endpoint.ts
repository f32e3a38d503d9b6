import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Faults } from '../faults.ts';
import { faultSchema } from '../faults.ts';
import { Refusal } from '../http/refused-request.ts';
import { readBody } from '../http/request-body.ts';
import { validate } from '../http/validate.ts';
import type { Fault } from '../local-speech-api.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { PLAYGROUND_PATH } from '../models/voice-documents.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';

const MAX_FAULT_BYTES = 10_000;

/** What these endpoints read and change. */
export interface PlaygroundParts {
  readonly faults: Faults;
  readonly models: ModelRepository;
  readonly synthesizer: Synthesizer;
}

/**
 * Endpoints without a key that the real service does not have: `GET`, `POST` (one fault as JSON) and `DELETE` of
 * `/_playground/faults`, a voice's cover and its sample.
 */
export async function answerPlayground(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  parts: PlaygroundParts,
): Promise<void> {
  const [name, id = ''] = path.slice(PLAYGROUND_PATH.length + 1).split('/');
  if (name === 'faults') await answerFaults(request, response, parts.faults);
  else if (name === 'covers' && request.method === 'GET') sendCover(response, parts.models, id);
  else if (name === 'samples' && request.method === 'GET') await sendSample(response, parts, id);
  else throw new Refusal(404);
}

async function answerFaults(request: IncomingMessage, response: ServerResponse, faults: Faults): Promise<void> {
  if (request.method === 'POST') {
    const body = await readBody(request, { maxBytes: MAX_FAULT_BYTES, accept: ['json'] });
    faults.add(validate(faultSchema, body.value, { where: 'body' }) as Fault);
  } else if (request.method === 'DELETE') {
    faults.clear();
  } else if (request.method !== 'GET') {
    throw new Refusal(405, 'Method not allowed');
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(faults.list()));
}

function sendCover(response: ServerResponse, models: ModelRepository, id: string): void {
  const cover = models.cover(id);
  if (cover === undefined) throw new Refusal(404);
  response.writeHead(200, { 'content-type': cover.contentType, 'x-content-type-options': 'nosniff' });
  response.end(Buffer.from(cover.base64, 'base64'));
}

async function sendSample(
  response: ServerResponse,
  { models, synthesizer }: PlaygroundParts,
  id: string,
): Promise<void> {
  const found = models.find(id);
  const voice = models.voice(id);
  const text = 'document' in found ? found.document.samples[0]?.text : undefined;
  if (voice === undefined || text === undefined) throw new Refusal(404);
  const stream = synthesizer.open({ voice, format: 'mp3', sampleRateHz: 44_100, mp3BitrateKbps: 128, volumeDb: 0 });
  try {
    const bytes = Buffer.concat([(await stream.speak(text)).bytes, await stream.end()]);
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'content-length': bytes.length });
    response.end(bytes);
  } finally {
    stream.close();
  }
}
