import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PATHS } from '@mynah/speech-wire/wire';
import type { Account } from '../account.ts';
import type { Faults } from '../faults.ts';
import { Dropped, waitForFault } from '../faulty-sink.ts';
import { type Exchange, faultRefusal, replyJson, replyRefusal } from '../http/exchange.ts';
import { plainRefusal, Refusal, withNames, withoutNames } from '../http/refused-request.ts';
import type { RequestLog, RequestRecord } from '../http/request-log.ts';
import type { Endpoint, Fault, Pacing } from '../local-speech-api.ts';
import type { ModelRepository } from '../models/model-repository.ts';
import { PLAYGROUND_PATH } from '../models/voice-documents.ts';
import type { AudioDecoder } from '../recognition/audio-decoder.ts';
import type { Synthesizer } from '../synthesis/synthesizer.ts';
import { type AsrParts, answerAsr } from './asr-endpoint.ts';
import { answerModel, answerModels } from './model-endpoint.ts';
import { answerPlayground } from './playground-endpoint.ts';
import { answerTts } from './tts-endpoint.ts';
import { isFreeModel } from './tts-models.ts';

/** What the HTTP endpoints need. */
export interface RouterParts {
  readonly account: Account;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly models: ModelRepository;
  readonly synthesizer: Synthesizer;
  readonly pacing: Pacing | undefined;
  readonly decoder: AudioDecoder;
  readonly asr: AsrParts;
}

type Handler = (exchange: Exchange) => Promise<void>;

interface Route {
  readonly endpoint: Endpoint;
  readonly handler: Handler;
}

/** Header of a request for what a scripted person says, not the bot: no fault hits it, and it counts for no limit; its value is `on`. */
export const SCRIPTED_HEADER = 'x-playground-scripted';

/** Creates the function that handles every HTTP request; it never rejects. */
export function createRouter(
  parts: RouterParts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://local');
    response.on('error', () => response.destroy());
    if (url.pathname.startsWith(`${PLAYGROUND_PATH}/`)) {
      const record = { setStatus: () => undefined };
      await answerPlayground(request, response, url.pathname, parts).catch((error: unknown) =>
        replyError(response, record, error),
      );
      return;
    }
    const route = findRoute(url.pathname, parts);
    if (route === undefined) {
      replyRefusal({ response, record: { setStatus: () => undefined } }, plainRefusal(404, 'Not Found'));
      return;
    }
    const { endpoint } = route;
    const record = parts.log.add({
      endpoint,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
    });
    await answer({ request, response, url, record }, route, parts).catch((error: unknown) =>
      replyError(response, record, endpoint === 'asr' ? namedError(error, parts.asr) : error),
    );
  };
}

function findRoute(path: string, parts: RouterParts): Route | undefined {
  const { models, synthesizer, pacing, decoder, asr, account } = parts;
  switch (path) {
    case PATHS.tts:
      return { endpoint: 'tts', handler: post((exchange) => answerTts(exchange, { synthesizer, models, pacing })) };
    case PATHS.asr:
      return { endpoint: 'asr', handler: post((exchange) => answerAsr(exchange, asr, randomUUID())) };
    case PATHS.credit:
      return { endpoint: 'credit', handler: (exchange) => replyJson(exchange, 200, account.wallet) };
    case PATHS.model:
      return { endpoint: 'model', handler: (exchange) => answerModels(exchange, { models, decoder }) };
    default: {
      const id = /^\/model\/([^/]+)$/.exec(path)?.[1];
      if (id === undefined) return undefined;
      return { endpoint: 'model', handler: (exchange) => answerModel(exchange, models, id) };
    }
  }
}

function post(handler: Handler): Handler {
  return (exchange) => {
    if (exchange.request.method !== 'POST') throw new Refusal(405, 'Method not allowed');
    return handler(exchange);
  };
}

async function answer(
  incoming: Omit<Exchange, 'fault' | 'signal'>,
  { endpoint, handler }: Route,
  { account, faults }: RouterParts,
): Promise<void> {
  const { request, response } = incoming;
  const gone = new AbortController();
  response.once('close', () => gone.abort(new Error('The client disconnected.')));
  account.authorize(request.headers.authorization);
  if (request.headers[SCRIPTED_HEADER] === 'on') {
    await handler({ ...incoming, fault: undefined, signal: gone.signal });
    return;
  }
  const fault = faults.take(endpoint, (candidate) => !isAboutCreation(candidate) || request.method === 'POST');
  const refusal = faultRefusal(fault);
  await waitForFault(fault, gone.signal);
  if (refusal !== undefined) throw refusal;
  const exchange: Exchange = { ...incoming, fault, signal: gone.signal };
  if (endpoint !== 'tts' && endpoint !== 'asr') {
    await handler(exchange);
    return;
  }
  if (endpoint !== 'tts' || !isFreeModel(request.headers['model'])) account.requireCredit();
  using permit = account.begin();
  for (const [name, value] of Object.entries(account.concurrencyHeaders())) response.setHeader(name, value);
  if (permit === undefined) throw new Refusal(429);
  await handler(exchange);
}

function isAboutCreation({ trainingMs, trainingFails, trainingReason, document }: Fault): boolean {
  return [trainingMs, trainingFails, trainingReason, document].some((setting) => setting !== undefined);
}

function replyError(response: ServerResponse, record: Pick<RequestRecord, 'setStatus'>, error: unknown): void {
  if (error instanceof Dropped || response.destroyed) return;
  replyRefusal({ response, record }, error instanceof Refusal ? error : unexpected(error));
}

/** With the names that POST /v1/asr gives in its refusals, which the document does not have. */
function namedError(error: unknown, { asrInterface }: AsrParts): unknown {
  if (!(error instanceof Refusal)) return error;
  const isDocument = asrInterface === 'document' || asrInterface === 'strict-document';
  return isDocument ? withoutNames(error) : withNames(error, randomUUID());
}

/** Includes the cause: the service runs on the developer's own machine. */
function unexpected(error: unknown): Refusal {
  return new Refusal(500, `Internal server error: ${error instanceof Error ? error.message : String(error)}`);
}
