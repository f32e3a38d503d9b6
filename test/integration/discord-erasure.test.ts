import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

describe.each([
  ['through a webhook', DEFAULT_BOT_PERMISSIONS],
  ['as plain messages', DEFAULT_BOT_PERMISSIONS & ~P.ManageWebhooks],
])('captions of a person, posted %s', (_how, botPermissions) => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  let folder: string;
  const closing: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
    await rm(folder, { recursive: true, force: true });
  });

  const general = () => discord.guild.channel('general');
  const contents = () => general().messages.map(({ content }) => content);
  const line = (words: string) => general().waitForMessage(({ content }) => content.includes(words), soon());

  /** Waits until what was posted is also stored: so many captions and messages of Ada. */
  const untilStored = (count: number) =>
    expect
      .poll(async () => (await (await ada.type('/privacy show')).reply(soon())).content, { timeout: 10_000 })
      .toMatch(new RegExp(`^${count} captions? of yours .* ${count} messages? in Discord`, 'm'));

  const startCaptions = async () => {
    discord = await startTestDiscord({ voice: false, botPermissions });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
    for (const person of [ada, bob]) person.enterVoice(discord.guild.channel('Lounge').id);
    folder = await mkdtemp(join(tmpdir(), 'mynah-erasure-'));
    const made = await createTestBot(discord, { folder });
    closing.push(made);
    await made.bot.start(soon());
    await (await ada.type('/captions start')).reply(soon());
    return made;
  };

  const erase = async (button: string) => {
    const question = await (await ada.type('/privacy erase')).reply(soon());
    const done = await ada.click(question, button);
    return { question, done };
  };

  it('do not follow once they opt out: lines that wait in the queue go too', {
    timeout: 90_000,
    meta: { promises: ['after-opt-out-nothing'] },
  }, async () => {
    const { engine } = await startCaptions();
    // Each is a message of its own, and Discord takes only so many of them.
    for (let index = 0; index < 40; index += 1) {
      const atMs = Date.now() - 4_000_000 + index * 60_000;
      engine.say(ada.id, `words of Ada ${index}.`, atMs);
      engine.say(bob.id, `words of Bob ${index}.`, atMs + 1);
    }
    await line('words of Ada 1.');
    await (await ada.type('/privacy opt-out')).reply(soon());
    const ofAda = () => contents().filter((content) => content.includes('of Ada'));
    const before = ofAda();
    engine.say(bob.id, 'the end.', Date.now());
    await general().waitForMessage(({ content }) => content.includes('the end.'), AbortSignal.timeout(60_000));
    const shown = contents().join('\n');
    expect(shown).toContain('words of Bob 39.');
    expect(shown).not.toContain('words of Ada 39.');
    // What was under way is there no more.
    await expect.poll(() => ofAda().filter((content) => !before.includes(content))).toEqual([]);
  });

  it('are deleted at Discord on request, and the reply says how many; those of others stay', {
    meta: { promises: ['privacy-erase-offers-delete'] },
  }, async () => {
    const { engine } = await startCaptions();
    const nowMs = Date.now();
    engine.say(ada.id, 'First of Ada.', nowMs - 60_000);
    engine.say(bob.id, 'Only one of Bob.', nowMs - 50_000);
    engine.say(ada.id, 'Second of Ada.', nowMs - 40_000);
    await line('Second of Ada.');
    await untilStored(2);
    const { question, done } = await erase('privacy:erase-all');
    expect(question.content).toContain('2 messages in Discord show captions of yours: I can delete them too.');
    await done.until(({ content }) => content.startsWith('Deleted your 2 captions and 2 caption messages.'), soon());
    expect(contents().join('\n')).not.toContain('of Ada');
    await line('Only one of Bob.');
    const again = await (await ada.type('/privacy erase')).reply(soon());
    expect(again.content).toBe('I have nothing of yours to delete.');
    expect(discord.errors).toEqual([]);
  });

  it('stay at Discord where they want it so, and can still be deleted later', async () => {
    const { engine } = await startCaptions();
    engine.say(ada.id, 'First of Ada.');
    await line('First of Ada.');
    await untilStored(1);
    const { done } = await erase('privacy:erase');
    await done.until(({ content }) => content.includes('1 caption message in Discord stayed.'), soon());
    await line('First of Ada.');
    const later = await erase('privacy:erase-all');
    expect(later.question.content).toBe("Delete your 1 caption message? This can't be undone.");
    await later.done.until(({ content }) => content.startsWith('Deleted your 1 caption message.'), soon());
    expect(contents().join('\n')).not.toContain('of Ada');
  });

  it('that are out of reach are named as such', { meta: { promises: ['privacy-erase-says-cant'] } }, async () => {
    const { engine } = await startCaptions();
    const nowMs = Date.now();
    engine.say(ada.id, 'First of Ada.', nowMs - 60_000);
    await line('First of Ada.');
    await untilStored(1);
    discord.guild.setPermissions('general', {
      targetId: discord.botId,
      deny: P.ViewChannel | P.ManageWebhooks | P.ManageMessages,
    });
    const where = { channelId: discord.guild.channel('captions').id };
    const question = await (await ada.type('/privacy erase', {}, where)).reply(soon());
    const done = await ada.click(question, 'privacy:erase-all');
    await done.until(
      ({ content }) =>
        content.includes("1 caption message is out of reach: I left its server or can't use its channel."),
      soon(),
    );
    expect(contents().join('\n')).toContain('First of Ada.');
  });

  it('that were posted before a restart are deleted as well', {
    meta: { promises: ['messages-posted-before-restart'] },
  }, async () => {
    const { engine, close } = await startCaptions();
    engine.say(ada.id, 'First of Ada.');
    await line('First of Ada.');
    await untilStored(1);
    await close();
    const again = await createTestBot(discord, { folder });
    closing.push(again);
    await again.bot.start(soon());
    const { done } = await erase('privacy:erase-all');
    await done.until(({ content }) => content.includes('1 caption message.'), soon());
    await expect.poll(() => contents().join('\n')).not.toContain('First of Ada.');
  });
});

describe('a voice message of a person who opted out', () => {
  it('is transcribed for themselves only', { meta: { promises: ['voice-message-person-opted'] } }, async () => {
    const discord = await startTestDiscord({ voice: false });
    const { bot, close } = await createTestBot(discord);
    try {
      await bot.start(soon());
      const [ada, bob] = [discord.addPerson({ name: 'Ada' }), discord.addPerson({ name: 'Bob' })];
      const file = { name: 'voice-message.ogg', file: new Uint8Array(100), contentType: 'audio/ogg', durationSecs: 2 };
      const { id } = ada.send('', { files: [file], voiceMessage: true });
      const askedBy = async (person: Person) => (await (await person.menu('Transcribe', id)).reply(soon())).content;
      const refusal = "I can't transcribe this voice message: its sender opted out.";
      expect(await askedBy(bob)).not.toBe(refusal);
      await (await ada.type('/privacy opt-out')).reply(soon());
      expect(await askedBy(bob)).toBe(refusal);
      expect(await askedBy(ada)).not.toBe(refusal);
    } finally {
      await close();
      await discord.close();
    }
  });
});
