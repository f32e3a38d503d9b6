import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { createTestBot, lady, soon, startTestDiscord } from './discord-fixture.ts';

/** The value of the first option of a message's select. */
function firstChoice({ components }: Pick<SeenMessage, 'components'>): string {
  const selects = components.flatMap((row) => ('components' in row ? (row.components ?? []) : []));
  const options = selects.flatMap((part) => ('options' in part ? (part.options ?? []) : []));
  return String(options[0]?.value);
}

describe('the bot at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  const bots: { close(): Promise<void> }[] = [];

  const startBot = async (options: Parameters<typeof createTestBot>[1] = {}) => {
    const made = await createTestBot(discord, options);
    bots.push(made);
    await made.bot.start(soon());
    return made;
  };

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    ada = discord.addPerson({ name: 'Ada' });
  });

  afterEach(async () => {
    await Promise.all(bots.splice(0).map((bot) => bot.close()));
    await discord.close();
  });

  it.each(['globally', 'in one guild'])(
    'registers its commands %s once, and not again when nothing changed',
    async (where) => {
      const options = where === 'globally' ? {} : { guildId: discord.guild.id };
      const { bot } = await startBot(options);
      expect(bot.isReady()).toBe(true);
      await bot.close();
      expect(bot.isReady()).toBe(false);
      await startBot(options);
      expect(discord.figures.commandOverwrites).toBe(1);
      expect(discord.errors).toEqual([]);
    },
  );

  it('refuses to start with a token that Discord rejects', async () => {
    const other = await startTestDiscord({ voice: false, token: 'another' });
    try {
      const made = await createTestBot({ apiUrl: other.apiUrl, token: discord.token });
      await expect(made.bot.start(soon())).rejects.toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
      await made.close();
    } finally {
      await other.close();
    }
  });

  it('answers /help ephemerally within 3 s', async () => {
    await startBot();
    const invocation = await ada.type('/help');
    const reply = await invocation.reply(soon());
    expect(reply.content).toMatch(/<\/say:\d{17,20}>/);
    expect(JSON.stringify(reply.embeds)).toMatch(/<\/captions start:\d{17,20}>/);
    expect(reply.ephemeral).toBe(true);
    expect(invocation.acknowledgedAfterMs).toBeLessThan(3_000);
  });

  it('answers /say with a file outside voice, and in a direct message', async () => {
    const { ttsRequests } = await startBot();
    for (const where of [{}, { channelId: ada.dmChannelId }]) {
      const reply = await (await ada.type('/say', { text: 'Good morning.', voice: 'lady' }, where)).reply(soon());
      expect(reply.attachments).toMatchObject([{ filename: 'mynah.ogg', size: 17 }]);
      expect(reply.ephemeral).toBe(false);
    }
    expect(ttsRequests).toMatchObject([1, 2].map(() => ({ text: 'Good morning.', voiceId: lady._id, format: 'opus' })));
  });

  it('deletes a public deferral and gives the reason ephemerally when a file fails', async () => {
    const { fail } = await startBot();
    fail(new SpeechError('SPEECH_BAD_REQUEST', 'refused', { serviceMessage: 'Reference not found' }));
    const invocation = await ada.type('/say', { text: 'Good morning.' });
    const reply = await invocation.until((message) => message.content !== '', soon());
    expect(reply.content).toContain('“Reference not found”');
    expect(reply.ephemeral).toBe(true);
    expect(discord.guild.channel('general').messages.filter((message) => !message.deleted)).toEqual([]);
  });

  it('suggests voices', async () => {
    await startBot();
    expect(await ada.autocomplete('/say', 'voice', 'la', { text: 'x' })).toEqual([
      expect.objectContaining({ name: 'Lady · Ann', value: lady._id }),
    ]);
  });

  it('joins the caller and updates the reply as playback progresses', async () => {
    const { engine } = await startBot();
    const lounge = discord.guild.channel('Lounge');
    ada.enterVoice(lounge.id);
    const invocation = await ada.type('/say', { text: 'Good morning.' });
    await discord.guild.waitForVoice(discord.botId, lounge.id, soon());
    await expect.poll(() => engine.dispatched).toContain('VOICE_STATE_UPDATE');
    await expect.poll(() => engine.items.length).toBe(1);
    const textId = engine.items[0]?.textId ?? '';
    engine.emit({ type: 'item-started', guildId: discord.guild.id, textId });
    await invocation.until((message) => message.content === 'Speaking…', soon());
    engine.emit({ type: 'item-finished', guildId: discord.guild.id, textId });
    const last = await invocation.until((message) => message.content === 'Spoken.', soon());
    expect(last.ephemeral).toBe(true);
    expect(invocation.messages).toHaveLength(1);
  });

  it('lets members remove their own texts from the queue', async () => {
    const { engine } = await startBot();
    ada.enterVoice(discord.guild.channel('Lounge').id);
    const said = await ada.type('/say', { text: 'Good morning.' });
    await expect.poll(() => engine.items.length).toBe(1);
    engine.emit({ type: 'item-started', guildId: discord.guild.id, textId: engine.items[0]?.textId ?? '' });
    await said.reply(soon());
    const queue = await (await ada.type('/queue')).reply(soon());
    expect(queue.content).toContain('Good morning.');
    const chosen = await ada.select(queue, 'queue:remove', [firstChoice(queue)]);
    const changed = await chosen.until((message) => message.content.startsWith('Removed from the queue.'), soon());
    expect(changed.components).toEqual([]);
    expect(engine.items).toEqual([]);
  });

  it('names the missing permission', async () => {
    await startBot();
    const lounge = discord.guild.channel('Lounge');
    discord.guild.setPermissions('Lounge', { targetId: discord.botId, deny: 1n << 21n });
    ada.enterVoice(lounge.id);
    const reply = await (await ada.type('/join')).reply(soon());
    expect(reply.content).toMatch(/can't speak in .* give me Speak there\.$/);
  });

  it('rejects a full channel', async () => {
    await startBot();
    for (const name of ['Bo', 'Cy']) discord.addPerson({ name }).enterVoice(discord.guild.channel('Booth').id);
    const full = await (await ada.type('/join', { channel: discord.guild.channel('Booth').id })).reply(soon());
    expect(full.content).toContain('is full (2 at most)');
  });

  it('leaves when it is alone and posts that where it was summoned', async () => {
    await startBot({ aloneTimeoutMs: 50 });
    const lounge = discord.guild.channel('Lounge');
    ada.enterVoice(lounge.id);
    await (await ada.type('/join')).reply(soon());
    await ada.leaveVoice();
    const general = discord.guild.channel('general');
    const line = await general.waitForMessage((message) => message.content.startsWith('I left'), soon());
    expect(line.content).toContain(`<#${lounge.id}>`);
    await discord.guild.waitForVoice(discord.botId, undefined, soon());
  });

  it('disconnects from voice and the gateway when it is closed', async () => {
    const { bot } = await startBot();
    ada.enterVoice(discord.guild.channel('Lounge').id);
    await (await ada.type('/join')).reply(soon());
    await bot.close();
    await discord.guild.waitForVoice(discord.botId, undefined, soon());
    await discord.botGone(soon());
    expect(discord.errors).toEqual([]);
  });
});
