import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OverlaySource } from '../../captions/overlay/overlay-api.ts';
import { pathOf, type Route, sendText, sendUnavailable } from '../http-server.ts';
import { parseOptions } from './client/options.ts';
import { overlayAssets, overlayLocale, overlayPage } from './overlay-page.ts';
import { refusalPage } from './refusal-page.ts';
import { createSlowRefusals } from './slow-refusals.ts';
import { DEFAULT_VIEWER_LIMITS, type ViewerLimits, ViewerStreams } from './viewer-streams.ts';

/** What the overlay's addresses are served from. */
export interface OverlayRouteParts {
  /** `undefined` while the bot starts: viewers are asked to come back in a few seconds. */
  readonly source: () => OverlaySource | undefined;
  /** Overrides of `DEFAULT_VIEWER_LIMITS`. */
  readonly limits?: Partial<ViewerLimits>;
}

/** The route of the overlay. */
export interface OverlayRoute extends Route {
  /** Open connections to captions, of all addresses. */
  readonly viewers: number;
  /** Requests for wrong addresses that wait for their refusal. */
  readonly refused: number;
}

const ASSETS = '/overlay/assets/';
const SECRET_ADDRESS = /^\/overlay\/([\w-]{32})(\/events)?$/;

/**
 * `/overlay/{secret}`: the page; `/overlay/{secret}/events`: its captions as server-sent events; `/overlay/assets/…`: the
 * page's files. Whatever else is below `/overlay/` is refused like a wrong secret: slowly and without saying why.
 */
export function createOverlayRoute(parts: OverlayRouteParts): OverlayRoute {
  return new OverlayAddresses(parts);
}

/** A request for a secret address, except for its stream. */
interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
  /** False: what is asked for are the headers of the stream. */
  readonly isPage: boolean;
}

class OverlayAddresses implements OverlayRoute {
  readonly #parts: OverlayRouteParts;
  readonly #files = overlayAssets();
  readonly #refusals = createSlowRefusals();
  readonly #streams: ViewerStreams;

  constructor(parts: OverlayRouteParts) {
    this.#parts = parts;
    this.#streams = new ViewerStreams({ ...DEFAULT_VIEWER_LIMITS, ...parts.limits });
  }

  get viewers(): number {
    return this.#streams.count;
  }

  get refused(): number {
    return this.#refusals.waiting;
  }

  matches = (path: string): boolean => path.startsWith('/overlay/');

  answer = async (request: IncomingMessage, response: ServerResponse, url: string): Promise<void> => {
    const path = pathOf(url);
    if (path.startsWith(ASSETS)) {
      await this.#sendFile(request, response, path.slice(ASSETS.length));
      return;
    }
    const source = this.#parts.source();
    if (source?.isLoaded !== true) {
      sendUnavailable(response);
      return;
    }
    const [, secret, events] = SECRET_ADDRESS.exec(path) ?? [];
    const isAnswered =
      secret !== undefined &&
      (events === undefined || request.method === 'HEAD'
        ? this.#sendPage(source, secret, { request, response, url, isPage: events === undefined })
        : await this.#streams.stream(source, { secret, after: lastEventId(request, url) }, response));
    if (isAnswered) return;
    const { face, lang } = parseOptions(queryOf(url)).options;
    this.#refusals.refuse(response, refusalPage(overlayLocale(lang, request.headers['accept-language']), face));
  };

  #sendPage(source: OverlaySource, secret: string, { request, response, url, isPage }: PageRequest): boolean {
    if (source.guildOf(secret) === undefined) return false;
    if (!isPage) {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end();
      return true;
    }
    const asked = { query: queryOf(url), acceptLanguage: request.headers['accept-language'] };
    const { html, policy } = overlayPage(asked, Date.now());
    const body = Buffer.from(html);
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
      'content-security-policy': policy,
      vary: 'accept-language',
    });
    response.end(body);
    return true;
  }

  async #sendFile(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const file = await this.#files.get(path);
    if (file === undefined) {
      sendText(response, 404, 'not found');
      return;
    }
    const { type, bytes, etag } = file;
    // To be asked for again each time, so that a new version never meets files of an old one.
    const headers = { 'cache-control': 'no-cache', etag };
    if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
    else {
      response.writeHead(200, { ...headers, 'content-type': type, 'content-length': bytes.length });
      response.end(bytes);
    }
  }
}

/** The id that a viewer saw last: a browser that reconnects by itself names it in the header, the page in the query. */
function lastEventId(request: IncomingMessage, url: string): string | undefined {
  const header = request.headers['last-event-id'];
  if (typeof header === 'string' && header !== '') return header;
  return queryOf(url).get('after') ?? undefined;
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(url.slice(pathOf(url).length));
}
