import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { invitationLink } from '../../src/discord/client/invitation.ts';
import { explainInspection } from '../../src/discord/inspection/discord-inspection.ts';
import { runChecks } from '../../src/startup/check/checks.ts';
import { discordChecks } from '../../src/startup/check/discord-checks.ts';

const APPLICATION = '123456789012345678';
const SERVER = '223456789012345678';
const ALL = '352123467369472';

/** What the scripted Discord answers, by path. */
const answers = new Map<string, unknown>();
let date: Date | undefined;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').replace('/api/v10', '').replace(/\?.*/, '');
    const answer = answers.get(path);
    response.sendDate = date === undefined;
    if (date !== undefined) response.setHeader('date', date.toUTCString());
    const refused = typeof answer === 'number' ? answer : 200;
    response.writeHead(answer === undefined ? 404 : refused, { 'content-type': 'application/json' });
    response.end(JSON.stringify(typeof answer === 'number' ? { code: 50_001, message: 'Missing Access' } : answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

beforeEach(() => {
  date = undefined;
  answers.clear();
  answers.set('/users/@me', { username: 'Mynah', discriminator: '0042' });
  answers.set('/applications/@me', {
    ...{ id: APPLICATION, bot_public: false, bot_require_code_grant: false },
    ...{ flags: 1 << 19, integration_types_config: { 0: {}, 1: {} } },
  });
  setGateway({});
  answers.set('/users/@me/guilds', [{ id: SERVER, permissions: ALL }]);
  answers.set(`/applications/${APPLICATION}/commands`, [{}, {}]);
});

function setGateway(limit: object, shards = 1): void {
  const whole = { total: 1_000, remaining: 990, reset_after: 600_000, max_concurrency: 1, ...limit };
  answers.set('/gateway/bot', { url: 'wss://gateway.example', shards, session_start_limit: whole });
}

/** What one check of Discord found. */
async function find(name: string, changes: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  const read = readConfig({
    DISCORD_TOKEN: 'a.bot.token',
    DISCORD_API_URL: `http://127.0.0.1:${port}/api`,
    SPEECH_API_KEY: 'speech-key',
    SPEECH_API_URL: 'http://127.0.0.1:9',
    ...changes,
  });
  if (read.kind === 'invalid') throw new Error(read.lines.join());
  const results = runChecks(discordChecks(read.config), 10_000);
  return results.find(({ check }) => check.name === name)?.finding;
}

describe('npm start -- --check finds at Discord', () => {
  it.each([
    [Object.assign(new Error('expired'), { code: 'CERT_NOT_YET_VALID' }), 'untrusted', 'CERT_NOT_YET_VALID'],
    [Object.assign(new Error('own'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'untrusted', 'SELF_SIGNED'],
    [new DOMException('aborted', 'AbortError'), 'unreachable', 'did not answer (in time)'],
  ])('the reason of %s', (error, problem, found) => {
    expect(explainInspection(error)).toEqual({ problem, found: expect.stringContaining(found) });
  });

  it('nothing wrong with a bot that is set up as the README says', async () => {
    for (const name of [
      ...['Discord token', 'clock', 'Discord application', 'Discord intents', 'Discord gateway'],
      ...['Discord servers', 'Discord user installs', 'Discord commands'],
    ]) {
      expect(await find(name), name).toMatchObject({ status: 'ok' });
    }
    expect(await find('Discord token')).toMatchObject({ found: `Mynah#0042, application ${APPLICATION}` });
  });

  it('a token that it refuses, and checks nothing that needs one', async () => {
    answers.set('/users/@me', 401);
    expect(await find('Discord token')).toMatchObject({
      status: 'failed',
      advice: expect.stringContaining('DISCORD_TOKEN'),
    });
    expect(await find('Discord gateway')).toMatchObject({ status: 'skipped' });
  });

  it('that the address is not one of Discord', async () => {
    answers.set('/users/@me', ['hello']);
    expect(await find('Discord token')).toMatchObject({ status: 'failed', advice: 'check DISCORD_API_URL' });
  });

  it.each([
    [-29_000, 'ok'],
    [-32_000, 'failed'],
    [32_000, 'failed'],
  ])('a clock that differs by %i ms: %s', async (differenceMs, status) => {
    date = new Date(Date.now() + differenceMs);
    expect(await find('clock')).toMatchObject({ status });
  });

  it('that anyone may add the bot, unless ALLOWED_GUILDS says where it stays', async () => {
    answers.set('/applications/@me', { id: APPLICATION, flags: 0, bot_public: true });
    expect(await find('Discord application')).toMatchObject({ status: 'warning' });
    expect(await find('Discord application', { ALLOWED_GUILDS: SERVER })).toMatchObject({ status: 'ok' });
  });

  it('that a code grant breaks every invitation', async () => {
    answers.set('/applications/@me', { id: APPLICATION, flags: 0, bot_require_code_grant: true });
    expect(await find('Discord application')).toMatchObject({ status: 'failed' });
  });

  it('that Message Content is switched off', async () => {
    answers.set('/applications/@me', { id: APPLICATION, flags: 0 });
    expect(await find('Discord intents')).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('Message Content Intent'),
    });
  });

  it('that too few logins are left', async () => {
    setGateway({ remaining: 50 });
    expect(await find('Discord gateway')).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('10 min'),
    });
    setGateway({ remaining: 1 });
    expect(await find('Discord gateway', { SHARDS: '0,1', SHARD_COUNT: '2' })).toMatchObject({ status: 'failed' });
  });

  it('that Discord recommends more shards', async () => {
    setGateway({}, 4);
    expect(await find('Discord gateway', { SHARD_COUNT: '3' })).toMatchObject({
      status: 'warning',
      advice: expect.stringContaining('SHARD_COUNT to 4'),
    });
    expect(await find('Discord gateway')).toMatchObject({ status: 'ok' });
  });

  it('that it is in no server, with the invitation', async () => {
    answers.set('/users/@me/guilds', []);
    expect(await find('Discord servers')).toMatchObject({
      status: 'warning',
      advice: `open ${invitationLink(APPLICATION)}`,
    });
  });

  it('which permissions its role lacks somewhere', async () => {
    const withoutConnect = String(BigInt(ALL) & ~(1n << 20n));
    answers.set('/users/@me/guilds', [
      { id: SERVER, permissions: ALL },
      { id: '323456789012345678', permissions: withoutConnect },
      // An administrator may do everything.
      { id: '423456789012345678', permissions: '8' },
    ]);
    expect(await find('Discord servers')).toMatchObject({
      status: 'warning',
      found: 'servers: 3; missing in 1 of these: Connect',
    });
  });

  it('servers that it will leave', async () => {
    expect(await find('Discord servers', { ALLOWED_GUILDS: '323456789012345678' })).toMatchObject({
      status: 'warning',
    });
  });

  it('that the server of DISCORD_GUILD_ID has not invited it', async () => {
    answers.set(`/applications/${APPLICATION}/guilds/${SERVER}/commands`, 403);
    expect(await find('Discord commands', { DISCORD_GUILD_ID: SERVER })).toMatchObject({ status: 'failed' });
  });

  it('that user installs are off', async () => {
    answers.set('/applications/@me', { id: APPLICATION, flags: 0, integration_types_config: { 0: {} } });
    expect(await find('Discord user installs')).toMatchObject({ found: expect.stringContaining('off') });
    expect(await find('Discord user installs', { ALLOW_DIRECT: 'false' })).toMatchObject({
      found: expect.stringContaining('ALLOW_DIRECT'),
    });
  });
});
