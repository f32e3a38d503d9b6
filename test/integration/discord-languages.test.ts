import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { READABLE_FORMATS } from '../../src/audio/recording/recording-formats.ts';
import { CATALOGUES } from '../../src/messages/catalogues.ts';
import { recordingOf } from '../support/voice-commands.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const german = CATALOGUES.de;
const japanese = CATALOGUES.ja;

describe('people and servers of different languages', () => {
  let discord: LocalDiscord;
  /** Uses Discord in Japanese, in a German server. */
  let ada: Person;
  const closing: { close(): Promise<void> }[] = [];

  const startBot = async () => {
    const made = await createTestBot(discord);
    closing.push(made);
    await made.bot.start(soon());
    return made;
  };

  beforeEach(async () => {
    discord = await startTestDiscord({ voice: false, guildLocale: 'de' });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada', locale: 'ja' });
  });

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  it('a person is answered in the language that they use Discord in, whatever the server’s', async () => {
    await startBot();
    const help = await (await ada.type('/ヘルプ', { コマンド: 'キュー' })).reply(soon());
    expect(JSON.stringify(help.embeds)).toContain(japanese.help.serverOnly);
    const bob = discord.addPerson({ name: 'Bob', locale: 'sv-SE' });
    const english = await (await bob.type('/help', { command: 'queue' })).reply(soon());
    expect(JSON.stringify(english.embeds)).toContain(CATALOGUES['en-US'].help.serverOnly);
    expect((await ada.type('/字幕 終了').then((asked) => asked.reply(soon()))).content).toBe(
      japanese.captions.refusals.off,
    );
  });

  it('what a whole channel reads is in the language of the server', async () => {
    const { engine } = await startBot();
    const lounge = discord.guild.channel('Lounge').id;
    ada.enterVoice(lounge);
    const notice = await (await ada.type('/captions start')).reply(soon());
    expect(notice.ephemeral).toBe(false);
    expect(notice.content).toBe(
      german.captions.started({
        ...{ voiceChannelId: lounge, startedBy: ada.id, language: undefined, consent: 'opt-out' },
        ...{ retentionDays: 30, postedIn: undefined, confirmedBy: undefined },
      }),
    );
    engine.fallOut();
    const left = german.playback.notices.disconnected({ channelId: lounge });
    await discord.guild.channel('general').waitForMessage(({ content }) => content === left, soon());
  });

  it('a transcript that everyone reads is in the language of the server, with what went wrong', async () => {
    await startBot();
    const files = [recordingOf(2), { ...recordingOf(2), name: 'broken.wav', file: new Uint8Array(50) }];
    const { id } = ada.send('', { files });
    const asked = await ada.menu('文字起こし', id);
    const reply = await asked.until(({ content }) => content.includes('heard'), soon());
    expect(reply.ephemeral).toBe(false);
    expect(reply.content).toContain(german.errors.readableFormats({ formats: READABLE_FORMATS }));
  });

  it('commands have names and descriptions in every language, and a second start changes nothing', async () => {
    await startBot();
    const shown = (locale: string) => {
      ada.useLanguage(locale);
      return ada.commands().map(({ name }) => name);
    };
    for (const [locale, { names }] of Object.entries(CATALOGUES)) {
      expect(shown(locale)).toEqual(shown('en-GB').map((name) => Reflect.get(names.commands, name)));
    }
    expect(shown('es-419')).toEqual(shown('es-ES'));
    expect(discord.errors).toEqual([]);
    const { commandOverwrites } = discord.figures;
    await startBot();
    expect(discord.figures.commandOverwrites).toBe(commandOverwrites);
  });

  it('suggestions are in the person’s language, and take names of every language', async () => {
    await startBot();
    const names = async (typed: string) =>
      (await ada.autocomplete('/字幕 開始', '言語', typed)).map(({ name }) => name);
    expect(await names('ドイツ')).toEqual(['ドイツ語 (de)']);
    expect(await names('allemand')).toEqual(['ドイツ語 (de)']);
  });
});
