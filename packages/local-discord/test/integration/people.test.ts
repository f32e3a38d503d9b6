import { ApplicationCommandType, ChannelType, ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.ts';
import type { Person } from '../../src/people/person.ts';

const COMMANDS = [
  {
    name: 'say',
    description: 'Says',
    options: [
      { type: Kind.String, name: 'text', description: 'What', required: true, max_length: 10 },
      { type: Kind.Integer, name: 'times', description: 'How often', min_value: 1, max_value: 3 },
      { type: Kind.Boolean, name: 'file', description: 'As a file' },
      { type: Kind.Channel, name: 'channel', description: 'Where', channel_types: [ChannelType.GuildVoice] },
      { type: Kind.String, name: 'format', description: 'How', choices: [{ name: 'Text', value: 'txt' }] },
    ],
  },
  {
    name: 'captions',
    description: 'Captions',
    options: [{ type: Kind.Subcommand, name: 'start', description: 'Start' }],
  },
  { name: 'settings', description: 'Settings', default_member_permissions: '32' },
  {
    name: 'hear',
    description: 'Hears',
    options: [{ type: Kind.Attachment, name: 'file', description: 'What', required: true }],
  },
  { type: ApplicationCommandType.Message, name: 'Speak' },
];

let discord: LocalDiscord;
let ada: Person;

beforeEach(async () => {
  discord = await startLocalDiscord({ voice: false });
  ada = discord.addPerson({ name: 'Ada' });
  const path = `/applications/${discord.applicationId}/guilds/${discord.guild.id}/commands`;
  const headers = { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${discord.apiUrl}/v10${path}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(COMMANDS),
  });
  expect(answer.status).toBe(200);
});

afterEach(async () => {
  await discord.close();
});

test.each([
  ['/shout', {}, 'no command “shout”'],
  ['/say', {}, '“text” of /say is required'],
  ['/say', { text: 'x'.repeat(11) }, '0 to 10 characters, not 11'],
  ['/say', { text: ' ' }, 'not blank'],
  ['/say', { text: 'x', loud: true }, 'has no option “loud”'],
  ['/say', { text: 'x', times: 4 }, 'takes 1 to 3'],
  ['/say', { text: 'x', times: 1.5 }, 'whole number'],
  ['/say', { text: 'x', file: 'yes' }, 'true or false'],
  ['/say', { text: 'x', format: 'pdf' }, 'one of “Text”'],
  ['/say', { text: 'x', channel: '1' }, 'names no channel of this server'],
  ['/say', { text: 'x', channel: 'Nowhere' }, 'names no channel of this server'],
  ['/captions', {}, 'needs a subcommand'],
  ['/captions stop', {}, 'no command /captions stop'],
  ['/settings', {}, 'a permission is missing'],
])('Discord’s client does not send %s with %o', async (command, options, reason) => {
  await expect(ada.type(command, options)).rejects.toThrow(reason);
});

test('a voice channel option offers no text channel', async () => {
  const channel = discord.guild.channel('general').id;
  await expect(ada.type('/say', { text: 'x', channel })).rejects.toThrow('another kind of channel');
});

test.each(['Lounge', '#Lounge'])('a channel can be typed by its name: %s', async (channel) => {
  await expect(ada.type('/say', { text: 'x', channel })).resolves.toBeDefined();
  await expect(ada.type('/say', { text: 'x', channel: '#general' })).rejects.toThrow('another kind of channel');
});

test('a choice can be typed by its label, and a permission unlocks a command', async () => {
  await ada.type('/say', { text: 'x', format: 'Text', times: 3, channel: discord.guild.channel('Lounge').id });
  const manager = discord.addPerson({ name: 'Bob', permissions: 32n });
  await manager.type('/settings');
});

test('nobody can use a command in a channel that they can’t see', async () => {
  discord.guild.setPermissions('captions', { targetId: discord.guild.id, deny: 1n << 10n });
  const channelId = discord.guild.channel('captions').id;
  await expect(ada.type('/say', { text: 'x' }, { channelId })).rejects.toThrow('cannot use commands in #captions');
});

