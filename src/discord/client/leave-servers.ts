import { type Client, DiscordAPIError, Events, RESTJSONErrorCodes, Routes } from 'discord.js';
import type { Logger } from '../../log/log.ts';
import type { AllowedPlaces } from './allowed-places.ts';

/**
 * Leaves the servers in which the operator does not allow the bot: those that it is in when it connects, and each that
 * adds it later. It posts nothing there. Each server is logged by its id. A leave that fails is tried again when the
 * server becomes available again, or at the next start.
 */
export function leaveServers(
  client: Pick<Client, 'rest' | 'on'>,
  {
    places,
    signal,
    log,
  }: {
    readonly places: Pick<AllowedPlaces, 'mayStayIn'>;
    /** Once it aborts, nothing more is sent. */
    readonly signal: AbortSignal;
    readonly log: Logger;
  },
): void {
  const underWay = new Set<string>();
  const leave = async (guildId: string): Promise<void> => {
    if (places.mayStayIn(guildId) || underWay.has(guildId) || signal.aborted) return;
    underWay.add(guildId);
    try {
      await client.rest.delete(Routes.userGuild(guildId), { signal });
      log.warn({ guildId }, 'left a server that is not in ALLOWED_GUILDS');
    } catch (error) {
      if (!isGone(error) && !signal.aborted) {
        log.error({ err: error, guildId }, 'could not leave a server that is not in ALLOWED_GUILDS');
      }
    } finally {
      underWay.delete(guildId);
    }
  };
  client.on(Events.GuildCreate, ({ id }) => void leave(id));
  // Also for each server that the bot is in when it connects.
  client.on(Events.GuildAvailable, ({ id }) => void leave(id));
  // discord.js reports no server that adds the bot while the client is still getting ready.
  client.on(Events.ClientReady, ({ guilds }) => {
    for (const id of guilds.cache.keys()) void leave(id);
  });
}

function isGone(error: unknown): boolean {
  return error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownGuild;
}
