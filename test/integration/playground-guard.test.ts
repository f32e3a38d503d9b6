import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
};

let discord: LocalDiscord;
let speech: LocalSpeech;

beforeAll(async () => {
  [discord, speech] = await Promise.all([startLocalDiscord(), startLocalSpeech({ recognizer: false })]);
});

afterAll(() => Promise.all([discord.close(), speech.close()]));

/** The status of the answer to a request, or to an upgrade: 101 if it is accepted. */
async function statusOf(url: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  const send = url.startsWith('https') ? httpsRequest : httpRequest;
  const request = send(url, { method, headers, rejectUnauthorized: false, agent: false });
  request.on('upgrade', (response: IncomingMessage) => request.emit('response', response));
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.destroy();
  return response.statusCode ?? 0;
}

/** The addresses of the playground's services, with what a program of the bot gets there. */
const DOORS: [string, () => { url: string; headers?: Record<string, string>; method?: string }, number][] = [
  [
    'Discord’s REST',
    () => ({ url: `${discord.apiUrl}/v10/users/@me`, headers: { Authorization: `Bot ${discord.token}` } }),
    200,
  ],
  [
    'the gateway',
    () => ({ url: `${new URL(discord.apiUrl).origin}/gateway?v=10&encoding=json`, headers: UPGRADE }),
    101,
  ],
  ['the voice gateway', () => ({ url: `https://${discord.voiceServer?.endpoint}/?v=8`, headers: UPGRADE }), 101],
  [
    'the speech service',
    () => ({ url: `${speech.url}/model`, headers: { Authorization: `Bearer ${speech.apiKey}` } }),
    200,
  ],
  [
    'the speech service’s live socket',
    () => ({
      url: `${speech.url}/v1/tts/live`,
      headers: { ...UPGRADE, model: 's2-pro', Authorization: `Bearer ${speech.apiKey}` },
    }),
    101,
  ],
  ['the faults of the speech service', () => ({ url: `${speech.url}/_playground/faults`, method: 'DELETE' }), 200],
];

describe.each(DOORS)('%s', (_door, open, status) => {
  it('answers programs', async () => {
    const { url, headers = {}, method } = open();
    expect(await statusOf(url, headers, method)).toBe(status);
  });

  it.each([
    ['a page of a browser', { Origin: 'https://evil.example' }],
    ['the playground’s own page, which has a server of its own', { Origin: 'http://127.0.0.1:1' }],
    ['a page whose name was pointed to this machine', { Host: 'evil.example' }],
  ])('refuses %s', async (_who, forged) => {
    const { url, headers = {}, method } = open();
    expect(await statusOf(url, { ...headers, ...forged }, method)).toBe(403);
  });
});

it('what a page of another site only loads is refused, and what somebody typed is answered', async () => {
  const url = `${speech.url}/_playground/faults`;
  expect(await statusOf(url, { 'Sec-Fetch-Site': 'cross-site' })).toBe(403);
  expect(await statusOf(url, { 'Sec-Fetch-Site': 'none' })).toBe(200);
});

describe('files of messages, which the playground’s page shows', () => {
  it('are there for pages that have their address', async () => {
    const url = `${new URL(discord.apiUrl).origin}/attachments/1/2/gone.png`;
    expect(await statusOf(url, { Origin: 'http://127.0.0.1:1' })).toBe(404);
  });

  it('are refused to a page whose name was pointed to this machine', async () => {
    const url = `${new URL(discord.apiUrl).origin}/attachments/1/2/gone.png`;
    expect(await statusOf(url, { Host: 'evil.example' })).toBe(403);
  });
});

it('services are reached by the names that they were given, however those are written', async () => {
  const bound = await startLocalSpeech({ recognizer: false, host: 'LOCALHOST' });
  const told = await startLocalDiscord({ told: { origin: 'https://Discord.Test', voiceHost: 'Voice.Test' } });
  const authorization = { Authorization: `Bot ${told.token}` };
  expect(await statusOf(`${bound.url}/_playground/faults`, {})).toBe(200);
  expect(await statusOf(`${told.apiUrl}/v10/users/@me`, { ...authorization, Host: 'discord.test' })).toBe(200);
  expect(await statusOf(`${told.apiUrl}/v10/users/@me`, { ...authorization, Host: 'voice.test' })).toBe(403);
  const voice = `https://localhost:${told.voiceServer?.endpoint.split(':')[1]}/?v=8`;
  expect(await statusOf(voice, { ...UPGRADE, Host: 'voice.test' })).toBe(101);
  await Promise.all([bound.close(), told.close()]);
});

it('the local bot’s token can’t be guessed from when it was started', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 1) });
  try {
    const [one, other] = [await startLocalDiscord({ voice: false }), await startLocalDiscord({ voice: false })];
    const [first, second] = [one, other].map(({ token }) => token.split('.'));
    await Promise.all([one.close(), other.close()]);
    expect(Buffer.from(first?.[0] ?? '', 'base64url').toString()).toBe(one.botId);
    expect(first?.slice(1).map((part) => Buffer.from(part, 'base64url').length)).toEqual([5, 27]);
    expect(first?.[1]).not.toBe(second?.[1]);
    expect(first?.[2]).not.toBe(second?.[2]);
  } finally {
    vi.useRealTimers();
  }
});
