import { MynahError } from '../errors.ts';
import type { ProxyServer } from './proxy-routes.ts';

/** HTTP's status of a proxy that wants a user and password, or others (RFC 9110, 15.5.8). */
export const AUTHENTICATION_REQUIRED = 407;

/** What a proxy did instead of connecting. */
type ProxyFault =
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'silent' }
  /** `cause` is the network's or TLS' own error. */
  | { readonly kind: 'unreachable'; readonly cause: Error };

/**
 * A connection that a proxy did not make: nothing was sent to the host behind it. The code is PROXY_REFUSED, PROXY_SILENT or
 * PROXY_UNREACHABLE. Message and advice name the proxy's host and port, never its user or password.
 */
export class ProxyError extends MynahError {
  override readonly name = 'ProxyError';
  /** What an operator can do. */
  readonly advice: string;

  constructor(proxy: ProxyServer, target: string, fault: ProxyFault) {
    const cause = fault.kind === 'unreachable' ? fault.cause : undefined;
    super(`PROXY_${fault.kind.toUpperCase()}`, describe(proxy, target, fault), { retryable: true, cause });
    this.advice = adviceOn(proxy, target, fault);
  }
}

/** The proxy's part in a failure, if it had one: libraries wrap the errors of their connections. */
export function proxyErrorIn(error: unknown): ProxyError | undefined {
  if (error instanceof ProxyError) return error;
  return error instanceof Error ? proxyErrorIn(error.cause) : undefined;
}

function describe({ name }: ProxyServer, target: string, fault: ProxyFault): string {
  switch (fault.kind) {
    case 'refused':
      return `the proxy ${name} refused the connection to ${target} (${fault.status})`;
    case 'silent':
      return `the proxy ${name} did not connect to ${target} in time`;
    case 'unreachable':
      return `the proxy ${name} cannot be reached (${codeOf(fault.cause)})`;
  }
}

function adviceOn({ name, variable }: ProxyServer, target: string, fault: ProxyFault): string {
  if (fault.kind === 'unreachable') return `check ${variable} and that the proxy runs`;
  const isLogin = fault.kind === 'refused' && fault.status === AUTHENTICATION_REQUIRED;
  if (isLogin) return `check the user and password in ${variable}: http://USER:PASSWORD@${name}`;
  return `let ${target} through at the proxy, or name its host in NO_PROXY if there is a direct way`;
}

function codeOf(error: Error): string {
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return inner instanceof Error && 'code' in inner ? String(inner.code) : error.name;
}
