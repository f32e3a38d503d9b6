import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Panel, shown } from '../support/settings-panel.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

describe('captions at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  const closing: { close(): Promise<void> }[] = [];

  const channel = (name: string) => discord.guild.channel(name);
  const general = () => channel('general');

  const open = async (botPermissions = DEFAULT_BOT_PERMISSIONS): Promise<void> => {
    discord = await startTestDiscord({ voice: false, botPermissions });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
    for (const person of [ada, bob]) person.enterVoice(channel('Lounge').id);
  };

  const startBot = async () => {
    const made = await createTestBot(discord);
    closing.push(made);
    await made.bot.start(soon());
    return made;
  };

  /** A bot that captions the Lounge in #general, and its notice. */
  const startCaptions = async (options = {}) => {
    const made = await startBot();
    const notice = await (await ada.type('/captions start', options)).reply(soon());
    return { ...made, notice };
  };

  const line = (words: string) => general().waitForMessage(({ content }) => content.includes(words), soon());
  const isSpoken = ({ author }: SeenMessage): boolean => author.kind === 'webhook' && author.name !== 'Mynah';
  /** The custom ids of a message's buttons. */
  const buttonsOf = ({ components }: Pick<SeenMessage, 'components'>): string[] =>
    components
      .flatMap((row) => ('components' in row ? (row.components ?? []) : []))
      .flatMap((part) => ('custom_id' in part ? [String(part.custom_id)] : []));
  const stopButtonOf = (message: Pick<SeenMessage, 'components'>): string =>
    buttonsOf(message).find((id) => id.startsWith('captions:stop')) ?? '';
  const spoken = () => general().messages.filter(isSpoken);

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  describe('where the bot has the permissions it asks for', () => {
    beforeEach(() => open());

    it('start with a notice for everyone that says how to opt out, and a status in the voice channel', async () => {
      const { notice, engine } = await startCaptions({ language: 'de' });
      expect(notice.ephemeral).toBe(false);
      expect(notice.content).toContain(`<#${channel('Lounge').id}> are on, started by <@${ada.id}>. Language: German.`);
      expect(notice.content).toContain('Opt out');
      expect(notice.pings).toEqual([]);
      await expect.poll(() => channel('Lounge').status).toContain('captions are on');
      expect(engine.policy?.others).toBe('ask');
      expect(discord.errors).toEqual([]);
    });

    it('show what people say under their own names and avatars, each turn in one message edited in place', async () => {
      const { engine } = await startCaptions();
      const nowMs = Date.now();
      engine.say(ada.id, 'Good morning.', nowMs - 9_000);
      const first = await line('Good morning.');
      engine.say(ada.id, 'How are you?', nowMs - 7_000);
      const joined = await line('Good morning. How are you?');
      engine.say(bob.id, 'Well, thank you.', nowMs - 2_000);
      const answer = await line('Well, thank you.');
      expect(joined).toMatchObject({ id: first.id, edited: true, author: { kind: 'webhook', name: 'Ada' } });
      expect(joined.author.avatarUrl).toMatch(/^https:\/\//);
      expect(answer.author.name).toBe('Bob');
      expect(spoken()).toHaveLength(2);
      expect(discord.errors).toEqual([]);
    });

    it('replace names that Discord rejects', async () => {
      const names = ['Discord Clyde', 'here', 'x'.repeat(90)];
      const people = names.map((name, index) => {
        const person = discord.addPerson({ name: `Person ${index}` });
        discord.guild.setNickname(person.id, name);
        person.enterVoice(channel('Lounge').id);
        return person;
      });
      const { engine } = await startCaptions();
      for (const person of people) engine.say(person.id, `I am ${person.id}.`);
      for (const person of people) await line(`I am ${person.id}.`);
      const shown = spoken().map(({ author }) => author.name.replaceAll('\u200A', ''));
      expect(shown).toEqual(['Discord Clyde', 'here', `${'x'.repeat(79)}…`]);
      expect(discord.errors).toEqual([]);
    });

    it('neither ping, format nor embed', async () => {
      const { engine } = await startCaptions();
      const said = `@everyone <@${bob.id}> **loud** https://x.example discord.gg/abc last`;
      engine.say(ada.id, said);
      const message = await line('last');
      expect(message.pings).toEqual([]);
      expect(message.content).not.toContain('<@');
      expect(message.content).toContain(String.raw`\*\*loud\*\*`);
      expect(message.flags & 4).toBe(4);
    });

    it('respect the rate limits when twelve people talk at the same time, and lose nothing', {
      timeout: 60_000,
    }, async () => {
      const people = Array.from({ length: 12 }, (_, index) => discord.addPerson({ name: `Speaker ${index}` }));
      for (const person of people) person.enterVoice(channel('Lounge').id);
      const { engine } = await startCaptions();
      const contents = () => spoken().map(({ content }) => content);
      const nowMs = Date.now();
      const sayAll = (round: number): string[] =>
        people.map((person, index) => {
          const text = `round ${round} of speaker ${index}.`;
          engine.say(person.id, text, nowMs + round * 60_000 + index);
          return text;
        });
      const missing = (said: readonly string[]) => said.filter((text) => !contents().join('\n').includes(text));

      const first = sayAll(1);
      await expect.poll(() => missing(first), { timeout: 20_000 }).toEqual([]);
      expect(spoken().map(({ author }) => author.name)).toEqual(people.map(({ name }) => name));
      expect(contents()).toEqual(first);

      const said = [...first, ...sayAll(2), ...sayAll(3)];
      await expect.poll(() => missing(said), { timeout: 30_000 }).toEqual([]);
      const places = said.map((text) => contents().join('\n').indexOf(text));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(spoken().length).toBeLessThan(said.length);
      expect(discord.errors).toEqual([]);
    });

    it('continue through another webhook when the first is deleted, and lose nothing', async () => {
      const { engine } = await startCaptions();
      const nowMs = Date.now();
      engine.say(ada.id, 'First words.', nowMs - 8_000);
      await line('First words.');
      discord.guild.deleteWebhooks('general');
      engine.say(ada.id, 'Second words.', nowMs - 6_000);
      engine.say(bob.id, 'Third words.', nowMs - 2_000);
      await line('Second words.');
      await line('Third words.');
      expect(new Set(spoken().map(({ author }) => author.id)).size).toBe(2);
      // A post and an edit may be in flight when the webhook is deleted.
      expect(discord.errors.length).toBeLessThanOrEqual(2);
      expect(new Set(discord.errors.map(({ code }) => code))).toEqual(new Set([10_015]));
    });

    it('end for people who may stop them, clear the status and offer the transcript in all formats', async () => {
      const { engine, notice } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      const stranger = discord.addPerson({ name: 'Stranger' });
      const refusal = await (await stranger.click(notice, stopButtonOf(notice))).reply(soon());
      expect(refusal.content).toContain(`Only <@${ada.id}>`);
      const told = await (await bob.click(notice, stopButtonOf(notice))).reply(soon());
      expect(told).toMatchObject({
        ephemeral: true,
        content: expect.stringContaining('The transcript has 1 caption.'),
      });
      const offer = await line('ended. The transcript is attached.');
      expect(offer.attachments.map(({ filename }) => filename.split('.')[1])).toEqual(['txt']);
      const choice = await (await ada.click(offer, buttonsOf(offer)[0] ?? '')).reply(soon());
      expect(choice.ephemeral).toBe(true);
      const files = await Promise.all(
        buttonsOf(choice).map(async (button) => (await (await ada.click(choice, button)).reply(soon())).attachments),
      );
      expect(files.flat().map(({ filename }) => filename.split('.')[1])).toEqual(['txt', 'srt', 'vtt', 'json']);
      const attached = [...offer.attachments, ...files.flat()];
      const texts = await Promise.all(attached.map(async ({ url }) => (await fetch(url)).text()));
      expect(texts.every((text) => text.includes('Good morning.') && text.includes('Ada'))).toBe(true);
      await expect.poll(() => channel('Lounge').status).toBe('');
      expect(discord.errors).toEqual([]);
    });

    it.each([
      ['the bot is dismissed', async () => (await ada.type('/leave')).reply(soon())],
      ['the bot is kicked', undefined],
    ])('end when %s, and offer the transcript', async (_how, act) => {
      const { engine } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      if (act === undefined) engine.fallOut();
      else await act();
      const offer = await line('ended because I left the voice channel.');
      expect(offer.attachments).toHaveLength(1);
      if (act !== undefined) expect(channel('Lounge').status).toBe('');
      expect(discord.errors).toEqual([]);
    });

    it('offer the transcript when the bot shuts down', async () => {
      const { engine, bot } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      await bot.close();
      expect((await line("ended because I'm restarting.")).attachments).toHaveLength(1);
      expect(channel('Lounge').status).toBe('');
      expect(discord.errors).toEqual([]);
    });

    it('report pending text at shutdown when the service does not respond', { timeout: 30_000 }, async () => {
      const { engine, bot, mute } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      mute();
      engine.say(ada.id, 'Not heard yet.');
      await bot.close();
      expect((await line("ended because I'm restarting.")).content).toContain("Some speech isn't transcribed yet.");
    });

    it('reuse the webhook that an earlier run created', async () => {
      const { engine, close } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      await close();
      const again = await startCaptions();
      again.engine.say(ada.id, 'Here I am again.');
      await line('Here I am again.');
      expect(new Set(spoken().map(({ author }) => author.id)).size).toBe(1);
      expect(discord.requests.filter(({ method, path }) => method === 'POST' && /\/webhooks$/.test(path))).toHaveLength(
        1,
      );
    });

    it('are exported during and after a session, only to people who can see the channel', async () => {
      const { engine, notice } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      const exported = async () => (await bob.type('/captions export', { format: 'vtt' })).reply(soon());
      await expect.poll(async () => (await exported()).content).toContain('1 caption so far');
      const during = await exported();
      expect(during.ephemeral).toBe(true);
      expect(during.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.vtt$/)]);
      await (await ada.type('/captions stop')).reply(soon());
      const choice = await (await bob.click(notice, buttonsOf(notice).at(-1) ?? '')).reply(soon());
      expect(buttonsOf(choice)).toHaveLength(4);
      const after = await (await bob.click(choice, buttonsOf(choice)[1] ?? '')).reply(soon());
      expect(after.attachments.map(({ filename }) => filename)).toEqual([expect.stringMatching(/\.srt$/)]);
      discord.guild.setPermissions('general', { targetId: bob.id, deny: P.ViewChannel });
      const where = { channelId: channel('captions').id };
      await expect
        .poll(async () => (await (await bob.type('/captions export', { format: 'txt' }, where)).reply(soon())).content)
        .toContain("You can't see the channel of these captions");
    });

    it('immediately exclude people who opt out, by the button or in a direct message', async () => {
      const { engine, notice } = await startCaptions();
      for (const { id } of [ada, bob]) engine.say(id, 'Good morning.');
      const told = await (await bob.click(notice, 'captions:opt-out')).reply(soon());
      expect(told).toMatchObject({ ephemeral: true, content: expect.stringContaining("You're opted out") });
      expect(engine.policy?.ignore).toContain(bob.id);
      const status = await (await ada.type('/captions status')).reply(soon());
      expect(status.content).toContain(`Captioned: <@${ada.id}>.\nNot captioned: <@${bob.id}>.`);
      await (await ada.type('/privacy opt-out', {}, { channelId: ada.dmChannelId })).reply(soon());
      expect(engine.policy?.ignore).toContain(ada.id);
      const shown = await (await ada.type('/privacy show', {}, { channelId: ada.dmChannelId })).reply(soon());
      expect(shown.content).toContain('You opted out');
    });

    it('end when their text channel is deleted, but not when another one is', async () => {
      const { engine } = await startCaptions();
      const where = { channelId: channel('captions').id };
      const other = discord.guild.addChannel('other');
      discord.guild.deleteChannel(other.id);
      const status = async () => (await (await ada.type('/captions status', {}, where)).reply(soon())).content;
      expect(await status()).toContain('are on in');
      expect(engine.policy).toBeDefined();
      discord.guild.deleteChannel('general');
      await expect.poll(status).toContain('Captions are off here');
      expect(engine.policy).toBeUndefined();
    });

    it('are erased for a person who requests and confirms it', async () => {
      const { engine } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      await expect
        .poll(async () => (await (await ada.type('/privacy show')).reply(soon())).content)
        .toContain('1 caption of yours is stored');
      const question = await (await ada.type('/privacy erase')).reply(soon());
      const done = await ada.click(question, 'privacy:erase');
      await done.until(({ content }) => content.startsWith('Deleted your 1 caption.'), soon());
      expect((await (await ada.type('/privacy show')).reply(soon())).content).toContain(
        'No captions of yours are stored.',
      );
    });

    it('follow the settings of people who manage the server', async () => {
      await startBot();
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      const refused = await (await ada.type('/settings')).reply(soon());
      expect(refused.content).toBe('Only people with **Manage Server** can change these settings.');
      const panel = new Panel(boss, discord.guild);
      await panel.choose('captions', 'captions.consent', ['opt-in']);
      const notice = await (await ada.type('/captions start')).reply(soon());
      expect(notice.content).toContain('Only people who press **Opt in**');
      const here = await (await ada.click(notice, 'captions:opt-in')).reply(soon());
      expect(here.content).toMatch(/^You're opted in for this server only\. /);
      const status = await (await ada.type('/captions status')).reply(soon());
      expect(status.content).toContain(
        `Captioned: <@${ada.id}>.\nNot captioned: <@${bob.id}>. Only people who opt in are captioned.`,
      );
      const widened = await ada.click(here, 'privacy:opt-in');
      await widened.until(({ content }) => content.startsWith("You're opted in for every server"), soon());
      const relaxed = await panel.choose('captions', 'captions.consent', ['opt-out']);
      expect(shown(relaxed)).toContain('The new choice applies from the next');
      const unchanged = await (await ada.type('/captions status')).reply(soon());
      expect(unchanged.content).toContain(`Not captioned: <@${bob.id}>. Only people who opt in are captioned.`);
      expect(discord.errors).toEqual([]);
    });
  });

  describe('where the bot lacks permissions', () => {
    it('are plain messages with names, and name the permission for better ones once', async () => {
      await open(DEFAULT_BOT_PERMISSIONS & ~P.ManageWebhooks & ~P.SetVoiceChannelStatus);
      const { engine } = await startCaptions();
      engine.say(ada.id, 'Good morning.', Date.now() - 9_000);
      engine.say(bob.id, 'Good evening.', Date.now() - 4_000);
      await line('**Ada:** Good morning.');
      await line('**Bob:** Good evening.');
      await line('Manage Webhooks');
      engine.say(ada.id, 'Once more.', Date.now() - 1_000);
      await line('**Ada:** Once more.');
      expect(general().messages.filter(({ content }) => content.includes('Manage Webhooks'))).toHaveLength(1);
      expect(channel('Lounge').status).toBe('');
      expect(discord.errors).toEqual([]);
    });

    it('name the missing permission when the bot cannot write there', async () => {
      await open();
      await startBot();
      discord.guild.setPermissions('general', { targetId: discord.botId, deny: P.SendMessages });
      const refusal = async () => (await (await ada.type('/captions start')).reply(soon())).content;
      await expect.poll(refusal).toContain('give me **Send Messages** in this channel.');
    });

    it('point to the export when the bot cannot attach files', async () => {
      await open(DEFAULT_BOT_PERMISSIONS & ~P.AttachFiles);
      discord.guild.setPermissions('general', { targetId: discord.botId, deny: P.AttachFiles });
      const { engine } = await startCaptions();
      engine.say(ada.id, 'Good morning.');
      await line('Good morning.');
      await (await ada.type('/captions stop')).reply(soon());
      expect((await line('Use `/captions export` to get the transcript.')).attachments).toEqual([]);
      expect(discord.errors).toEqual([]);
    });
  });
});
