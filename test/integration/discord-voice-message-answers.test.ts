import type { LocalChannel } from '@mynah/local-discord/guild';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import { writeWav } from '@mynah/pcm/wav';
import { PermissionFlagsBits as P } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { toVoiceRecording } from '../../src/audio/voice-recording.ts';
import type { FileTranscriber } from '../../src/files/files-api.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

type TestBot = Awaited<ReturnType<typeof createTestBot>>;
type BotSetting = NonNullable<Parameters<typeof createTestBot>[1]>;

let recording: Uint8Array;

beforeAll(async () => {
  const sound = Int16Array.from({ length: 33_600 }, (_, index) => 8_000 * Math.sin(index / 6));
  recording = (await toVoiceRecording(writeWav(sound, 16_000, 1), { pcmSampleRateHz: 16_000 })).bytes;
});

/** Hears `heard` in every recording, after `work`. Only one test needs the real one, which opens a process for each. */
function hearing(work: (signal: AbortSignal) => Promise<void> = async () => {}): FileTranscriber {
  return {
    limits: { maxBytes: 1_000_000, maxDurationMs: 60_000 },
    transcribe: async ({ reserve, signal }) => {
      await reserve?.(2_100);
      await work(signal);
      signal.throwIfAborted();
      return { durationMs: 2_100, endsEarly: false, language: undefined, text: 'heard', words: [], holes: [] };
    },
  };
}

/** A bot at a local Discord, and what people do in one channel of it that it knows since its start. */
class Scene {
  readonly discord: LocalDiscord;
  readonly bot: TestBot;
  readonly channel: LocalChannel;
  readonly ada: Person;

  constructor(discord: LocalDiscord, bot: TestBot, name: string) {
    this.discord = discord;
    this.bot = bot;
    this.channel = discord.guild.channel(name);
    this.ada = discord.addPerson({ name: `Ada of ${name}` });
  }

  /** Chooses the channel or takes it back, beside those of other scenes. */
  async choose(isChosen: boolean): Promise<void> {
    await this.bot.settings.change(this.discord.guild.id, this.ada.id, (present) => {
      const others = present.voiceMessages.transcribedIn.filter((id) => id !== this.channel.id);
      return { ...present, voiceMessages: { transcribedIn: isChosen ? [...others, this.channel.id] : others } };
    });
  }

  /** The notice, the `count`th of its kind. */
  async notice(beginning: string, count = 1) {
    const found = () => this.channel.messages.filter(({ content }) => content.startsWith(beginning));
    await this.channel.waitForMessage(() => found().length === count, soon());
    return found().at(-1)?.content;
  }

  async switchOn(): Promise<void> {
    await this.choose(true);
    await this.notice('From now on');
  }

  speak(person = this.ada, channelId = this.channel.id) {
    const file = { name: 'voice-message.ogg', file: recording, contentType: 'audio/ogg', durationSecs: 2.1 };
    return person.send('', { files: [file], voiceMessage: true, channelId });
  }

  answerTo(id: string) {
    return this.channel.waitForMessage(({ replyTo }) => replyTo === id, soon());
  }

  answersTo(id: string) {
    return this.channel.messages.filter(({ replyTo }) => replyTo === id);
  }

  /** Waits for the answer to another person, who speaks after all others. */
  async untilPassed(): Promise<void> {
    await this.answerTo(this.speak(this.discord.addPerson({ name: 'Bob' })).id);
  }
}

