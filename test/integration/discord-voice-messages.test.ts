import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { DEFAULT_BOT_PERMISSIONS } from '@mynah/local-discord/permissions';
import { createOggOpusReader } from '@mynah/opus/ogg-opus-reader';
import { writeWav } from '@mynah/pcm/wav';
import { MessageFlags, PermissionFlagsBits as P, Routes } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toVoiceRecording, type VoiceRecording } from '../../src/audio/voice-recording.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const RATE_HZ = 16_000;

/** A tone as the speech service would send it in Ogg Opus. */
async function toneOf(seconds: number): Promise<Uint8Array> {
  const sound = Int16Array.from({ length: seconds * RATE_HZ }, (_, index) => 8_000 * Math.sin(index / 6));
  return (await toVoiceRecording(writeWav(sound, RATE_HZ, 1), { pcmSampleRateHz: RATE_HZ })).bytes;
}

const isVoice = ({ flags }: Pick<SeenMessage, 'flags'>): boolean => (flags & MessageFlags.IsVoiceMessage) !== 0;

describe('/say with file', () => {
  let discord: LocalDiscord;
  let ada: Person;
  const closing: { close(): Promise<void> }[] = [];

  afterEach(async () => {
    for (const part of closing.splice(0).reverse()) await part.close();
  });

  /** A bot whose speech takes as long as `ready`. */
  const start = async (botPermissions = DEFAULT_BOT_PERMISSIONS, ready = async () => {}) => {
    discord = await startTestDiscord({ voice: false, botPermissions });
    closing.push(discord);
    ada = discord.addPerson({ name: 'Ada' });
    const made = await createTestBot(discord, {
      speak: async () => {
        await ready();
        return toneOf(1);
      },
    });
    closing.push(made);
    await made.bot.start(soon());
  };
  const say = (where = {}) => ada.type('/say', { text: 'Hello there.', file: true }, where);
  const general = () => discord.guild.channel('general');

  /** Checks that people can play it: the file, its duration and its waveform. */
  const expectPlayable = async ({ attachments, content, pings }: SeenMessage) => {
    expect([content, pings, attachments.length]).toEqual(['', [], 1]);
    const [about] = attachments;
    const { url = '', content_type, duration_secs, waveform = '' } = about ?? {};
    expect(content_type).toBe('audio/ogg');
    const bytes = await (await fetch(url)).bytes();
    const packets = createOggOpusReader().push(bytes).length;
    expect(duration_secs).toBeCloseTo((packets * 960 - 312) / 48_000, 5);
    expect(Math.max(...Buffer.from(waveform, 'base64'))).toBe(255);
  };

  it('posts a native voice message that people can play', async () => {
    await start();
    await say();
    // As the answer, or below it on a slow machine.
    await expectPlayable(await general().waitForMessage(isVoice, soon()));
    expect(discord.errors).toEqual([]);
  });

  it('posts the voice message below an answer that names who asked for it, when the speech takes longer', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await start(undefined, () => promise);
    const invocation = await say();
    await invocation.until(({ loading }) => loading, soon());
    resolve();
    const voice = await general().waitForMessage(isVoice, soon());
    await expectPlayable(voice);
    const answer = await invocation.reply(soon());
    expect(answer.content).toBe(`<@${ada.id}> asked for this audio:`);
    expect([voice.replyTo, answer.pings, answer.ephemeral]).toEqual([answer.id, [], false]);
    expect(discord.errors).toEqual([]);
  });

  it.each([
    ['in time', async () => {}],
    ['later', () => new Promise<void>((resolve) => setTimeout(resolve, 100))],
  ])('answers with an audio file without the permission Send Voice Messages, %s', async (_when, ready) => {
    await start(DEFAULT_BOT_PERMISSIONS & ~P.SendVoiceMessages, ready);
    discord.guild.setPermissions('general', { targetId: discord.guild.id, deny: P.SendVoiceMessages });
    const reply = await (await say()).until(({ attachments }) => attachments.length > 0, soon());
    expect([isVoice(reply), reply.attachments[0]?.filename]).toEqual([false, 'mynah.ogg']);
    expect(discord.errors).toEqual([]);
  });

  it('answers in a direct message with a file when the speech takes longer', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await start(undefined, () => promise);
    const slow = await say({ channelId: ada.dmChannelId });
    await slow.until(({ loading }) => loading, soon());
    resolve();
    const file = await slow.until(({ attachments }) => attachments.length > 0, soon());
    expect(isVoice(file)).toBe(false);
    expect(discord.errors).toEqual([]);
  });

  it('answers with a file when the permission is taken away meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await start(undefined, () => promise);
    const invocation = await say();
    await invocation.until(({ loading }) => loading, soon());
    discord.guild.setPermissions('general', { targetId: discord.botId, deny: P.SendVoiceMessages });
    resolve();
    const file = await invocation.until(({ attachments }) => attachments.length > 0, soon());
    expect([isVoice(file), file.content]).toEqual([false, '']);
  });
});

