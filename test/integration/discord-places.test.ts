import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { ButtonStyle, ComponentType } from 'discord.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ephemeral } from '../../src/discord/client/replies.ts';
import { ANYWHERE, type Command } from '../../src/discord/interactions/command.ts';
import type { Services } from '../../src/discord/services.ts';
import { english } from '../../src/messages/english.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const refusals = english.interactions.places;

/** A command with a button, for every place. It counts what reaches it. */
function createProbe(): { readonly command: Command; readonly seen: string[] } {
  const seen: string[] = [];
  const button = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: 'Press',
    custom_id: 'probe:x',
  } as const;
  const components = [{ type: ComponentType.ActionRow as const, components: [button] }];
  return {
    seen,
    command: {
      name: 'probe',
      define: () => ({ name: 'probe', description: 'Probes', ...ANYWHERE }),
      run: async (context) => {
        seen.push(context.place.kind);
        await context.answer({ ...ephemeral('Probed.'), components });
      },
      component: (context) => context.update(ephemeral('Pressed.')),
    },
  };
}

describe('where the operator lets the bot work', () => {
  let discord: LocalDiscord;
  let ada: Person;
  const bots: { close(): Promise<void> }[] = [];

  const startBot = async (options: Parameters<typeof createTestBot>[1] = {}) => {
    const probe = createProbe();
    const createCommands = () => ({ commands: [probe.command], menus: [] });
    const made = await createTestBot(discord, { createCommands, ...options });
    bots.push(made);
    await made.bot.start(soon());
    return { ...made, seen: probe.seen };
  };

  /** What is registered, globally or in a guild. */
  const registered = async (guildId?: string): Promise<readonly { readonly name: string }[]> => {
    const scope = guildId === undefined ? '' : `/guilds/${guildId}`;
    const url = `${discord.apiUrl}/v10/applications/${discord.applicationId}${scope}/commands`;
    const response = await fetch(url, { headers: { authorization: `Bot ${discord.token}` } });
    return (await response.json()) as { name: string }[];
  };

  /** Registers the command globally behind the bot's back, as a client shows it that does not know of its removal yet. */
  const registerAnyway = async (): Promise<void> => {
    const response = await fetch(`${discord.apiUrl}/v10/applications/${discord.applicationId}/commands`, {
      method: 'POST',
      headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(createProbe().command.define(english)),
    });
    expect(response.ok).toBe(true);
  };

  const probeIn = async (channelId: string, person = ada) =>
    (await person.type('/probe', {}, { channelId })).reply(soon());
  const membersIn = async (): Promise<string[]> => {
    const response = await fetch(`${discord.apiUrl}/v10/users/@me/guilds`, {
      headers: { authorization: `Bot ${discord.token}` },
    });
    return ((await response.json()) as { id: string }[]).map(({ id }) => id);
  };

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
  });

  afterEach(async () => {
    await Promise.all(bots.splice(0).map((bot) => bot.close()));
    expect(discord.errors).toEqual([]);
    await discord.close();
  });

  it('with DISCORD_GUILD_ID, global commands of an earlier start are removed', {
    meta: { promises: ['discord-guild-id-global'] },
  }, async () => {
    const { bot } = await startBot();
    expect(await registered()).toMatchObject([{ name: 'probe' }]);
    await bot.close();
    await startBot({ guildId: discord.guild.id });
    expect(await registered()).toEqual([]);
    expect(await registered(discord.guild.id)).toMatchObject([{ name: 'probe' }]);
  });

  it('without DISCORD_GUILD_ID, or with another one, the commands of the earlier one are removed', {
    meta: { promises: ['without-another-one-commands'] },
  }, async () => {
    const other = discord.addGuild({ name: 'Other' });
    const first = await startBot({ guildId: discord.guild.id });
    await first.bot.close();
    const second = await startBot({ guildId: other.id });
    await expect.poll(() => registered(discord.guild.id)).toEqual([]);
    expect(await registered(other.id)).toMatchObject([{ name: 'probe' }]);
    await second.bot.close();
    await startBot();
    await expect.poll(() => registered(other.id)).toEqual([]);
    expect(await registered()).toMatchObject([{ name: 'probe' }]);
  });

  it('with DISCORD_GUILD_ID, commands from elsewhere are answered with one clear line, and the bot stays', {
    meta: { promises: ['discord-guild-id-whatever'] },
  }, async () => {
    const other = discord.addGuild({ name: 'Other' });
    const bob = discord.addPerson({ name: 'Bob', guild: other });
    const { seen } = await startBot({ guildId: discord.guild.id });
    await registerAnyway();
    for (const channelId of [other.channel('general').id, bob.dmChannelId]) {
      const reply = await probeIn(channelId, bob);
      expect(reply).toMatchObject({ content: refusals.outsideOnlyServer, ephemeral: true });
    }
    expect(seen).toEqual([]);
    expect((await probeIn(discord.guild.channel('general').id)).content).toBe('Probed.');
    expect(await membersIn()).toContain(other.id);
  });

  it('with ALLOWED_GUILDS, the bot leaves other servers at its start and when it is added later, and posts nothing', {
    meta: { promises: ['allowed-guilds-bot-leaves'] },
  }, async () => {
    const before = discord.addGuild({ name: 'Before' });
    await startBot({ allowedGuilds: [discord.guild.id] });
    await expect.poll(membersIn).toEqual([discord.guild.id]);
    const later = discord.addGuild({ name: 'Later' });
    await expect.poll(membersIn).toEqual([discord.guild.id]);
    for (const guild of [before, later]) {
      expect(guild.channels.flatMap(({ messages }) => messages)).toEqual([]);
    }
    expect((await probeIn(discord.guild.channel('general').id)).content).toBe('Probed.');
  });

  it('with ALLOWED_GUILDS, a voice session that an earlier process left ends with the membership', {
    meta: { promises: ['allowed-guilds-bot-leaves'] },
  }, async () => {
    const other = discord.addGuild({ name: 'Other' });
    const crashed = await startBot();
    await crashed.engine.join({ guildId: other.id, channelId: other.channel('Lounge').id });
    await startBot({ allowedGuilds: [discord.guild.id] });
    await other.waitForVoice(discord.botId, undefined, soon());
    await expect.poll(membersIn).toEqual([discord.guild.id]);
  });

  it('no voice session and no captions start where the operator does not allow them, whatever asks for them', {
    meta: { promises: ['neither-voice-nor-captions'] },
  }, async () => {
    const other = discord.addGuild({ name: 'Other' });
    const voiceChannelId = other.channel('Lounge').id;
    const { promise, resolve } = Promise.withResolvers<Services>();
    const createCommands = (services: Services) => {
      resolve(services);
      return { commands: [], menus: [] };
    };
    const { engine } = await startBot({ guildId: discord.guild.id, createCommands });
    const { host, captions } = await promise;
    const place = { guildId: other.id, textChannelId: other.channel('general').id };
    expect(await host.join({ ...place, channelId: voiceChannelId })).toEqual({ kind: 'unknown-channel' });
    await engine.join({ guildId: other.id, channelId: voiceChannelId });
    const request = { ...place, voiceChannelId, startedBy: ada.id, language: undefined, interim: false };
    expect(await captions.start(request)).toEqual({ kind: 'no-voice' });
  });

  it('a person’s own app in a server outside ALLOWED_GUILDS works directly, unless ALLOW_DIRECT is false', {
    meta: { promises: ['without-allow-direct-discord'] },
  }, async () => {
    const foreign = discord.addGuild({ name: 'Foreign', withBot: false });
    const bob = discord.addPerson({ name: 'Bob', guild: foreign });
    const allowing = await startBot({ allowedGuilds: [discord.guild.id] });
    expect((await probeIn(foreign.channel('general').id, bob)).content).toBe('Probed.');
    expect(allowing.seen).toEqual(['elsewhere']);
    await allowing.bot.close();
    const refusing = await startBot({ allowedGuilds: [discord.guild.id], allowDirect: false });
    await registerAnyway();
    const reply = await probeIn(foreign.channel('general').id, bob);
    expect(reply).toMatchObject({ content: refusals.direct, ephemeral: true });
    expect(refusing.seen).toEqual([]);
  });

  it('without ALLOW_DIRECT, Discord offers no command directly, and what still arrives is refused', {
    meta: { promises: ['without-allow-direct-discord'] },
  }, async () => {
    const allowing = await startBot();
    const shown = await probeIn(ada.dmChannelId);
    await allowing.bot.close();
    await startBot({ allowDirect: false });
    await expect(ada.type('/probe', {}, { channelId: ada.dmChannelId })).rejects.toThrow(
      /not for this kind of channel/,
    );
    const pressed = await ada.click(shown, 'probe:x');
    expect(await pressed.reply(soon())).toMatchObject({ content: refusals.direct, ephemeral: true });
    await registerAnyway();
    expect(await probeIn(ada.dmChannelId)).toMatchObject({ content: refusals.direct, ephemeral: true });
    expect((await probeIn(discord.guild.channel('general').id)).content).toBe('Probed.');
  });
});
