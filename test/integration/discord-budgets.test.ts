import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { isAnswer } from '../support/transcription-answers.ts';
import { recordingOf } from '../support/voice-commands.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const NO_LIMIT = Number.POSITIVE_INFINITY;
/** How Discord shows when a budget resets. */
const RESET = /<t:\d+:R> \(<t:\d+:t>\)/;

describe('budgets at a local Discord', () => {
  let discord: LocalDiscord;
  let ada: Person;
  let bob: Person;
  const closing: { close(): Promise<void> }[] = [];

  const general = () => discord.guild.channel('general');
  const startBot = async (limits: Parameters<typeof createTestBot>[1] & object = {}) => {
    const made = await createTestBot(discord, limits);
    closing.push(made);
    await made.bot.start(soon());
    return made;
  };
  const type = async (person: Person, command: string, options = {}): Promise<SeenMessage> =>
    (await person.type(command, options)).reply(soon());
  const characters = (person: number, guild = NO_LIMIT, account = NO_LIMIT) => ({
    limits: { characters: { person, guild, account } },
  });
  const posted = (words: string) => general().waitForMessage(({ content }) => content.includes(words), soon());

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    bob = discord.addPerson({ name: 'Bob' });
  });
  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  it('/say is refused to a person whose characters are used up, with when they reset, and to nobody else', {
    meta: { promises: ['persons-servers-accounts-daily'] },
  }, async () => {
    const { ttsRequests } = await startBot(characters(12));
    await type(ada, '/say', { text: 'Hello there.' });
    const refused = await type(ada, '/say', { text: 'More.' });
    expect(refused.ephemeral).toBe(true);
    expect(refused.content).toMatch(/^You've used up your 12 characters for today\. The limit resets /);
    expect(refused.content).toMatch(RESET);
    await type(bob, '/say', { text: 'Hello.' });
    expect(ttsRequests.map(({ text }) => text)).toEqual(['Hello there.', 'Hello.']);
  });

  it('/say is refused for a text that is longer than what is left, and shorter ones are still spoken', {
    meta: { promises: ['limit-people-read-used'] },
  }, async () => {
    const { ttsRequests } = await startBot(characters(20));
    await type(ada, '/say', { text: 'Hello there.' });
    const refused = await type(ada, '/say', { text: 'This is too long.' });
    expect(refused.content).toMatch(/longer than what you have left today: 8 of 20 characters/);
    await type(ada, '/say', { text: 'Short.' });
    expect(ttsRequests).toHaveLength(2);
  });

  it('/say is refused to everyone in a server that has used up its characters', async () => {
    await startBot(characters(NO_LIMIT, 12));
    await type(ada, '/say', { text: 'Hello there.' });
    expect((await type(bob, '/say', { text: 'More.' })).content).toMatch(
      /^This server has used up its 12 characters for today\. The limit resets /,
    );
  });

  it('/say does not tell what other servers used when the whole account is used up', {
    meta: { promises: ['limit-people-read-used'] },
  }, async () => {
    await startBot(characters(NO_LIMIT, NO_LIMIT, 12));
    await type(ada, '/say', { text: 'Hello there.' });
    const { content } = await type(bob, '/say', { text: 'More.' });
    expect(content).toMatch(/^I've spoken all that I may today, in all servers together\. The limit resets /);
    expect(content.replace(RESET, '')).not.toMatch(/\d/);
  });

  it('a text that the service refuses, or that is removed from the queue, does not count', {
    meta: { promises: ['never-reached-speech-service'] },
  }, async () => {
    const made = await startBot(characters(12));
    made.fail(new SpeechError('SPEECH_UNAVAILABLE', 'refused', { status: 503 }));
    await type(ada, '/say', { text: 'Hello there.' });
    ada.enterVoice(discord.guild.channel('Lounge').id);
    const invocation = await ada.type('/say', { text: 'Hello again.' });
    await expect.poll(() => made.engine.items.length).toBe(1);
    const [item] = made.engine.items;
    const { id: guildId } = discord.guild;
    const dropped = { guildId, textId: item?.textId ?? '', reason: 'removed', unservedCharacters: 12 } as const;
    made.engine.emit({ type: 'item-dropped', ...dropped });
    await invocation.reply(soon());
    await expect.poll(async () => (await made.budgets.figures()).characters.used).toBe(0);
  });

  it('/privacy erase does not give anybody new characters', {
    meta: { promises: ['person-used-deleted-older'] },
  }, async () => {
    await startBot(characters(12));
    await type(ada, '/say', { text: 'Hello there.' });
    expect((await type(ada, '/privacy erase')).content).toContain('I have nothing of yours');
    expect((await type(ada, '/say', { text: 'More.' })).content).toMatch(/^You've used up your 12 characters/);
  });

  it('the managers are told once when 80 % of the server’s characters are used', {
    meta: { promises: ['managers-told-once-day'] },
  }, async () => {
    await startBot(characters(NO_LIMIT, 20));
    await type(ada, '/say', { text: 'Hello there.' });
    await type(ada, '/say', { text: 'Four.' });
    const { content, pings } = await posted('of its 20 characters');
    expect(content).toMatch(/^This server has used 85% of its 20 characters for today\. The limit resets /);
    expect(content).toContain('`/usage`');
    expect(pings).toEqual([]);
    await type(bob, '/say', { text: 'One' });
    await type(ada, '/usage');
    expect(general().messages.filter((message) => message.content.includes('of its 20 characters'))).toHaveLength(1);
  });

  it('a recording that is longer than what is left is refused before anything is sent', {
    meta: { promises: ['recording-longer-than-left'] },
  }, async () => {
    await startBot({ limits: { transcribeMinutes: { person: 0, guild: NO_LIMIT, account: NO_LIMIT } } });
    const invocation = await ada.type('/transcribe', { file: recordingOf(2) });
    const { content } = await invocation.until(isAnswer, soon());
    expect(content).toMatch(/Transcribing is turned off for everyone: its daily limit is 0/);
  });

  describe('captions', () => {
    const limits = { captionMinutes: { guild: 1, account: NO_LIMIT } };
    const MINUTE_MS = 60_000;

    it('end with a notice and their transcript when the minutes are used up, and cannot be started again', {
      meta: { promises: ['captions-end-notice-transcript'] },
    }, async () => {
      const { engine } = await startBot({ limits });
      ada.enterVoice(discord.guild.channel('Lounge').id);
      await type(ada, '/captions start');
      engine.say(ada.id, 'The first half.', Date.now() - MINUTE_MS, MINUTE_MS / 2);
      await posted('The first half.');
      expect(engine.policy).toBeDefined();
      engine.say(ada.id, 'The second half.', Date.now() - MINUTE_MS / 2, MINUTE_MS / 2);
      const ended = await posted('ended');
      expect(ended.content).toMatch(/used up its 1 minute of captions for today\. The limit resets /);
      expect(ended.content).toMatch(RESET);
      expect(ended.attachments).toHaveLength(1);
      expect(engine.policy).toBeUndefined();
      expect(general().messages.some(({ content }) => content.includes('The second half.'))).toBe(true);
      const refused = await type(ada, '/captions start');
      expect(refused.ephemeral).toBe(true);
      expect(refused.content).toMatch(
        /^This server has used up its 1 minute of captions for today\. The limit resets /,
      );
    });
  });

  describe('/usage', () => {
    const all = {
      limits: {
        characters: { person: 100, guild: 1_000, account: 5_000 },
        captionMinutes: { guild: 60, account: 70 },
        transcribeMinutes: { person: 10, guild: NO_LIMIT, account: 80 },
      },
    };

    it('shows what is mine to me alone, with what is left and when it resets', {
      meta: { promises: ['usage-shows-mine-me'] },
    }, async () => {
      await startBot(all);
      await type(ada, '/say', { text: 'Hello there.' });
      await type(bob, '/say', { text: 'Hello.' });
      const { content, ephemeral } = await type(ada, '/usage');
      expect(ephemeral).toBe(true);
      expect(content).toMatch(/Spoken: `█{2}░{18}` 12 of 100 characters/);
      expect(content).toMatch(/Transcribed: `░{20}` 0 of 10 minutes/);
      expect(content).toMatch(/Voices: `░{20}` 0 of 5/);
      expect(content).toMatch(RESET);
      expect(content).not.toContain('This server');
      expect(content).not.toMatch(/\b(5,000|70|80)\b/);
    });

    it('shows what the server used to those who manage it', {
      meta: { promises: ['usage-shows-mine-me'] },
    }, async () => {
      await startBot(all);
      const boss = discord.addPerson({ name: 'Boss', permissions: P.ManageGuild });
      await type(ada, '/say', { text: 'Hello there.' });
      const { content, ephemeral } = await type(boss, '/usage');
      expect(ephemeral).toBe(true);
      expect(content).toContain('**This server, today**');
      expect(content).toMatch(/12 of 1,000 characters/);
      expect(content).toMatch(/Captioned: `░{20}` 0 of 60 minutes/);
      expect(content).toContain('Transcribed: 0 minutes (no limit)');
      expect(content).not.toMatch(/\b(5,000|70|80)\b/);
    });
  });
});
