import type { RouteLimit } from '../rate-limits.ts';
import type { UploadedFile } from '../rules/message-rules.ts';

/** A request as a route sees it. */
export interface RestRequest {
  /** A path parameter by its name in the route's pattern. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** JSON body, or `payload_json` of a multipart body; `undefined` if there is none. */
  readonly body: unknown;
  readonly files: readonly UploadedFile[];
}

/** A successful answer; 204 has no body and no content type. */
export type RestAnswer = { readonly status: 200 | 201; readonly body: unknown } | { readonly status: 204 };

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/api/v10`; `:name` matches one segment. */
  readonly pattern: string;
  /** True if the route needs the bot's token, or the path contains a token. */
  readonly auth: 'bot' | 'path';
  /** The route's own rate limits. */
  limits?(request: Pick<RestRequest, 'param'>): readonly RouteLimit[];
  /** @throws {DiscordError} where Discord would refuse */
  handle(request: RestRequest): RestAnswer;
}

/** 200 with a body. */
export function ok(body: unknown): RestAnswer {
  return { status: 200, body };
}

/** 204. */
export function noContent(): RestAnswer {
  return { status: 204 };
}

/** Result of matching a path against the routes. */
export type RouteMatch =
  | { readonly kind: 'found'; readonly route: Route; readonly param: (name: string) => string }
  | { readonly kind: 'no-path' | 'no-method' };

/** Finds the route of a request; of two matching patterns the earlier wins. */
export function matchRoute(routes: readonly Route[], method: string, path: string): RouteMatch {
  const segments = path.split('/').map(decodeURIComponent);
  const fitting = routes.flatMap((route) => {
    const params = matchPattern(route.pattern.split('/'), segments);
    return params === undefined ? [] : [{ route, params }];
  });
  if (fitting.length === 0) return { kind: 'no-path' };
  const match = fitting.find(({ route }) => route.method === method);
  if (match === undefined) return { kind: 'no-method' };
  return { kind: 'found', route: match.route, param: (name) => match.params.get(name) ?? '' };
}

function matchPattern(pattern: readonly string[], segments: readonly string[]): Map<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params = new Map<string, string>();
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params.set(part.slice(1), segment);
    else if (part !== segment) return undefined;
  }
  return params;
}
