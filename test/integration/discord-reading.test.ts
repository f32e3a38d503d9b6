import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LocalGuild } from '../../playground/discord/guild.ts';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import type { Person } from '../../playground/discord/people/person.ts';
import { QueueEngine } from '../support/queue-engine.ts';
import { createTestBot, soon } from './discord-fixture.ts';

describe('chat that is read aloud', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let engine: QueueEngine;
  const bots: { close(): Promise<void> }[] = [];

  const startBot = async (options: Parameters<typeof createTestBot>[1] = {}) => {
    const made = await createTestBot(discord, {
      createEngine: (onEvent) => (engine = new QueueEngine(onEvent)),
      ...options,
    });
    bots.push(made);
    await made.bot.start(soon());
    return made;
  };
  const turnOn = async (who: Person, options: Record<string, string | boolean> = {}, channelId?: string) => {
    const where = channelId === undefined ? {} : { channelId };
    return (await who.type('/autoread on', options, where)).until(({ content }) => content !== '', soon());
  };
  const texts = (guild: LocalGuild = discord.guild) => engine.texts(guild.id);

  beforeEach(async () => {
    discord = await startLocalDiscord({ voice: false, privilegedIntents: { messageContent: true } });
    ada = discord.addPerson({ name: 'Ada', permissions: P.ManageGuild | P.ManageMessages });
  });

  afterEach(async () => {
    await Promise.all(bots.splice(0).map((bot) => bot.close()));
    await discord.close();
  });

  it('is read in the voice channel that its writer is in, which the bot joins by itself', async () => {
    await startBot();
    const lounge = discord.guild.channel('Lounge');
    ada.enterVoice(lounge.id);
    const reply = await turnOn(ada, { auto_join: true });
    expect(reply.content).toContain('join the voice channel of people who write there');
    ada.send('Good morning.');
    await discord.guild.waitForVoice(discord.botId, lounge.id, soon());
    await expect.poll(() => texts()).toEqual(['Ada says: Good morning.']);
    ada.send('How are you?');
    await expect.poll(() => texts()).toEqual(['Ada says: Good morning.', 'How are you?']);
    expect(discord.errors).toEqual([]);
  });

  it('begins with a public notice in the channel', async () => {
    await startBot();
    await turnOn(ada);
    const notice = await discord.guild
      .channel('general')
      .waitForMessage(({ author }) => author.id === discord.botId, soon());
    expect(notice.content).toContain('read aloud');
    expect(JSON.stringify(notice.components)).toContain('autoread:mute');
  });
});
