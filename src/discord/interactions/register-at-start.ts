import type { Client } from 'discord.js';
import { MynahError } from '../../errors.ts';
import type { AllowedPlaces } from '../client/allowed-places.ts';
import { type Patience, untilReached } from '../client/reach.ts';
import { type CommandIds, registerCommands, removeOldGuildCommands } from './registration.ts';

/** Registers the commands, again and again while Discord cannot be reached. Then removes those of earlier settings. */
export async function registerAtStart(
  { rest, application, guilds }: Client,
  {
    patience,
    places,
    closing,
    ...options
  }: Pick<Parameters<typeof registerCommands>[0], 'guildId' | 'allowDirect' | 'definitions'> & {
    readonly patience: Patience;
    /** Servers that the bot leaves lose its commands with it. */
    readonly places: Pick<AllowedPlaces, 'mayStayIn'>;
    /** Aborts when the bot disconnects. */
    readonly closing: AbortSignal;
  },
): Promise<CommandIds> {
  const { log } = patience;
  const applicationId = application?.id ?? '';
  const { ids, isFirst } = await untilReached(
    () => registerCommands({ rest, applicationId, ...options, log }),
    (error) => !(error instanceof MynahError && error.retryable),
    patience,
  );
  const guildIds = [...guilds.cache.keys()].filter((id) => id !== options.guildId && places.mayStayIn(id));
  void removeOldGuildCommands({ rest, applicationId, guildIds, isFirst, signal: closing, log });
  return ids;
}
