import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { codeOf } from '../../errors.ts';
import { type Check, type Finding, failed, ok, warning } from './checks.ts';

/** As in package.json, "engines". */
const LEAST_NODE = [22, 19] as const;
const HEALTH_TIMEOUT_MS = 2_000;

/** Whether the program can run Mynah: it also works with a wrong configuration. */
export const NODE_CHECK: Check = {
  name: 'Node.js',
  purpose: 'runs Mynah',
  run: () => checkNode(process.versions.node),
};

/** The checks of the address for health checks and pages. */
export function httpChecks({ http, publicUrl }: Config): Check[] {
  return [
    {
      name: 'HTTP port',
      purpose: 'health checks, metrics, captions on a screen',
      run: (signal) => checkPort(http, signal),
    },
    {
      name: 'public address',
      purpose: 'where people reach captions on a screen',
      run: () => checkPublicUrl(publicUrl),
    },
  ];
}

/** Finds whether a version such as `26.10.0` is new enough. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return ok(version);
  return failed(
    `${version} is too old`,
    `install ${LEAST_NODE.join('.')} or newer, or start with npm start after npm ci`,
  );
}

async function checkPort({ host, port }: Config['http'], signal: AbortSignal): Promise<Finding> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening', { signal });
    return ok(port === 0 ? `any free port on ${host}` : `${host}:${port} is free`);
  } catch (error) {
    const code = codeOf(error) ?? 'no answer';
    if (code === 'EADDRINUSE' && (await isMynah(host, port))) return ok(`${host}:${port} is in use by a running Mynah`);
    if (code === 'EADDRINUSE') return failed(`${host}:${port} is taken`, 'set another HTTP_PORT, or 0 for a free one');
    if (code === 'EACCES') return failed(`${host}:${port} is for root alone`, 'set an HTTP_PORT of 1024 or more');
    return failed(`${host}:${port} cannot be used (${code})`, 'set HTTP_HOST to an address of this machine');
  } finally {
    server.close();
  }
}

/** Whether the metrics there have Mynah's names. Not by `fetch`, which would ask a proxy for this machine's own address. */
async function isMynah(host: string, port: number): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MS);
  try {
    const request = get({ host: name, port, path: '/metrics', signal });
    // What fails after the response has begun fails its reader, too.
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [Readable];
    return (await text(response)).includes('mynah_voice_sessions');
  } catch {
    return false;
  }
}

function checkPublicUrl(publicUrl: string | undefined): Finding {
  if (publicUrl === undefined) return ok('none: captions on a screen are off');
  const { protocol, hostname, host, pathname } = new URL(publicUrl);
  const shown = `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  if (protocol === 'https:' || isLocal) return ok(shown);
  return warning(`${shown} is not encrypted`, 'use https: the address of captions is their secret');
}
