import { type APIApplicationCommandStringOption, ApplicationCommandOptionType } from 'discord.js';
import type { Place } from '../../src/discord/interactions/command.ts';
import type { Services } from '../../src/discord/services.ts';
import type { Messages } from '../../src/messages/messages.ts';
import type { Requester, Scope } from '../../src/pronunciations/pronunciations-api.ts';

/** The option `scope`. */
export function scopeOption({ pronunciation }: Messages, description: string): APIApplicationCommandStringOption {
  const { me, server } = pronunciation.command.scopeChoices;
  return {
    type: ApplicationCommandOptionType.String,
    name: 'scope',
    description,
    choices: [
      { name: me, value: 'me' },
      { name: server, value: 'server' },
    ],
  };
}

/** Reads a scope as it is in options and custom ids. */
export function readScope(value: string | undefined): Scope | undefined {
  return value === 'me' || value === 'server' ? value : undefined;
}

/** Who asks. Managers are those who may change the server's settings. */
export async function requesterOf(
  { access }: Pick<Services, 'access'>,
  { userId, place }: { readonly userId: string; readonly place: Place },
): Promise<Requester> {
  if (place.kind !== 'guild') return { userId, guildId: undefined, isManager: false };
  return { userId, guildId: place.guildId, isManager: await access.isManager(place) };
}
