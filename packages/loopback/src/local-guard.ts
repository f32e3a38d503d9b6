import type { IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';

/** Whose requests a local service answers: those of programs on this machine, not those of pages in its browsers. */
export interface LocalGuard {
  /** The request names this machine as its host. A page of another name that was pointed here names that. */
  isForThisMachine(request: IncomingMessage): boolean;
  /** Besides, no page has sent it: browsers say so, and name the page in everything that it can read or change. */
  isOfProgram(request: IncomingMessage): boolean;
}

const REFUSAL =
  'This local service answers programs, not pages in a browser. From another machine, use its IP address.\n';

/** Creates the guard of a service that is also reached as `hosts`: names without ports. */
export function createLocalGuard(hosts: Iterable<string> = []): LocalGuard {
  // In small letters, as an address has them.
  const names = new Set(['localhost', ...[...hosts].map((name) => name.toLowerCase())]);
  const isForThisMachine = ({ headers: { host = '' } }: IncomingMessage): boolean => {
    const name = hostnameOf(host);
    // Nobody can point an address to another machine.
    return name !== undefined && (names.has(name) || isIP(name.replaceAll(/[[\]]/g, '')) !== 0);
  };
  return {
    isForThisMachine,
    isOfProgram: (request) => isForThisMachine(request) && !isOfPage(request),
  };
}

/** `none` is an address that somebody typed. */
function isOfPage({ headers: { origin, 'sec-fetch-site': site = 'none' } }: IncomingMessage): boolean {
  return origin !== undefined || site !== 'none';
}

/** Answers a request that the guard refuses. */
export function refuseRequest(response: ServerResponse): void {
  response.writeHead(403, { 'Content-Type': 'text/plain', Connection: 'close' }).end(REFUSAL);
}

/** Answers an upgrade that the guard refuses. */
export function refuseUpgrade(socket: Duplex): void {
  // Nobody else listens: strangers may hang up at any time.
  socket.on('error', () => undefined);
  const head = ['HTTP/1.1 403 Forbidden', 'Content-Type: text/plain', `Content-Length: ${REFUSAL.length}`];
  socket.end([...head, 'Connection: close', '', REFUSAL].join('\r\n'));
}

function hostnameOf(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname;
}