describe.concurrent('voice messages in chosen channels', () => {
  let discord: LocalDiscord;
  let bot: TestBot;
  beforeAll(async () => {
    discord = await startTestDiscord({ voice: false, privilegedIntents: { messageContent: true } });
    for (const name of ['notice', 'off', 'opt-out', 'deleted', 'erased', 'servers']) {
      discord.guild.addChannel(name);
    }
    bot = await createTestBot(discord, { files: hearing() });
    await bot.bot.start(soon());
  });
  afterAll(async () => {
    await bot.close();
    await discord.close();
  });
  const enter = (name: string) => new Scene(discord, bot, name);

  it('come after a public notice that says how to opt out; those from before have no answer', {
    meta: { promises: ['voice-messages-answered-after'] },
  }, async ({ expect }) => {
    const scene = enter('notice');
    const before = scene.speak();
    await scene.choose(true);
    expect(await scene.notice('From')).toBe(
      "From now on, I answer voice messages in this channel with their text. If you opt out with `/privacy opt-out`, I don't transcribe yours.",
    );
    await scene.untilPassed();
    expect(scene.answersTo(before.id)).toEqual([]);
  });

  it('have no answer in other channels, and none once the setting is off', async ({ expect }) => {
    const scene = enter('off');
    await scene.switchOn();
    scene.speak(scene.ada, discord.guild.channel('captions').id);
    await scene.choose(false);
    await scene.notice('I no longer answer voice messages in this channel with their text.');
    const late = scene.speak();
    await scene.choose(true);
    await scene.notice('From now on', 2);
    await scene.untilPassed();
    expect(discord.guild.channel('captions').messages).toHaveLength(1);
    expect(scene.answersTo(late.id)).toEqual([]);
  });

  it('of people who opted out are not answered', { meta: { promises: ['voice-messages-answered-after'] } }, async ({
    expect,
  }) => {
    const scene = enter('opt-out');
    await scene.switchOn();
    await (await scene.ada.type('/privacy opt-out')).reply(soon());
    const { id } = scene.speak();
    await scene.untilPassed();
    expect(scene.answersTo(id)).toEqual([]);
  });

  it('take their answer with them when they are deleted', {
    meta: { promises: ['deleted-voice-message-takes'] },
  }, async ({ expect }) => {
    const scene = enter('deleted');
    await scene.switchOn();
    const message = scene.speak();
    await scene.answerTo(message.id);
    scene.ada.delete(message);
    await expect.poll(() => scene.answersTo(message.id), { timeout: 5_000 }).toEqual([]);
  });

  it('have their answers deleted when their sender has all messages erased', {
    meta: { promises: ['privacy-erase-deletes-answers'] },
  }, async ({ expect }) => {
    const scene = enter('erased');
    await scene.switchOn();
    const { id } = scene.speak();
    await scene.answerTo(id);
    const shown = async () => (await (await scene.ada.type('/privacy show')).reply(soon())).content;
    await expect.poll(shown, { timeout: 5_000 }).toContain('1 message in Discord');
    const question = await (await scene.ada.type('/privacy erase')).reply(soon());
    await scene.ada.click(question, 'privacy:erase-all');
    await expect.poll(() => scene.answersTo(id), { timeout: 5_000 }).toEqual([]);
    await expect.poll(shown, { timeout: 5_000 }).not.toContain('1 message in Discord');
  });

  it('are answered in one server and not in another with other settings', async ({ expect }) => {
    const scene = enter('servers');
    const other = discord.addGuild({ name: 'Other' });
    const eve = discord.addPerson({ name: 'Eve', guild: other });
    await scene.switchOn();
    const { id } = scene.speak(eve, other.channel('general').id);
    await scene.untilPassed();
    expect(other.channel('general').messages.map((message) => message.id)).toEqual([id]);
  });
});