describe('voice messages at the local Discord', () => {
  let discord: LocalDiscord;
  let recording: VoiceRecording;

  beforeAll(async () => {
    discord = await startTestDiscord({ voice: false, rules: { rateLimits: false } });
    recording = await toVoiceRecording(await toneOf(1), { pcmSampleRateHz: RATE_HZ });
  });
  afterAll(() => discord.close());

  const formOf = ({
    body = {},
    about = {},
    type = 'audio/ogg',
    bytes,
    more = [],
  }: {
    body?: object;
    about?: object;
    type?: string;
    bytes?: Uint8Array;
    more?: readonly Uint8Array[];
  }) => {
    const { durationS, waveform, ...made } = recording;
    const attachment = { id: '0', filename: 'voice-message.ogg', duration_secs: durationS, waveform, ...about };
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ flags: 1 << 13, attachments: [attachment], ...body }));
    for (const [index, file] of [bytes ?? made.bytes, ...more].entries()) {
      form.set(`files[${index}]`, new Blob([new Uint8Array(file)], { type }), 'voice-message.ogg');
    }
    return form;
  };
  const request = async (method: string, route: string, body: FormData | string) => {
    const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const headers = { authorization: `Bot ${discord.token}`, ...json };
    const answer = await fetch(`${discord.apiUrl}/v10${route}`, { method, headers, body });
    return (await answer.json()) as { id?: string; flags?: number; code?: number };
  };
  const channel = () => Routes.channelMessages(discord.guild.channel('general').id);

  it('are accepted as documented', async () => {
    expect(await request('POST', channel(), formOf({}))).toMatchObject({ flags: 1 << 13 });
  });

  it.each([
    ['content', { body: { content: 'Hello' } }, 50_159],
    ['an embed', { body: { embeds: [{ title: 'Hello' }] } }, 50_159],
    ['two attachments', { more: [new Uint8Array(4)] }, 50_160],
    ['another container', { bytes: writeWav(new Int16Array(960), 48_000, 1) }, 50_160],
    ['a content type that is not audio', { type: 'application/ogg' }, 50_161],
    ['no duration', { about: { duration_secs: undefined } }, 50_161],
    ['no waveform', { about: { waveform: undefined } }, 50_161],
    ['a waveform that is not base64', { about: { waveform: '§§' } }, 50_161],
    ['a waveform of too many points', { about: { waveform: Buffer.alloc(300).toString('base64') } }, 50_161],
    ['more than one point in 100 ms', { about: { waveform: Buffer.alloc(50).toString('base64') } }, 50_161],
  ])('are refused with %s', async (_what, fault, code) => {
    expect((await request('POST', channel(), formOf(fault))).code).toBe(code);
  });

  it('are refused where the bot lacks the permission, which stands for Attach Files', async () => {
    const targetId = discord.botId;
    discord.guild.setPermissions('general', { targetId, deny: P.AttachFiles });
    expect(await request('POST', channel(), formOf({}))).toMatchObject({ flags: 1 << 13 });
    discord.guild.setPermissions('general', { targetId, allow: P.AttachFiles, deny: P.SendVoiceMessages });
    expect((await request('POST', channel(), formOf({}))).code).toBe(50_173);
    discord.guild.setPermissions('general', { targetId, allow: P.SendVoiceMessages });
  });

  it('cannot be edited, and no edit makes one', async () => {
    const voice = await request('POST', channel(), formOf({}));
    const edit = JSON.stringify({ content: 'Hello' });
    expect((await request('PATCH', `${channel()}/${voice.id}`, edit)).code).toBe(50_162);
    const text = await request('POST', channel(), edit);
    expect((await request('PATCH', `${channel()}/${text.id}`, formOf({}))).code).toBe(50_035);
  });
});
