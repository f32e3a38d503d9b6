import { PermissionFlagsBits } from 'discord-api-types/v10';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { MISSING_DOCUMENT } from '../../../../test/support/discord-document/discord-document.ts';
import { ExchangeWatch } from '../../../../test/support/discord-document/exchange-watch.ts';
import { type LocalDiscord, startLocalDiscord } from '../../src/local-discord.ts';
import type { Person } from '../../src/people/person.ts';
import { DEFAULT_BOT_PERMISSIONS } from '../../src/permissions.ts';

const LAYOUTS = 1 << 15;

const exchanges = new ExchangeWatch();
let discord: LocalDiscord;
let ada: Person;

beforeAll(async () => {
  const botPermissions = DEFAULT_BOT_PERMISSIONS | PermissionFlagsBits.CreatePublicThreads;
  discord = await startLocalDiscord({ voice: false, botPermissions, onExchange: exchanges.onExchange });
  ada = discord.addPerson({ name: 'Ada' });
  return () => discord.close();
});

beforeEach(({ skip }) => {
  if (MISSING_DOCUMENT !== undefined) skip(MISSING_DOCUMENT);
});

/** Sends a request as the bot, and resolves with its answer. What doesn't fit the document fails the test. */
async function ask<T = { id: string }>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${discord.apiUrl}/v10${path}`, {
    method,
    headers: { authorization: `Bot ${discord.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.status).toBeLessThan(300);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

test('what the bot can read of itself and of people fits Discord’s document', async () => {
  for (const path of ['/gateway', '/gateway/bot', '/applications/@me', '/oauth2/applications/@me', '/users/@me']) {
    await ask('GET', path);
  }
  await ask('GET', '/users/@me/guilds');
  await ask('GET', `/users/${ada.id}`);
  await ask('POST', '/users/@me/channels', { recipient_id: ada.id });
});

test('a server and its channels, roles, members and voice states fit Discord’s document', async () => {
  const { guild } = discord;
  ada.enterVoice(guild.channel('Lounge').id);
  for (const part of ['', '/channels', '/roles', `/members/${ada.id}`, `/voice-states/${ada.id}`, '/webhooks']) {
    await ask('GET', `/guilds/${guild.id}${part}`);
  }
  const channels = [guild.channel('general').id, guild.channel('Lounge').id, guild.addThread('general', 'talk').id];
  for (const id of channels) await ask('GET', `/channels/${id}`);
  await ask('GET', `/channels/${ada.dmChannelId}`);
  const thread = await ask('POST', `/channels/${channels[0]}/threads`, { name: 'plans', type: 11 });
  await ask('GET', `/channels/${thread.id}/thread-members/${discord.botId}`);
});

test('messages with embeds and every component that the bot may send fit Discord’s document', async () => {
  const messages = `/channels/${discord.guild.channel('general').id}/messages`;
  const select = { type: 3, custom_id: 'select', options: [{ label: 'One', value: '1' }], placeholder: null };
  const people = { type: 5, custom_id: 'people', id: 2, default_values: [{ id: ada.id, type: 'user' }] };
  const row = (...components: object[]) => ({ type: 1, components });
  const classic = await ask('POST', messages, {
    content: `<@${ada.id}>`,
    embeds: [{ title: 'Title', url: null, fields: [{ name: 'Name', value: 'Value' }], footer: { text: 'Footer' } }],
    components: [row({ type: 2, style: 1, label: 'Press', custom_id: 'press' }), row(select), row(people)],
  });
  await ask('POST', messages, { content: 'Reply', message_reference: { message_id: classic.id } });
  const texts = [{ type: 10, content: 'Text' }];
  const section = {
    type: 9,
    components: texts,
    accessory: { type: 2, style: 5, label: 'Link', url: 'https://a.example' },
  };
  await ask('POST', messages, {
    flags: LAYOUTS,
    components: [{ type: 17, components: [section, { type: 14 }] }, row(select)],
  });
  await ask('PATCH', `${messages}/${classic.id}`, { content: 'Changed' });
  await ask('GET', messages);
  await ask('GET', `${messages}/${classic.id}`);
  await ask('DELETE', `${messages}/${classic.id}`);
});

test('webhooks and their messages fit Discord’s document', async () => {
  const channelId = discord.guild.channel('general').id;
  const { id, token } = await ask<{ id: string; token: string }>('POST', `/channels/${channelId}/webhooks`, {
    name: 'Ada',
  });
  await ask('GET', `/channels/${channelId}/webhooks`);
  await ask('GET', `/webhooks/${id}`);
  await ask('GET', `/webhooks/${id}/${token}`);
  await ask('PATCH', `/webhooks/${id}`, { name: 'Bob' });
  const message = await ask('POST', `/webhooks/${id}/${token}?wait=true`, { content: 'Hello', username: 'Ada' });
  await ask('POST', `/webhooks/${id}/${token}`, { content: 'Hello' });
  await ask('GET', `/webhooks/${id}/${token}/messages/${message.id}`);
  await ask('PATCH', `/webhooks/${id}/${token}/messages/${message.id}`, { content: 'Changed' });
  await ask('DELETE', `/webhooks/${id}/${token}/messages/${message.id}`);
  await ask('DELETE', `/webhooks/${id}`);
});

test('commands fit Discord’s document', async () => {
  const { applicationId, guild } = discord;
  const option = { type: 3, name: 'text', description: 'What', required: true, max_length: 100 };
  const command = { name: 'say', description: 'Says something', options: [option] };
  for (const place of [`/applications/${applicationId}`, `/applications/${applicationId}/guilds/${guild.id}`]) {
    const { id } = await ask('POST', `${place}/commands`, command);
    await ask('PATCH', `${place}/commands/${id}`, { description: 'Speaks' });
    await ask('GET', `${place}/commands/${id}`);
    await ask('DELETE', `${place}/commands/${id}`);
    await ask('PUT', `${place}/commands`, [command]);
    await ask('GET', `${place}/commands`);
  }
});
