import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import { INSTALL_COMMAND } from '@mynah/local-speech/recognition/recognizer';
import { type WebSocket, WebSocketServer } from 'ws';
import { LOCALES } from '../../src/messages/locales.ts';
import type { Cast } from '../cast/cast.ts';
import { createGuard, type Guard, securityHeaders } from './http/guard.ts';
import { buildIndexPage } from './http/index-page.ts';
import { CLIENT_FOLDER, loadPageAssets } from './http/page-assets.ts';
import { createPageHttp } from './http/page-http.ts';
import { createSamples } from './http/samples.ts';
import { Uploads } from './http/uploads.ts';
import { type LiveContext, TabSession } from './live/tab-session.ts';
import type { PageParts } from './ports.ts';
import type { ServerEvent, Welcome } from './protocol.ts';
import { createMarkdownParser } from './views/markdown.ts';
import { Visitors } from './visitors/visitors.ts';
import { wantedLocale } from './visitors/wanted-locale.ts';

/** Tried first, so that the address stays the same. */
const USUAL_PORT = 8787;
const HOST = '127.0.0.1';
/** Largest message of a page: a form with ten long fields, in any script. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const TAB_KEY = /^[\w-]{8,64}$/;
/** WebSocket close codes: going away, and try again later (RFC 6455, IANA registry). */
const GOING_AWAY = 1001;
const TRY_AGAIN_LATER = 1013;

/** Options of the page. */
export interface PageOptions {
  readonly environment: {
    readonly discord: LocalDiscord;
    readonly speech:
      | { readonly kind: 'remote' }
      | { readonly kind: 'local'; readonly service: { readonly recognizes: boolean } };
  };
  readonly cast: Cast;
  readonly parts: PageParts;
  /** Default: 8787, or a free one if that is taken. */
  readonly port?: number;
  /** Whether everything is kept for the next start. */
  readonly keeps: boolean;
}

/** The page of a playground, and its server. */
export interface PlaygroundPage {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  /** Tells all tabs. */
  tell(event: Extract<ServerEvent, { kind: 'notice' }>['notice']): void;
  /** Ends all tabs' connections and the server. Safe to call twice. */
  close(): Promise<void>;
}

/** Starts the page's server. Rejects when it can't listen. The caller must close it before the local Discord. */
export async function startPage(options: PageOptions): Promise<PlaygroundPage> {
  const { environment, cast, parts } = options;
  const { discord } = environment;
  const sessions = new Set<TabSession>();
  const tellAll = (event: ServerEvent): void => {
    for (const session of sessions) session.send(event);
  };
  const visitors = new Visitors({ cast, home: discord.guild, parts });
  const uploads = new Uploads();
  const samples = createSamples();
  const live: LiveContext = {
    ...{ discord, cast, uploads, markdown: createMarkdownParser() },
    faults: parts.openFaults((faults) => tellAll({ kind: 'faults', faults })),
    welcome: { ...describe(options), samples: samples.list },
  };
  const watching = gatherInServers(options, visitors);
  const { html, scriptHash } = await buildIndexPage(CLIENT_FOLDER);
  const headers = securityHeaders({ discordOrigin: new URL(discord.apiUrl).origin, scriptHash });
  const guarded: { guard: Guard } = { guard: createGuard(0) };
  const http = createPageHttp({
    ...{ html, headers, samples, uploads, assets: loadPageAssets() },
    guard: () => guarded.guard,
  });
  const port = await listen(http, options.port);
  guarded.guard = createGuard(port);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  http.on('upgrade', (request, socket, head) => {
    // Nobody else listens: strangers may hang up at any time.
    socket.on('error', () => undefined);
    const { pathname, searchParams } = addressOf(request);
    const tab = searchParams.get('tab') ?? '';
    if (!guarded.guard.isOwnPage(request) || pathname !== '/live' || !TAB_KEY.test(tab)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    const locale = wantedLocale(searchParams.get('languages') ?? '', LOCALES);
    sockets.handleUpgrade(
      request,
      socket,
      head,
      (accepted) => void openTab(accepted, { tab, locale }, { visitors, live, sessions }),
    );
  });
  let closed: Promise<void> | undefined;
  return {
    url: `http://${HOST}:${port}/`,
    tell: (notice) => tellAll({ kind: 'notice', notice }),
    close: () => {
      watching[Symbol.dispose]();
      closed ??= close(http, sockets, visitors);
      return closed;
    },
  };
}

/** The address that a request asks for; the start page's where it is none, as `//`. */
function addressOf({ url = '/' }: IncomingMessage): URL {
  const base = 'http://page/';
  return URL.canParse(url, base) ? new URL(url, base) : new URL(base);
}

/** Makes the scripted speakers and all visitors members of every server, also of those that are made later on. */
function gatherInServers({ environment: { discord }, cast }: PageOptions, visitors: Visitors): Disposable {
  const known = new Set<string>();
  const gather = (): void => {
    const news = cast.servers.filter(({ id }) => !known.has(id));
    for (const guild of news) {
      known.add(guild.id);
      for (const name of cast.speakers) cast.person(name, guild);
      visitors.join(guild);
    }
  };
  gather();
  return discord.watch((change) => {
    // Whoever makes the server is its manager, and becomes a member right after it was made.
    if (change === 'guild') queueMicrotask(gather);
  });
}

async function openTab(
  socket: WebSocket,
  { tab, locale }: { readonly tab: string; readonly locale: string | undefined },
  { visitors, live, sessions }: { visitors: Visitors; live: LiveContext; sessions: Set<TabSession> },
): Promise<void> {
  // `close` follows. A tab that gets no session may send what can't be read, too.
  socket.on('error', () => undefined);
  // What comes before there is a session is read by it.
  socket.pause();
  const seated = await visitors.seat(tab, socket);
  socket.resume();
  if (seated === undefined) {
    socket.close(TRY_AGAIN_LATER, 'too many tabs');
    return;
  }
  if (locale !== undefined) seated.visitor.person.useLanguage(locale);
  const session = new TabSession(socket, seated, live);
  sessions.add(session);
  socket.once('close', () => sessions.delete(session));
}

function describe({
  environment: { speech },
  keeps,
}: PageOptions): Omit<Welcome, 'kind' | 'tab' | 'visitor' | 'samples'> {
  const recognizes = speech.kind === 'remote' || speech.service.recognizes;
  return {
    speech: { kind: speech.kind, recognizes, install: recognizes ? undefined : INSTALL_COMMAND },
    keeps,
    locales: LOCALES,
  };
}

/** Resolves with the port. */
async function listen(http: Server, port: number | undefined): Promise<number> {
  try {
    http.listen(port ?? USUAL_PORT, HOST);
    await once(http, 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (port !== undefined || !isTaken) throw error;
    http.listen(0, HOST);
    await once(http, 'listening');
  }
  return (http.address() as AddressInfo).port;
}

async function close(http: Server, sockets: WebSocketServer, visitors: Visitors): Promise<void> {
  for (const socket of sockets.clients) {
    socket.close(GOING_AWAY);
    socket.terminate();
  }
  http.closeAllConnections();
  const closed = new Promise<void>((resolve) => {
    http.close(() => resolve());
  });
  await Promise.all([closed, visitors.close()]);
}
