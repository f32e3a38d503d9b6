import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionInterruption, createSink, type Sink } from '../faulty-sink.ts';
import type { Fault } from '../local-speech-api.ts';
import { edgeRefusal, Refusal } from './refused-request.ts';
import type { RequestRecord } from './request-log.ts';

/** One HTTP request and its response. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly record: RequestRecord;
  readonly fault: Fault | undefined;
  /** Aborts when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
}

/** Sends a JSON response; without a body for `undefined`. */
export async function replyJson(exchange: Exchange, status: number, body: unknown): Promise<void> {
  if (body === undefined) {
    begin(exchange, status, {});
    exchange.response.end();
    return;
  }
  const text = JSON.stringify(body);
  const sent = exchange.fault?.malformed === true ? text.slice(0, Math.ceil(text.length / 2)) : text;
  const sink = openSink(exchange, status, { 'content-type': 'application/json' });
  if (exchange.fault?.bodyDelayMs !== undefined) {
    begin(exchange, status, { 'content-type': 'application/json' });
    exchange.response.flushHeaders();
    await delay(exchange.fault.bodyDelayMs, undefined, { signal: exchange.signal });
  }
  await sink.write(Buffer.from(sent));
  exchange.response.end();
}

/**
 * Begins a response that is sent in pieces. The head is sent with the first bytes, so a refusal is possible until then.
 * `onSent` receives the bytes as they are sent.
 */
export function openSink(
  exchange: Exchange,
  status: number,
  headers: Record<string, string>,
  onSent: (bytes: Uint8Array) => void = () => undefined,
): Sink {
  const { response, signal, fault } = exchange;
  return createSink({
    signal,
    interruption: connectionInterruption(fault, { drop: () => response.destroy(), signal }),
    bytesPerSecond: fault?.bytesPerSecond,
    send: async (bytes) => {
      if (!response.headersSent) begin(exchange, status, headers);
      onSent(bytes);
      await writeOut(response, bytes);
    },
  });
}

/** Responds with a refusal; drops the connection when the response has begun. */
export function replyRefusal(
  exchange: { response: ServerResponse; record: Pick<RequestRecord, 'setStatus'> },
  refusal: Refusal,
): void {
  const { response } = exchange;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const isText = typeof refusal.body === 'string';
  begin(exchange, refusal.status, {
    'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json',
    ...refusal.headers,
  });
  response.end(isText ? refusal.body : JSON.stringify(refusal.body));
}

/** The refusal that a fault asks for, if any. */
export function faultRefusal(fault: Fault | undefined): Refusal | undefined {
  if (fault?.status === undefined) return undefined;
  const { code, requestId } = fault;
  const headers = fault.retryAfterS === undefined ? {} : { 'retry-after': String(fault.retryAfterS) };
  if (fault.body !== undefined) {
    return edgeRefusal(fault.status, fault.body, { ...headers, ...(requestId && { 'x-request-id': requestId }) });
  }
  const names = { ...(code && { code }), ...(requestId && { request_id: requestId }) };
  return new Refusal(fault.status, fault.message, { headers, names });
}

function begin(
  { response, record }: { response: ServerResponse; record: Pick<RequestRecord, 'setStatus'> },
  status: number,
  headers: Record<string, string>,
): void {
  record.setStatus(status);
  response.writeHead(status, headers);
}

function writeOut(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
