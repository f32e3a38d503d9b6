/** One entry of the array that the service answers 422 with. */
interface ValidationIssue {
  readonly loc: readonly (string | number)[];
  readonly type: string;
  readonly msg: string;
}

/** What the service says on its own for a status; others get the status's general name. */
const MESSAGES: Readonly<Record<number, string>> = {
  400: 'Invalid parameters',
  401: 'Invalid Token',
  402: 'Insufficient API credit',
  403: 'You do not have permission to do that',
  404: 'Not found',
  413: 'Payload too large',
  415: 'Unsupported media type',
  429: 'You have exceeded your current concurrency limit',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** A request that the service does not do, as it answers it. `body` is text, or JSON to be. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message?: string, options: { headers?: Record<string, string>; body?: unknown } = {}) {
    const said = message ?? MESSAGES[status] ?? `Status ${status}`;
    super(said);
    this.status = status;
    this.body = options.body ?? { status, message: said };
    this.headers = options.headers ?? {};
  }
}

/** A 422 with the service's array of what is wrong. */
export function invalid(issues: readonly ValidationIssue[]): Refusal {
  return new Refusal(422, 'Validation failed', { body: issues });
}

/** A refusal whose body is plain text, as proxies before a service answer. */
export function plainRefusal(status: number, text: string): Refusal {
  return new Refusal(status, text, { body: text });
}
