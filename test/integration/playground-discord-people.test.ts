import { ApplicationCommandType, ChannelType, ApplicationCommandOptionType as Kind } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import type { Person } from '../../playground/discord/people/person.ts';

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
  ['/say', { text: 'x', channel: '1' }, 'no channel'],
  ['/captions', {}, 'needs a subcommand'],
  ['/captions stop', {}, 'no command /captions stop'],
  ['/settings', {}, 'a permission is missing'],
])('Discord’s client does not send %s with %o', async (command, options, reason) => {
  await expect(ada.type(command, options)).rejects.toThrow(reason);
});

test('a text channel is not offered where a voice channel is asked for', async () => {
  const channel = discord.guild.channel('general').id;
  await expect(ada.type('/say', { text: 'x', channel })).rejects.toThrow('another kind of channel');
});

test('a choice can be named as it is shown, and a permission opens a command', async () => {
  await ada.type('/say', { text: 'x', format: 'Text', times: 3, channel: discord.guild.channel('Lounge').id });
  const manager = discord.addPerson({ name: 'Bob', permissions: 32n });
  await manager.type('/settings');
});

test('nobody uses a command in a channel that they do not see', async () => {
  discord.guild.setPermissions('captions', { targetId: discord.guild.id, deny: 1n << 10n });
  const channelId = discord.guild.channel('captions').id;
  await expect(ada.type('/say', { text: 'x' }, { channelId })).rejects.toThrow('cannot use commands in #captions');
});

test('what is not there cannot be used', async () => {
  const message = ada.send('for all');
  expect(discord.addPerson({ name: 'Bob' }).messages(message.channelId)).toHaveLength(1);
  await expect(ada.click(message, 'x')).rejects.toThrow('no button or menu “x”');
  await expect(ada.menu('Speak', '123456789012345678')).rejects.toThrow('no such message');
});

test('an expired attachment is gone', async () => {
  const { attachments } = ada.send('', { files: [{ file: Buffer.from('x'), name: 'x.txt' }] });
  const url = attachments[0]?.url ?? '';
  expect((await fetch(url)).status).toBe(200);
  discord.expireAttachment(url);
  expect((await fetch(url)).status).toBe(404);
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

test('a taken port is Node’s own error', async () => {
  const port = Number(new URL(discord.apiUrl).port);
  await expect(startLocalDiscord({ voice: false, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
