import { DiscordAPIError, HTTPError } from 'discord.js';
import { MynahError } from '../../errors.ts';
import { ProxyError } from '../../proxy/proxy-error.ts';

/** Fields of a log line about a connection that failed, without a stack, which says nothing about the network. */
export interface ConnectionFailure {
  /** Such as ECONNREFUSED or HTTP_503; the error's name where nothing else is known. */
  readonly code: string;
  readonly cause: string;
}

/** The innermost error that has a code: undici and Mynah wrap the one of the network. */
export function connectionFailure(error: unknown): ConnectionFailure {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', cause: typeof error };
  // Its message names the proxy, which the network's own code does not.
  if (error instanceof ProxyError) return { code: error.code, cause: error.message };
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    return { code: `HTTP_${error.status}`, cause: error.message };
  }
  // An aborted request has a number for old browsers, which says nothing: its name does.
  const hasCode = 'code' in error && typeof error.code === 'string';
  const isWrapped = error instanceof MynahError || !hasCode;
  if (isWrapped && error.cause instanceof Error) return connectionFailure(error.cause);
  return { code: hasCode ? String(error.code) : error.name, cause: error.message || error.name };
}
