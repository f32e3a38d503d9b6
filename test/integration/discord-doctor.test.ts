import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalDiscord } from '@mynah/local-discord/local-discord';
import type { Person } from '@mynah/local-discord/people/person';
import type { SeenMessage } from '@mynah/local-discord/people/seen-message';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { english } from '../../src/messages/english.ts';
import { SpeechError } from '../../src/speech/speech-error.ts';
import { createTestBot, soon, startTestDiscord } from './discord-fixture.ts';

const { findings, allWell } = english.doctor;
const { ManageGuild, Speak, SendMessages } = PermissionFlagsBits;

let discord: LocalDiscord;
let ada: Person;
let loungeId: string;
let started: Awaited<ReturnType<typeof createTestBot>> | undefined;

type Options = Parameters<typeof createTestBot>[1];

beforeEach(async () => {
  discord = await startTestDiscord({ voice: false });
  ada = discord.addPerson({ name: 'Ada' });
  loungeId = discord.guild.channel('Lounge').id;
  ada.enterVoice(loungeId);
});

afterEach(async () => {
  await started?.close();
  started = undefined;
  await discord.close();
});

async function startBot(options: Options = {}) {
  started = await createTestBot(discord, options);
  await started.bot.start(soon());
  return started;
}

/** All texts of an answer with a layout, a line each. */
function textOf(message: SeenMessage): string {
  const found: string[] = [];
  JSON.stringify(message.components, (key, value: unknown) => {
    if (key === 'content' && typeof value === 'string') found.push(value);
    return value;
  });
  return found.join('\n');
}

async function examine(person = ada, inChannel = 'general'): Promise<string> {
  const typed = await person.type('/doctor', {}, { channelId: discord.guild.channel(inChannel).id });
  const reply = await typed.reply(soon());
  expect(reply.ephemeral).toBe(true);
  return textOf(reply);
}

const verdictOf = (report: string): string => report.split('\n')[0] ?? '';
const type = async (command: string, options = {}): Promise<SeenMessage> =>
  (await ada.type(command, options)).reply(soon());