test('buttons and messages that don’t exist can’t be used', async () => {
  const message = ada.send('for all');
  expect(discord.addPerson({ name: 'Bob' }).messages(message.channelId)).toHaveLength(1);
  await expect(ada.click(message, 'x')).rejects.toThrow('no button or menu “x”');
  await expect(ada.menu('Speak', '123456789012345678')).rejects.toThrow('no such message');
});

describe('attachments', () => {
  const FILE = { file: Buffer.from('x'.repeat(300_000)), name: 'x.txt' };
  const hosted = () => ada.send('', { files: [FILE] }).attachments[0]?.url ?? '';

  test('can be downloaded only by their signed link', async () => {
    const url = new URL(hosted());
    expect([...url.searchParams.keys()]).toEqual(['ex', 'is', 'hm']);
    expect(await (await fetch(url)).text()).toBe(FILE.file.toString());
    url.searchParams.set('ex', 'ffffffff');
    expect((await fetch(url)).status).toBe(404);
    expect((await fetch(`${url.origin}${url.pathname}`)).status).toBe(404);
  });

  test('can’t be downloaded once they have expired', async () => {
    const url = hosted();
    discord.expireAttachment(url);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([404, 'This content is no longer available.']);
  });

  test('fail on request, as often as requested', async () => {
    const url = hosted();
    discord.troubleAttachments({ status: 503, times: 2 });
    discord.troubleAttachments({ redirectTo: 'http://127.0.0.1:1/elsewhere' });
    discord.troubleAttachments({ dropAfterBytes: 100_000 });
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(url, { redirect: 'manual' })).status);
    expect(statuses).toEqual([503, 503, 302]);
    await expect(fetch(url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
    expect((await fetch(url)).status).toBe(200);
  });

  test('have the person’s upload limit, and so have replies', async () => {
    const large = { file: new Uint8Array(10 * 1024 * 1024 + 1), name: 'large.wav' };
    await expect(ada.type('/hear', { file: large })).rejects.toThrow('too large to upload');
    expect(() => ada.send('', { files: [large] })).toThrow('Request entity too large');
    const bob = discord.addPerson({ name: 'Bob', uploadLimitBytes: 500 * 1024 * 1024 });
    await bob.type('/hear', { file: large });
    expect(bob.send('', { files: [large] }).attachments).toMatchObject([{ size: large.file.length }]);
  });
});

test('somebody can be in two guilds, and use the commands of one only', async () => {
  const second = discord.addGuild({ name: 'Second' });
  discord.joinGuild(ada, second);
  const channelId = second.channel('general').id;
  await expect(ada.type('/say', { text: 'x' }, { channelId })).rejects.toThrow('no command “say”');
  expect(ada.send('hello', { channelId })).toMatchObject({ channelId });
  const zoe = discord.addPerson({ name: 'Zoe', guild: second });
  expect(() => zoe.send('hello', { channelId: discord.guild.channel('general').id })).toThrow('cannot use commands');
});

test('a private conversation belongs to its two people', () => {
  const bob = discord.addPerson({ name: 'Bob' });
  const channelId = discord.privateChannelId(ada, bob);
  ada.send('psst', { channelId });
  expect(bob.messages(channelId)).toMatchObject([{ content: 'psst' }]);
  const eve = discord.addPerson({ name: 'Eve' });
  expect(eve.messages(channelId)).toEqual([]);
  expect(() => eve.send('what?', { channelId })).toThrow('not your channel');
});

test.each([
  ['an unknown path', 'GET', '/nothing', 404, 0],
  ['a wrong method', 'DELETE', '/users/@me', 405, 0],
  ['no token', 'GET', '/users/@me', 401, 0],
])('REST refuses %s', async (_name, method, path, status, code) => {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, { method });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
  expect(discord.errors.at(-1)).toMatchObject({ method, path, status });
});

test('a port in use rejects with Node’s error', async () => {
  const port = Number(new URL(discord.apiUrl).port);
  await expect(startLocalDiscord({ voice: false, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
