import { once } from 'node:events';
import { type Client, DiscordAPIError, Events, GatewayCloseCodes, type REST, Routes } from 'discord.js';
import { type Backoff, backoffMs, linkSignals, sleep } from '../../async.ts';
import { MynahError } from '../../errors.ts';
import type { Logger } from '../../log.ts';
import { connectionFailure } from './connection-failure.ts';
import { DISCORD_BACKOFF } from './gateway-reconnects.ts';

/** How a start waits for Discord. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly backoff?: Backoff;
  /** Called before each wait. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * Logs in and waits until every shard is ready. While Discord cannot be reached it tries again, with growing waits and a
 * log line per attempt. Rejects with the signal's reason when that aborts.
 * @throws {MynahError} DISCORD_TOKEN_REFUSED, or DISCORD_CONNECTION when Discord refuses the connection for good.
 */
export async function logIn(client: Client, token: string, patience: Patience): Promise<void> {
  client.rest.setToken(token);
  // The client itself cannot be used again after a failed login.
  await untilReached(() => readGateway(client.rest, patience.signal), isTokenRefused, patience);
  await connect(client, token, patience);
}

/** Repeats a request while Discord cannot be reached. Rejects with an error that is `final`, or the signal's reason. */
export async function untilReached<T>(
  request: () => Promise<T>,
  isFinal: (error: unknown) => boolean,
  { signal, log, backoff = DISCORD_BACKOFF, onWait }: Patience,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (isFinal(error)) throw error;
      const delayMs = Math.round(backoffMs(failures, backoff));
      onWait?.();
      log.warn(
        { ...connectionFailure(error), failures, delayMs },
        'cannot reach Discord: check the network and DISCORD_API_URL; trying again',
      );
      await sleep(delayMs, signal);
    }
  }
}

async function readGateway(rest: REST, signal: AbortSignal): Promise<void> {
  try {
    const gateway = await rest.get(Routes.gatewayBot(), { signal });
    if (typeof gateway === 'object' && gateway !== null && 'url' in gateway) return;
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === 401) throw tokenRefused(error);
    throw error;
  }
  throw new MynahError('DISCORD_CONNECTION', 'the server at DISCORD_API_URL does not answer like Discord');
}

async function connect(client: Client, token: string, { signal, onWait = () => undefined }: Patience): Promise<void> {
  const refused = new AbortController();
  const onDisconnect = ({ code }: { readonly code: number }): void => refused.abort(refusalOf(code));
  client.once(Events.ShardDisconnect, onDisconnect);
  client.on(Events.ShardReconnecting, onWait);
  using either = linkSignals([signal, refused.signal]);
  try {
    const ready = once(client, Events.ClientReady, { signal: either.signal });
    await Promise.all([ready, client.login(token)]);
  } catch (error) {
    signal.throwIfAborted();
    refused.signal.throwIfAborted();
    throw new MynahError('DISCORD_CONNECTION', 'cannot connect to Discord', { retryable: true, cause: error });
  } finally {
    client.off(Events.ShardDisconnect, onDisconnect);
    client.off(Events.ShardReconnecting, onWait);
  }
}

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
function refusalOf(code: number): MynahError {
  if (code === GatewayCloseCodes.AuthenticationFailed) return tokenRefused();
  const isShards = code === GatewayCloseCodes.InvalidShard || code === GatewayCloseCodes.ShardingRequired;
  return new MynahError(
    'DISCORD_CONNECTION',
    isShards
      ? `Discord closed the gateway connection for good (${code}): check SHARDS and SHARD_COUNT`
      : `Discord closed the gateway connection for good (${code})`,
    { severity: 'fault' },
  );
}

function isTokenRefused(error: unknown): boolean {
  return error instanceof MynahError && error.code === 'DISCORD_TOKEN_REFUSED';
}

function tokenRefused(cause?: unknown): MynahError {
  return new MynahError(
    'DISCORD_TOKEN_REFUSED',
    "Discord refused DISCORD_TOKEN: copy the bot's token from the developer portal again",
    { cause },
  );
}
