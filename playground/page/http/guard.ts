import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';

/** Whose requests the page's server answers. */
export interface Guard {
  /** The request names this server as its host: no other name was pointed to this machine. */
  isOwnHost(request: IncomingMessage): boolean;
  /** The request comes from the page itself, too; browsers tell that of every upload and WebSocket. */
  isOwnPage(request: IncomingMessage): boolean;
}

/** Creates the guard of a server on this machine's own addresses. */
export function createGuard(port: number): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const isOwnHost = ({ headers: { host } }: IncomingMessage): boolean => host !== undefined && hosts.has(host);
  return {
    isOwnHost,
    isOwnPage: (request) => isOwnHost(request) && request.headers.origin === `http://${request.headers.host}`,
  };
}

/**
 * The headers of everything that the server sends. `discordOrigin` is that of attachments; `scriptHash` of the import map.
 * `blob:` is for what the visitor has recorded or is about to upload.
 */
export function securityHeaders({
  discordOrigin,
  scriptHash,
}: {
  readonly discordOrigin: string;
  readonly scriptHash: string;
}): OutgoingHttpHeaders {
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scriptHash}`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${discordOrigin}`,
    `media-src 'self' blob: ${discordOrigin}`,
    `connect-src 'self' ${discordOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}
