/** One entry of the array that the service answers 422 with. */
interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly type: string;
  readonly msg: string;
}

/** The service's default message for each status. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Invalid parameters',
  401: 'Invalid Token',
  402: 'Insufficient API credit. API credit is managed independently from platform credit.',
  403: 'You do not have permission to do that',
  404: 'Not found',
  413: 'Payload too large',
  415: 'Unsupported media type',
  429: 'You have exceeded your current concurrency limit',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/**
 * The service's own name for a refusal of POST /v1/asr that has none yet, by status, from its documents. Refusals of the
 * account have none.
 */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_audio',
  413: 'request_too_large',
  415: 'unsupported_media_type',
  500: 'upstream_unavailable',
  502: 'upstream_unavailable',
  503: 'upstream_unavailable',
  504: 'upstream_timeout',
};

/** The page of a proxy in front of a service. */
const HTML_PAGE = (status: number): string =>
  `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>edge</body></html>\n`;

/** A refused request, with the response to send. `body` is text, or a value to send as JSON. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message?: string, options: RefusalOptions = {}) {
    const text = message ?? MESSAGES[status] ?? `Status ${status}`;
    super(text);
    this.status = status;
    this.body = options.body ?? { status, message: text, ...(status === 503 && { reason: null }), ...options.names };
    this.headers = options.headers ?? {};
  }
}

interface RefusalOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: JSON with the status, the message and `names`. */
  readonly body?: unknown;
  /** What newer endpoints name besides. */
  readonly names?: { readonly code?: string; readonly request_id?: string };
}

/** The refusal as POST /v1/asr sends it: with a `code` and a `request_id`, which is also in the header `x-request-id`. */
export function withNames(refusal: Refusal, requestId: string): Refusal {
  const { status, message, body, headers } = refusal;
  const code = CODES[status];
  if (code === undefined || !hasNames(body)) return refusal;
  const named = { code, request_id: requestId, ...body };
  return new Refusal(status, message, {
    headers: { 'x-request-id': String(named.request_id), ...headers },
    body: named,
  });
}

/** The refusal as POST /v1/asr sends it where the interface has no names: with its status and its message. */
export function withoutNames(refusal: Refusal): Refusal {
  const { status, message, body, headers } = refusal;
  return hasNames(body) ? new Refusal(status, message, { headers }) : refusal;
}

/** Text and the array of a 422 have none. */
function hasNames(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** A refusal as the network edge sends it, without the service: an HTML page, or no body at all. */
export function edgeRefusal(
  status: number,
  kind: 'html' | 'empty',
  headers: Readonly<Record<string, string>>,
): Refusal {
  const body = kind === 'html' ? HTML_PAGE(status) : '';
  return new Refusal(status, undefined, { headers: { 'content-type': 'text/html', ...headers }, body });
}

/** A 422 with the service's array of validation issues. */
export function invalid(issues: readonly ValidationIssue[]): Refusal {
  return new Refusal(422, 'Validation failed', { body: issues });
}

/** A refusal with a plain-text body, like one of a proxy in front of a service. */
export function plainRefusal(status: number, text: string): Refusal {
  return new Refusal(status, text, { body: text });
}
