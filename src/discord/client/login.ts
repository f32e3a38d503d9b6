import { once } from 'node:events';
import { type Client, DiscordAPIError, Events, GatewayCloseCodes, type REST, Routes } from 'discord.js';
import { linkSignals } from '../../concurrency/async.ts';
import { MynahError } from '../../errors.ts';
import { askForMessages } from './message-content.ts';
import { type Patience, untilReached } from './reach.ts';

/**
 * Logs in and waits until every shard is ready. While Discord cannot be reached it tries again, with growing waits and a
 * log line per attempt. Rejects with the signal's reason when that aborts.
 * @throws {MynahError} DISCORD_TOKEN_REFUSED, or DISCORD_CONNECTION when Discord refuses the connection for good.
 */
export async function logIn(client: Client, token: string, patience: Patience): Promise<void> {
  client.rest.setToken(token);
  // The client itself cannot be used again after a failed login.
  await untilReached(() => readGateway(client.rest, patience.signal), isTokenRefused, patience);
  await askForMessages(client, patience);
  await connect(client, token, patience);
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
  const onDisconnect = ({ code }: { readonly code: number }): void => {
    // The client then connects again without the intent that was refused.
    if (code !== GatewayCloseCodes.DisallowedIntents) refused.abort(refusalOf(code));
  };
  client.on(Events.ShardDisconnect, onDisconnect);
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
