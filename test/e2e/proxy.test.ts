import { writeWav } from '@mynah/pcm/wav';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BotProcess, startBotProcess } from '../../playground/bot-process.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { PROXY_LOGIN, type ProxiedServices, startProxiedServices } from '../support/proxied-bot.ts';
import { startRawProcess } from '../support/raw-process.ts';
import { patience } from '../support/test-session.ts';

const HEARD = 'a green tortoise';

let services: ProxiedServices;
beforeAll(async () => {
  services = await startProxiedServices({
    recognize: async (pcm) => ({ text: HEARD, duration: pcm.length / 16_000, segments: [] }),
  });
});
afterEach(() => services.proxy.refuse(undefined));
afterAll(() => services[Symbol.asyncDispose]());

function startBot(environment: Record<string, string> = {}): Promise<BotProcess> {
  return startBotProcess({
    environment: { ...services.environment, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    signal: patience(),
  });
}

/** Nobody may read the password of the proxy, nor what is sent for it. */
function expectNoPassword(output: string): void {
  const { user, password } = PROXY_LOGIN;
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  for (const secret of [password, encodeURIComponent(password), login]) expect(output).not.toContain(secret);
}

it('behind a proxy that is the only way out, the bot speaks, transcribes an attachment and exports its traces', async () => {
  const { discord, speech, collector, proxy, voiceEndpoint } = services;
  const bot = await startBot();
  try {
    await discord.botReady(patience());
    const ada = discord.addPerson({ name: 'Ada' });
    const voice = await ada.joinVoice(discord.guild.channel('Lounge').id, patience());
    await (await ada.type('/say', { text: 'The weather is nice today.' })).reply(patience());
    await voice.heard.utterance(discord.botId, { signal: patience() });
    const wav = writeWav(
      Int16Array.from({ length: 48_000 }, (_, index) => Math.round(200 * Math.sin(index / 8))),
      16_000,
      1,
    );
    const asked = await ada.type('/transcribe', { file: { file: wav, name: 'a.wav', contentType: 'audio/wav' } });
    await asked.until(({ content }) => content.includes(HEARD), patience());
    await expect.poll(() => collector.spans.map(({ name }) => name)).toContain('speech.live');
    // The live socket worked: nothing was asked for by POST in its place.
    expect(speech.requests.map(({ endpoint }) => endpoint)).not.toContain('tts');
    expect(new Set(proxy.asked)).toEqual(
      new Set(['discord.test:443', 'speech.test:443', 'traces.test:443', voiceEndpoint]),
    );
    expect(discord.errors).toEqual([]);
    expect(bot.log).toContainEqual(
      expect.objectContaining({
        msg: 'connections go through a proxy, except voice and the database',
        https: proxy.name,
      }),
    );
    expectNoPassword(bot.output());
  } finally {
    expect(await bot.stop()).toBe(0);
  }
});

it('a start that the proxy refuses says so, and continues once the proxy lets it through', async () => {
  const { proxy, environment } = services;
  proxy.refuse(407);
  await using bot = startRawProcess({ ...environment, HTTP_PORT: '0', VOICE_WORKERS: '0' });
  const refused = await bot.logged('cannot reach Discord through the proxy: check HTTPS_PROXY; trying again');
  expect(refused).toMatchObject({
    code: 'PROXY_REFUSED',
    cause: `the proxy ${proxy.name} refused the connection to discord.test:443 (407)`,
  });
  proxy.refuse(undefined);
  await bot.logged('ready');
  expectNoPassword(JSON.stringify(bot.entries()));
});

it('npm start -- --check says which proxy is used, and that voice needs another way', async () => {
  const { proxy, environment } = services;
  await using good = startRawProcess({ ...environment, HTTP_PORT: '0' }, ['--check']);
  const { stdout } = await good.ended();
  expect(stdout).toMatch(/^ok +Discord token /m);
  expect(stdout).toMatch(/^ok +speech key /m);
  expect(stdout).toMatch(/^ok +speech stream /m);
  expect(stdout).toContain(`through ${proxy.name} (HTTPS_PROXY): discord.test, speech.test;`);
  expect(stdout).toMatch(/^warning +voice UDP .*can't go through the proxy -> let UDP out directly/m);
  expectNoPassword(stdout);
});

it.each([
  [407, 'check the user and password in HTTPS_PROXY: http://USER:PASSWORD@'],
  [403, 'let discord.test:443 through at the proxy, or name its host in NO_PROXY'],
])('npm start -- --check says that the proxy is the problem when it answers %i', async (status, advice) => {
  const { proxy, environment } = services;
  proxy.refuse(status);
  await using refused = startRawProcess({ ...environment, HTTP_PORT: '0' }, ['--check']);
  const { code, stdout } = await refused.ended();
  expect(code).toBe(1);
  for (const name of ['proxy', 'Discord token', 'speech key']) {
    const line = stdout.split('\n').find((each) => each.startsWith(`failed  ${name} (`));
    expect(line).toContain(`the proxy ${proxy.name} refused the connection to `);
    expect(line).toContain(`(${status})`);
  }
  expect(stdout).toContain(advice);
  expectNoPassword(stdout);
});