describe('/doctor says in its first line', () => {
  it('that everything works, and looks again when its button is pressed', async () => {
    const { engine } = await startBot();
    await type('/join');
    const typed = await ada.type('/doctor');
    const reply = await typed.reply(soon());
    expect(verdictOf(textOf(reply))).toBe(`### ✅ ${allWell}`);
    expect(textOf(reply)).toContain('Voice privacy code: `00000 11111 22222 33333 44444 55555`.');
    engine.faults = { isPaused: true, texts: 1 };
    const pressed = await ada.click(reply, 'doctor:again');
    const changed = await pressed.until((message) => textOf(message).includes('paused'), soon());
    expect(verdictOf(textOf(changed))).toBe(`**❌ ${findings.paused}**`);
    expect(discord.errors).toEqual([]);
  });

  it.each([
    ['SPEECH_UNAUTHORIZED', findings.keyRejected],
    ['SPEECH_OUT_OF_CREDITS', findings.outOfCredits({ freeModel: 's2.1-pro-free' })],
  ] as const)('that the speech service refuses (%s)', async (code, sentence) => {
    const checkSpeech = async (): Promise<never> => {
      throw new SpeechError(code, 'refused');
    };
    await startBot({ doctorSources: { checkSpeech } });
    expect(verdictOf(await examine())).toBe(`**❌ ${sentence}**`);
  });

  it('that the latest text was not paid for, although the service answers', async () => {
    const { engine } = await startBot();
    await type('/join');
    const failure = { code: 'SPEECH_OUT_OF_CREDITS', message: '', retryable: false };
    engine.emit({ type: 'item-failed', guildId: discord.guild.id, textId: '1', spokenMs: 0, failure });
    expect(verdictOf(await examine())).toBe(`**❌ ${findings.outOfCredits({ freeModel: 's2.1-pro-free' })}**`);
  });

  it('which permission is missing in the voice channel, and in the text channel', async () => {
    await startBot();
    discord.guild.setPermissions('general', { targetId: discord.botId, deny: SendMessages });
    expect(verdictOf(await examine())).toMatch(/❌ I can't post in <#\d+>.* Give me Send Messages there\.\*\*$/);
    discord.guild.setPermissions('Lounge', { targetId: discord.botId, deny: Speak });
    expect(verdictOf(await examine())).toMatch(/❌ I can't join and speak in .* Give me Speak there\.\*\*$/);
  });

  it('that chat cannot be read aloud without the intent', async () => {
    discord.switchIntent('messageContent', true);
    await using folder = await mkdtempDisposable(join(tmpdir(), 'doctor-'));
    const before = await createTestBot(discord, { folder: folder.path });
    await before.bot.start(soon());
    const boss = discord.addPerson({ name: 'Boss', permissions: ManageGuild });
    await (await boss.type('/autoread on')).reply(soon());
    await before.close();
    discord.switchIntent('messageContent', false);
    await startBot({ folder: folder.path });
    expect(verdictOf(await examine())).toBe(`**❌ ${findings.cannotReadChat}**`);
  });

  it('that voice cannot use the proxy, when the latest join failed behind one', async () => {
    const { engine } = await startBot({ doctorSources: { isBehindProxy: true } });
    engine.isUnreachable = true;
    await type('/join');
    expect(verdictOf(await examine())).toBe(`**❌ ${findings.voicePastProxy}**`);
    engine.isUnreachable = false;
    await type('/join');
    expect(await examine()).not.toContain('proxy');
  });

  it('that a voice thread hangs, within 3 s', async () => {
    const { engine } = await startBot();
    await type('/join');
    engine.isHung = true;
    const report = await examine();
    expect(verdictOf(report)).toBe(`**❌ ${findings.voiceHangs}**`);
    expect(discord.errors).toEqual([]);
  });

  it('that a moderator has muted the bot', async () => {
    await startBot();
    await type('/join');
    discord.guild.silence(discord.botId, { mute: true });
    await expect.poll(() => examine().then(verdictOf)).toBe(`**❌ ${findings.botMuted({ channelId: loungeId })}**`);
  });

  it('that a daily limit is used up', async () => {
    const characters = { person: 10, guild: 1_000, account: 1_000 };
    const { engine } = await startBot({ limits: { characters } });
    void ada.type('/say', { text: '0123456789' });
    await expect.poll(() => engine.items).toHaveLength(1);
    expect(verdictOf(await examine())).toMatch(
      /❌ Your daily limit for speaking is used up\. It resets <t:\d+:R>\.\*\*$/,
    );
  });

  it('that the account’s daily limit for speaking is used up', async () => {
    const characters = { person: 1_000, guild: 1_000, account: 10 };
    const { engine } = await startBot({ limits: { characters } });
    void ada.type('/say', { text: '0123456789' });
    await expect.poll(() => engine.items).toHaveLength(1);
    expect(verdictOf(await examine())).toMatch(
      /❌ The bot's daily limit for speaking is used up\. It resets <t:\d+:R>\.\*\*$/,
    );
  });

  it('that captions can’t be posted, once, where they appear in the channel of the command', async () => {
    await startBot();
    await (await ada.type('/captions start')).reply(soon());
    discord.guild.setPermissions('general', { targetId: discord.botId, deny: SendMessages });
    const report = await examine();
    expect(report.split("I can't post in")).toHaveLength(2);
  });

  it('that the disk is nearly full, without its numbers', async () => {
    await startBot({ doctorSources: { freeBytes: async () => 1_000_000 } });
    const report = await examine();
    expect(verdictOf(report)).toBe(`**❌ ${findings.diskFull}**`);
    expect(report).not.toMatch(/MB|kB/);
  });

  it('that the database is away, although settings and limits are in it', async () => {
    const { loseDatabase } = await startBot();
    await loseDatabase();
    const report = await examine();
    expect(verdictOf(report)).toBe(`**❌ ${findings.databaseAway}**`);
    expect(report).toContain(findings.notChecked({ group: english.doctor.groups.server }));
  });

  it('that the bot asks to speak where it is a stage’s audience and a text waits', async () => {
    const { engine } = await startBot();
    const stage = discord.guild.channel('Stage').id;
    ada.enterVoice(stage);
    await type('/join');
    engine.faults = { texts: 1, encryption: { kind: 'none' } };
    const report = await examine();
    expect(verdictOf(report)).toBe(`**❌ ${findings.inAudience({ channelId: stage })}**`);
    expect(report).toContain(findings.notEndToEnd);
  });
});

describe('/doctor about captions', () => {
  it('says how many opted out to members, and who to managers; and why each other is unheard', {
    meta: { promises: ['doctor-says-how-many'] },
  }, async () => {
    const { engine } = await startBot();
    const boss = discord.addPerson({ name: 'Boss', permissions: ManageGuild });
    const [grace, bob, dj] = [
      discord.addPerson({ name: 'Grace' }),
      discord.addPerson({ name: 'Bob' }),
      discord.addPerson({ name: 'DJ', bot: true }),
    ];
    for (const person of [boss, grace, bob, dj]) person.enterVoice(loungeId);
    await (await ada.type('/captions start')).reply(soon());
    await (await grace.type('/privacy opt-out')).reply(soon());
    await (await boss.type('/privacy opt-out')).reply(soon());
    discord.guild.silence(bob.id, { mute: true });
    engine.faults = { undecryptable: [bob.id] };
    await expect.poll(() => examine()).toContain(findings.mutedByServer({ userIds: [bob.id] }));
    const report = await examine();
    expect(verdictOf(report)).toBe(`**❌ ${findings.undecryptable({ userIds: [bob.id] })}**`);
    expect(report).toContain('2 people here have chosen not to be captioned.');
    expect(report).not.toContain(`<@${grace.id}>`);
    const toBoss = await examine(boss);
    expect(toBoss).toContain(findings.youOptedOut);
    expect(toBoss).toContain(findings.optedOut({ userIds: [grace.id] }));
  });

  it('says that clips wait for the speech service', async () => {
    const bot = await startBot();
    await (await ada.type('/captions start')).reply(soon());
    bot.mute();
    for (let clip = 0; clip < 6; clip += 1) bot.engine.say(ada.id, `words ${clip}`);
    await expect.poll(() => examine()).toContain(findings.clipsWaiting({ clips: 6 }));
  });
});

describe('/doctor to the operator', () => {
  it('shows numbers of the machine to the application’s owner alone, not to managers of servers that they own', {
    meta: { promises: ['numbers-machine-applications-owner'] },
  }, async () => {
    const owner = discord.addPerson({ name: 'Operator', ownsApplication: true });
    await startBot();
    const boss = discord.addPerson({ name: 'Boss', permissions: ManageGuild });
    const numbers = [findings.credit({ credit: '10' }), findings.versions({ mynah: '0.2.0', node: '26.0.0' })];
    const report = await examine(owner);
    for (const line of numbers) expect(report).toContain(line);
    for (const others of [await examine(boss), await examine()]) {
      for (const line of numbers) expect(others).not.toContain(line);
    }
    expect(await examine()).not.toContain('machine');
  });

  it('keeps them from managers of other servers', {
    meta: { promises: ['numbers-machine-applications-owner'] },
  }, async () => {
    await startBot();
    const guild = discord.addGuild({ name: 'Elsewhere' });
    const boss = discord.addPerson({ name: 'Boss', guild, permissions: ManageGuild });
    const typed = await boss.type('/doctor', {}, { channelId: guild.channel('general').id });
    const report = textOf(await typed.reply(soon()));
    expect(report).toContain(findings.machineOk);
    expect(report).not.toMatch(/Credit|Node\.js|Requests/);
  });
});
