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
  402: 'Insufficient API credit',
  403: 'You do not have permission to do that',
  404: 'Not found',
  413: 'Payload too large',
  415: 'Unsupported media type',
  429: 'You have exceeded your current concurrency limit',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** A refused request, with the response to send. `body` is text, or a value to send as JSON. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message?: string, options: { headers?: Record<string, string>; body?: unknown } = {}) {
    const text = message ?? MESSAGES[status] ?? `Status ${status}`;
    super(text);
    this.status = status;
    this.body = options.body ?? { status, message: text };
    this.headers = options.headers ?? {};
  }
}

/** A 422 with the service's array of validation issues. */
export function invalid(issues: readonly ValidationIssue[]): Refusal {
  return new Refusal(422, 'Validation failed', { body: issues });
}

/** A refusal with a plain-text body, like one of a proxy in front of a service. */
export function plainRefusal(status: number, text: string): Refusal {
  return new Refusal(status, text, { body: text });
}
