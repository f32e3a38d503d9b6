import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type LocalGuard, refuseRequest } from '@mynah/loopback/local-guard';
import type { Attachments } from '../attachments.ts';
import { DiscordError, refusal } from '../discord-error.ts';
import { RateLimits, type RateLimitVerdict } from '../rate-limits.ts';
import { serveAttachment } from './attachment-answer.ts';
import { type RestBody, readBody } from './body.ts';
import type { RestExchange } from './exchange.ts';
import { matchRoute, type RestAnswer, type Route } from './route.ts';

/** Number of requests kept; older ones are discarded. */
const KEPT_REQUESTS = 20_000;

const API_PREFIX = '/api/v10';

/** One answered REST request. */
export interface RecordedRequest {
  readonly method: string;
  /** Path below `/api/v10`, without the query. */
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
  /** Discord's error code when it was refused. */
  readonly code: number | undefined;
  /** Discord's message when it was refused, with form errors. */
  readonly error: string | undefined;
  /** `performance.now()` when its last byte was read. */
  readonly receivedAtMs: number;
}

/** What the REST server is built on. */
export interface RestServerOptions {
  readonly token: string;
  readonly attachments: Attachments;
  /** Of everything but attachments, which the playground's page shows, it answers programs alone. */
  readonly guard: LocalGuard;
  /** True if rate limits are enforced. */
  readonly rateLimits: boolean;
  /** Receives every exchange but those of attachments' files, before its answer is sent. */
  readonly onExchange: ((exchange: RestExchange) => void) | undefined;
  log(line: string): void;
}

/** Result of a request before it is written. */
interface Outcome {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

/** Of a body that could not be read. */
const UNREAD = { json: undefined, fields: [] } as const;

const FAILED: Outcome = { status: 500, body: { message: '500: Internal Server Error', code: 0 }, headers: {} };

/** The HTTP server: attachments and the REST API. The gateway handles its upgrades. */
export class RestServer {
  readonly http: Server;
  readonly requests: RecordedRequest[] = [];
  readonly #options: RestServerOptions;
  readonly #routes: readonly Route[];
  readonly #limits = new RateLimits();

  constructor(routes: readonly Route[], options: RestServerOptions) {
    this.#routes = routes;
    this.#options = options;
    this.http = createServer((request, response) => void this.#serve(request, response));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    try {
      const { guard } = this.#options;
      const isFile = url.pathname.startsWith('/attachments/');
      if (!(isFile ? guard.isForThisMachine(request) : guard.isOfProgram(request))) return refuseRequest(response);
      if (isFile) {
        await serveAttachment(this.#options.attachments, url, response);
        return;
      }
      const body = await readBody(request).catch((error: unknown) => toDiscordError(error));
      const receivedAtMs = performance.now();
      const outcome = this.#answer(request, url, body);
      this.#record(request, url, body, outcome, receivedAtMs);
      this.#send(request, response, body, outcome);
    } catch (error) {
      this.#options.log(`REST: ${request.method} ${url.pathname} failed: ${String(error)}`);
      this.#send(request, response, undefined, FAILED);
    }
  }

  #answer(request: IncomingMessage, url: URL, body: RestBody | DiscordError): Outcome {
    let headers: Readonly<Record<string, string>> = {};
    try {
      if (!url.pathname.startsWith(`${API_PREFIX}/`)) throw refusal('notFound');
      const match = matchRoute(this.#routes, request.method ?? 'GET', url.pathname.slice(API_PREFIX.length));
      if (match.kind !== 'found') throw refusal(match.kind === 'no-path' ? 'notFound' : 'methodNotAllowed');
      const { route, param } = match;
      if (route.auth === 'bot' && request.headers.authorization !== `Bot ${this.#options.token}`) {
        throw refusal('unauthorized');
      }
      const verdict = this.#takeLimits(route, param);
      headers = verdict.headers;
      if (verdict.kind === 'limited') return limited(verdict);
      if (body instanceof DiscordError) throw body;
      const answer = route.handle({ param, query: url.searchParams, body: body.json, files: body.files });
      return { status: answer.status, body: bodyOf(answer), headers };
    } catch (error) {
      const { status, ...refused } = toOutcome(error);
      return { status, ...refused, headers };
    }
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    body: RestBody | DiscordError | undefined,
    outcome: Outcome,
  ): void {
    const answer = outcome.body === undefined ? undefined : JSON.stringify(outcome.body);
    // What breaks off is no request.
    if (request.complete) {
      const { method = 'GET', url: target = '/', headers } = request;
      const { json, fields } = body === undefined || body instanceof DiscordError ? UNREAD : body;
      const about = { method, target, contentType: headers['content-type'], body: json, fields };
      this.#options.onExchange?.({ ...about, status: outcome.status, answer });
    }
    write(response, outcome, answer);
  }

  #takeLimits(route: Route, param: (name: string) => string): RateLimitVerdict {
    if (!this.#options.rateLimits) return { kind: 'allowed', headers: {} };
    return this.#limits.take(route.limits?.({ param }) ?? [], route.auth === 'bot');
  }

  #record(
    request: IncomingMessage,
    url: URL,
    body: RestBody | DiscordError,
    outcome: Outcome,
    receivedAtMs: number,
  ): void {
    const { status } = outcome;
    const isRefused = status >= 400;
    const method = request.method ?? 'GET';
    const path = decodeURIComponent(url.pathname.slice(API_PREFIX.length));
    this.requests.push({
      method,
      path,
      body: body instanceof DiscordError ? undefined : body.json,
      status,
      code: isRefused ? errorCode(outcome.body) : undefined,
      error: isRefused ? JSON.stringify(outcome.body) : undefined,
      receivedAtMs,
    });
    if (this.requests.length > KEPT_REQUESTS) this.requests.shift();
    if (isRefused) this.#options.log(`REST: ${method} ${path} → ${status} ${JSON.stringify(outcome.body)}`);
  }
}

function limited(verdict: RateLimitVerdict & { kind: 'limited' }): Outcome {
  const { retryAfterS, global, headers } = verdict;
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: Number(retryAfterS.toFixed(3)), global },
    headers,
  };
}

function toOutcome(error: unknown): { status: number; body: unknown } {
  if (error instanceof DiscordError) return { status: error.status, body: error.toJSON() };
  throw error;
}

function toDiscordError(error: unknown): DiscordError {
  if (error instanceof DiscordError) return error;
  throw error;
}

function bodyOf(answer: RestAnswer): unknown {
  return answer.status === 204 ? undefined : answer.body;
}

function errorCode(body: unknown): number | undefined {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'number'
    ? body.code
    : undefined;
}

function write(response: ServerResponse, { status, headers }: Outcome, json: string | undefined): void {
  if (json === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  response
    .writeHead(status, { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) })
    .end(json);
}
