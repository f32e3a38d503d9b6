import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalDiscord, startLocalDiscord } from '../../playground/discord/local-discord.ts';
import { startLocalSpeech } from '../../playground/speech/local-speech.ts';
import type { LocalSpeech } from '../../playground/speech/local-speech-api.ts';

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

it('the local bot’s token can’t be guessed from when it was started', async () => {
  const [id, ...random] = discord.token.split('.');
  expect(Buffer.from(id ?? '', 'base64url').toString()).toMatch(/^\d{17,20}$/);
  expect(random.map((part) => Buffer.from(part, 'base64url').length)).toEqual([5, 27]);
  const other = await startLocalDiscord({ voice: false });
  expect(other.token.split('.').slice(1)).not.toEqual(random);
  await other.close();
});
