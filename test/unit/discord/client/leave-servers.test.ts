import { EventEmitter } from 'node:events';
import { type Client, Events } from 'discord.js';
import { expect, it } from 'vitest';
import { createAllowedPlaces } from '../../../../src/discord/client/allowed-places.ts';
import { leaveServers } from '../../../../src/discord/client/leave-servers.ts';
import { createLogger } from '../../../../src/log/log.ts';

it('leaves a server, too, that adds the bot while it is getting ready, of which discord.js emits nothing', () => {
  const left: string[] = [];
  const rest = { delete: async (route: string) => void left.push(route) };
  const client = Object.assign(new EventEmitter(), { rest });
  const places = createAllowedPlaces({ guildId: undefined, allowedGuilds: ['1'], allowDirect: true });
  const { signal } = new AbortController();
  leaveServers(client as unknown as Client, { places, signal, log: createLogger('silent') });
  client.emit(Events.GuildAvailable, { id: '2' });
  client.emit(Events.ClientReady, { guilds: { cache: new Map([1, 2, 3].map((id) => [String(id), {}])) } });
  expect(left).toEqual(['/users/@me/guilds/2', '/users/@me/guilds/3']);
});
