import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { PageFiles } from '../../../src/web/page-files.ts';
import type { RefusedFile, UploadedFile } from '../protocol.ts';
import type { Guard } from './guard.ts';
import type { Samples } from './samples.ts';
import type { Uploads } from './uploads.ts';

/** How long a whole request may take, an upload above all. */
const REQUEST_TIMEOUT_MS = 60_000;

/** What the page's HTTP server serves. */
export interface PageContent {
  readonly html: string;
  readonly headers: OutgoingHttpHeaders;
  readonly assets: PageFiles;
  readonly samples: Samples;
  readonly uploads: Uploads;
  /** The guard, known once the server listens. */
  readonly guard: () => Guard;
}

/** Creates the server of the page's files and of uploads. WebSockets are up to the caller. */
export function createPageHttp(content: PageContent): Server {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
    for (const [name, value] of Object.entries(content.headers))
      if (value !== undefined) response.setHeader(name, value);
    answer(content, request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else end(response, 500, 'text/plain', 'The playground failed.');
    });
  });
  return server;
}

async function answer(content: PageContent, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const guard = content.guard();
  if (!guard.isOwnHost(request)) return end(response, 403, 'text/plain', 'This is not the playground’s address.');
  const path = pathOf(request);
  if (request.method === 'POST' && path === 'files') return await takeUpload(content, request, response);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return end(response, 405, 'text/plain', 'Only GET is possible here.');
  }
  if (path === '') return end(response, 200, 'text/html; charset=utf-8', content.html);
  const file = await content.assets.get(path);
  if (file === undefined) {
    const sample = await content.samples.get(path);
    if (sample === undefined) return end(response, 404, 'text/plain', 'There is nothing here.');
    return end(response, 200, sample.type, sample.bytes);
  }
  response.setHeader('etag', file.etag);
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304, { 'cache-control': 'no-cache' }).end();
    return;
  }
  end(response, 200, file.type, file.bytes);
}

/** The path without its first slash; it is only looked up, so nothing in it needs to be resolved. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const [path = '/'] = url.split('?', 1);
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return path;
  }
}

async function takeUpload(
  { uploads, guard }: PageContent,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, problem: string): void => {
    // What is left of the upload is not worth reading.
    response.setHeader('connection', 'close');
    end(response, status, 'application/json', JSON.stringify({ problem } satisfies RefusedFile));
  };
  if (!guard().isOwnPage(request)) return refuse(403, 'Only the playground’s page can upload files.');
  const upload = await uploads.take(request);
  if (upload.kind === 'refused') return refuse(upload.status, upload.problem);
  end(response, 200, 'application/json', JSON.stringify({ id: upload.id } satisfies UploadedFile));
}

function end(response: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-cache',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}
