import { type Client, DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createGuildDirectory } from '../../../../src/discord/client/guild-directory.ts';
import { createLogger } from '../../../../src/log/log.ts';

/** The roles of a member of `g`, when Discord answers like this. */
function rolesWhen(fetch: () => Promise<unknown>, guildId = 'g') {
  const guild = { members: { fetch } };
  const client = { guilds: { cache: new Map([['g', guild]]) } } as unknown as Client;
  return createGuildDirectory(client, createLogger('silent')).roleIdsOf(guildId, '1');
}

const refusal = (code: number, status: number) =>
  new DiscordAPIError({ code, message: 'no' }, code, status, 'GET', '/members', {});

describe('the roles of a member', () => {
  it('are what Discord answers, and none for who is no member', async () => {
    expect(await rolesWhen(async () => ({ roles: { cache: new Map([['r', {}]]) } }))).toEqual(['r']);
    const gone = [RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser];
    for (const code of gone) expect(await rolesWhen(() => Promise.reject(refusal(code, 404)))).toEqual([]);
  });

  it('are not known without an answer', async () => {
    expect(await rolesWhen(() => Promise.reject(refusal(0, 503)))).toBeUndefined();
    expect(await rolesWhen(() => Promise.reject(new Error('no connection')))).toBeUndefined();
    expect(await rolesWhen(async () => undefined, 'left')).toBeUndefined();
  });
});
