import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LineData, StateData } from '../../src/web/overlay/overlay-events.ts';
import { overlayAssets, overlayPage } from '../../src/web/overlay/overlay-page.ts';

const SECRET = 'A'.repeat(32);

interface Sent {
  readonly id: number;
  readonly text: string;
}

/** A server of captions whose events a test sends: the real page and its files, and a feed that keeps all events. */
export class ScriptedOverlay implements AsyncDisposable {
  readonly #server: Server;
  readonly #files = overlayAssets();
  readonly #viewers = new Set<ServerResponse>();
  #events: Sent[] = [];
  #isRevoked = false;
  #refusals = 0;
  readonly #requests: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ScriptedOverlay> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ScriptedOverlay(server);
  }

  /** The page's address with these options. */
  address(query = ''): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/overlay/${SECRET}${query}`;
  }

  /** The query strings of requests for events, oldest first. */
  get requests(): readonly string[] {
    return this.#requests;
  }

  get viewers(): number {
    return this.#viewers.size;
  }

  line(line: Partial<LineData> & Pick<LineData, 'id' | 'text'>): void {
    const order = Number(/\d+/.exec(line.id)?.[0] ?? 0);
    const at = new Date(Date.UTC(2026, 10, 22, 14, 0, order * 7)).toISOString();
    const { speaker = 'Ada' } = line;
    this.#send('line', { speaker, speakerId: `id of ${speaker}`, final: true, at, ...line });
  }

  remove(id: string): void {
    this.#send('remove', { id });
  }

  reset(): void {
    this.#send('reset', {});
  }

  state(state: StateData['state']): void {
    this.#send('state', { state });
    if (state !== 'ended') return;
    this.#isRevoked = true;
    for (const viewer of this.#viewers) viewer.end();
  }

  /** Breaks all connections; the next `refusals` requests for events get a proxy's 502. */
  cut(refusals = 0): void {
    this.#refusals = refusals;
    for (const viewer of this.#viewers) viewer.destroy();
  }

  /** Nothing is under the address any more. */
  revoke(): void {
    this.#isRevoked = true;
    this.cut();
  }

  /** As new. Pages that are still open hear nothing more. */
  renew(): void {
    this.#viewers.clear();
    this.#events = [];
    this.#requests.length = 0;
    this.#refusals = 0;
    this.#isRevoked = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #send(type: string, data: object): void {
    const id = this.#events.length + 1;
    const sent = { id, text: `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n` };
    this.#events.push(sent);
    for (const viewer of this.#viewers) viewer.write(sent.text);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://localhost');
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('x-robots-tag', 'noindex, nofollow');
    const asset = await this.#files.get(url.pathname.replace('/overlay/assets/', ''));
    // Tests share a browser: it needs each file once.
    const kept = { 'cache-control': 'max-age=600' };
    if (asset !== undefined) response.writeHead(200, { ...kept, 'content-type': asset.type }).end(asset.bytes);
    else if (this.#isRevoked) response.writeHead(404).end('not found');
    else if (url.pathname === `/overlay/${SECRET}`) this.#sendPage(request, url, response);
    else if (url.pathname === `/overlay/${SECRET}/events`) this.#stream(url, response);
    else response.writeHead(404).end();
  }

  #sendPage(request: IncomingMessage, url: URL, response: ServerResponse): void {
    const acceptLanguage = request.headers['accept-language'];
    const { html, policy } = overlayPage({ query: url.searchParams, acceptLanguage }, Date.now());
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy });
    response.end(html);
  }

  #stream(url: URL, response: ServerResponse): void {
    this.#requests.push(url.search);
    if (this.#refusals > 0) {
      this.#refusals -= 1;
      response.writeHead(502).end('bad gateway');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(':\n\n');
    const after = Number(url.searchParams.get('after') ?? 0);
    for (const { id, text } of this.#events) if (id > after) response.write(text);
    this.#viewers.add(response);
    response.once('close', () => this.#viewers.delete(response));
  }
}