describe('a voice message', () => {
  const start = async (setting: BotSetting = {}, { messageContent = true, deny = 0n } = {}) => {
    const discord = await startTestDiscord({ voice: false, privilegedIntents: { messageContent } });
    const bot = await createTestBot(discord, setting);
    onTestFinished(async () => {
      await bot.close();
      await discord.close();
    });
    discord.guild.addChannel('own');
    const scene = new Scene(discord, bot, 'own');
    discord.guild.setPermissions('own', { targetId: discord.botId, deny });
    await bot.bot.start(soon());
    return scene;
  };

  /** A service whose transcripts, but for the first `before`, come when they are released. */
  const held = (before = 0) => {
    let transcribed = 0;
    const release = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<AbortSignal>();
    const files = hearing(async (signal) => {
      transcribed += 1;
      if (transcribed <= before) return;
      begun.resolve(signal);
      await release.promise;
    });
    return { files, begun: begun.promise, release: release.resolve };
  };

  it('is answered with its text, as a reply that pings nobody', async () => {
    const scene = await start();
    await scene.switchOn();
    const answer = await scene.answerTo(scene.speak().id);
    expect(answer.content).toBe('**Voice message** · 0:02\n> heard');
    expect(answer.pings).toEqual([]);
    expect(scene.discord.errors).toEqual([]);
  });

  it('waits for the notice that could not be posted, which the next one brings', async () => {
    const scene = await start({ files: hearing() });
    scene.discord.guild.setPermissions('own', { targetId: scene.discord.botId, deny: P.SendMessages });
    await scene.choose(true);
    scene.discord.guild.setPermissions('own', { targetId: scene.discord.botId, allow: P.SendMessages });
    const first = scene.speak();
    await scene.notice('From now on');
    await scene.untilPassed();
    expect(scene.answersTo(first.id)).toEqual([]);
  });

  it('of a person who opts out while it is transcribed is not answered', {
    meta: { promises: ['voice-messages-answered-after'] },
  }, async () => {
    const { files, begun, release } = held();
    const scene = await start({ files });
    await scene.switchOn();
    const { id } = scene.speak();
    await begun;
    await (await scene.ada.type('/privacy opt-out')).reply(soon());
    release();
    await scene.untilPassed();
    expect(scene.answersTo(id)).toEqual([]);
  });

  it('of a person who has everything erased while it is transcribed is not answered', {
    meta: { promises: ['voice-messages-answered-after'] },
  }, async () => {
    const { files, begun, release } = held(1);
    const scene = await start({ files });
    await scene.switchOn();
    const { id: first } = scene.speak();
    await scene.answerTo(first);
    const { id } = scene.speak();
    await begun;
    const question = async () => (await scene.ada.type('/privacy erase')).reply(soon());
    await expect.poll(async () => (await question()).content, { timeout: 5_000 }).toContain('1');
    await scene.ada.click(await question(), 'privacy:erase-all');
    await expect.poll(() => scene.answersTo(first), { timeout: 5_000 }).toEqual([]);
    release();
    await scene.untilPassed();
    expect(scene.answersTo(id)).toEqual([]);
  });

  it('that is deleted while it is transcribed has no answer', {
    meta: { promises: ['deleted-voice-message-takes'] },
  }, async () => {
    const { files, begun, release } = held();
    const scene = await start({ files });
    await scene.switchOn();
    const message = scene.speak();
    const signal = await begun;
    scene.ada.delete(message);
    await expect.poll(() => signal.aborted, { timeout: 5_000 }).toBe(true);
    release();
    await scene.untilPassed();
    expect(scene.answersTo(message.id)).toEqual([]);
    expect(scene.discord.errors).toEqual([]);
  });

  it('counts like /transcribe, and the channel reads why it has no text', async () => {
    const scene = await start({
      files: hearing(),
      limits: { transcribeMinutes: { person: 60, guild: 3 / 60, account: 60 } },
    });
    await scene.switchOn();
    await scene.answerTo(scene.speak().id);
    const told = await scene.answerTo(scene.speak().id);
    expect(told.content).toContain('transcri');
  });

  it('cannot be answered without the Message Content intent: the channel reads what to switch on', async () => {
    const scene = await start({}, { messageContent: false });
    await scene.choose(true);
    expect(await scene.notice("I can't answer")).toBe(
      "I can't answer voice messages here yet: Discord doesn't send me messages. Ask the bot's operator to open the Discord Developer Portal, switch on **Message Content Intent** on the **Bot** page, and restart me.",
    );
    expect(scene.discord.errors).toEqual([]);
  });

  it('cannot be answered without Read Message History: the channel reads what is missing', async () => {
    const scene = await start({}, { deny: P.ReadMessageHistory });
    await scene.choose(true);
    expect(await scene.notice("I can't answer")).toBe(
      "I can't answer voice messages here. Give me Read Message History in this channel.",
    );
  });
});
