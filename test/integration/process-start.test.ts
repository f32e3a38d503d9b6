import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LocalDiscord, startLocalDiscord } from '@mynah/local-discord/local-discord';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawProcess, startRawProcess } from '../support/raw-process.ts';

const BREAK_VOICE_THREADS = fileURLToPath(new URL('../support/break-voice-threads.mjs', import.meta.url));

const CANNOT_REACH = 'cannot reach Discord: check the network and DISCORD_API_URL; trying again';

/** Processes start slowly on a busy machine. */
const LONG = { timeout: 60_000 };

let discord: LocalDiscord;
let speech: LocalSpeech;
let dataDir: string;

beforeAll(async () => {
  discord = await startLocalDiscord({ voice: false });
  speech = await startLocalSpeech();
  dataDir = await mkdtemp(join(tmpdir(), 'process-start-'));
});

afterAll(async () => {
  await discord.close();
  await speech.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the bot with a voice thread and a valid environment, apart from `changes`. */
function start(changes: Record<string, string> = {}): RawProcess {
  return startRawProcess({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    SPEECH_API_URL: speech.url,
    SPEECH_API_KEY: speech.apiKey,
    DATA_DIR: join(dataDir, crypto.randomUUID()),
    HTTP_PORT: '0',
    VOICE_WORKERS: '1',
    ...changes,
  });
}

/** Waits for a start to fail with code 1, within 10 s, and one log line. Returns the line. */
async function failedStart(bot: RawProcess) {
  const { code, stderr, tookMs } = await bot.ended();
  expect(stderr).toBe('');
  const lines = bot.entries();
  expect(lines).toMatchObject([{ level: 'fatal' }]);
  expect(code).toBe(1);
  expect(tookMs).toBeLessThan(10_000);
  return lines[0];
}

/** A server that accepts connections and never responds. */
async function silentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A port without a listener. */
async function freePort(): Promise<number> {
  await using server = await silentServer();
  return server.port;
}

describe('a start that fails ends the process with code 1 and one line', LONG, () => {
  it('when HTTP_PORT is taken', async () => {
    await using taken = await silentServer();
    await using bot = start({ HTTP_PORT: String(taken.port) });
    expect(await failedStart(bot)).toMatchObject({
      level: 'fatal',
      code: 'HTTP_LISTEN_FAILED',
      msg: expect.stringContaining(`HTTP_PORT ${taken.port}`),
    });
  });

  it('when the database file cannot be created', async () => {
    await using bot = start({ DATABASE_URL: 'sqlite:/proc/mynah/mynah.sqlite' });
    expect(await failedStart(bot)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      msg: 'cannot open the database /proc/mynah/mynah.sqlite (ENOENT): check that DATA_DIR or DATABASE_URL names a writable folder and a SQLite file',
    });
  });

  it('when DATA_DIR cannot be created', async () => {
    await using bot = start({ DATA_DIR: '/proc/mynah' });
    expect(await failedStart(bot)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      msg: 'cannot lock the folder /proc/mynah (ENOENT): check that DATA_DIR names a writable folder on a file system with file locks',
    });
  });

  it('when the database server refuses connections', async () => {
    await using bot = start({ DATABASE_URL: 'postgres://mynah@127.0.0.1:9/mynah' });
    expect(await failedStart(bot)).toMatchObject({
      code: 'STORE_UNAVAILABLE',
      msg: expect.stringContaining('DATABASE_URL'),
    });
  });

  it('when the database server does not respond', async () => {
    await using silence = await silentServer();
    await using bot = start({ DATABASE_URL: `postgres://mynah@127.0.0.1:${silence.port}/mynah` });
    expect(await failedStart(bot)).toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  it('when a voice thread does not start', async () => {
    await using bot = start({ NODE_OPTIONS: `--import=${BREAK_VOICE_THREADS}` });
    expect(await failedStart(bot)).toMatchObject({
      code: 'VOICE_THREAD_FAILED',
      msg: expect.stringContaining('VOICE_WORKERS'),
    });
  });

  it('when Discord rejects the token', async () => {
    await using bot = start({ DISCORD_TOKEN: 'wrong.token.here' });
    expect(await failedStart(bot)).toMatchObject({
      code: 'DISCORD_TOKEN_REFUSED',
      msg: expect.stringContaining('DISCORD_TOKEN'),
    });
  });

  it.each([
    ['does not answer', (port: number) => ({ SPEECH_API_URL: `http://127.0.0.1:${port}` })],
    ['rejects the key', () => ({ SPEECH_API_KEY: 'wrong-key' })],
  ])('when Discord refuses the token and the speech service %s', async (_what, changes) => {
    await using silence = await silentServer();
    await using bot = start({ DISCORD_TOKEN: 'wrong.token.here', ...changes(silence.port) });
    expect(await failedStart(bot)).toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
  });

  it('when the bot is not in the server of DISCORD_GUILD_ID', async () => {
    await using bot = start({ DISCORD_GUILD_ID: '123456789012345678' });
    const line = await failedStart(bot);
    expect(line).toMatchObject({ code: 'DISCORD_GUILD_UNKNOWN' });
    expect(line?.msg).toMatch(/^DISCORD_GUILD_ID is 123456789012345678.*invite the bot first/);
  });
});

it('an unknown argument ends the start with code 1 and one line, before anything is opened', LONG, async () => {
  await using bot = startRawProcess({}, ['--migrate-to', 'postgres://ada:hunter2@db/mynah']);
  const { code, stderr } = await bot.ended();
  expect(stderr).toMatch(
    /^unknown or incomplete arguments: expected nothing, --help, --check, or --migrate-from .*\n$/,
  );
  expect(code).toBe(1);
  expect(bot.entries()).toEqual([]);
});

describe('DATA_DIR is locked by one process', LONG, () => {
  it('and a second one ends with code 1 and one line that says who holds it, before it opens anything', {
    meta: { promises: ['data-dir-locked-one'] },
  }, async () => {
    const shared = { DATA_DIR: join(dataDir, crypto.randomUUID()) };
    await using first = start(shared);
    await first.logged('ready');
    await using second = start({ ...shared, HTTP_PORT: '1' });
    expect(await failedStart(second)).toMatchObject({
      code: 'DATA_DIR_LOCKED',
      msg: expect.stringMatching(
        new RegExp(
          `^the folder ${shared.DATA_DIR} is in use by process ${first.child.pid} on the host "${hostname()}", since 20[\\dT:.-]+Z: stop that process; to run a second Mynah, give it a DATA_DIR of its own$`,
        ),
      ),
    });
    // The first one is not disturbed.
    first.child.kill('SIGTERM');
    expect((await first.ended()).code).toBe(0);
  });

  it('and so is a SQLite file: a second one with a folder of its own ends with code 1, and says what to use', async () => {
    const shared = { DATABASE_URL: `sqlite:${join(dataDir, `${crypto.randomUUID()}.sqlite`)}` };
    await using first = start(shared);
    await first.logged('ready');
    await using second = start(shared);
    expect(await failedStart(second)).toMatchObject({
      code: 'DATABASE_LOCKED',
      msg: expect.stringMatching(
        new RegExp(
          `^the database ${dataDir}/\\S+.sqlite is in use by process ${first.child.pid} on the host .+: stop that process, give this one a file in another folder, or use PostgreSQL for both \\(docs/scaling.md\\)$`,
        ),
      ),
    });
    first.child.kill('SIGKILL');
    await first.ended();
    await using third = start(shared);
    await third.logged('ready');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'until it ends with %s: the next start succeeds',
    { meta: { promises: ['lock-ends-process-crash'] } },
    async (how) => {
      const shared = { DATA_DIR: join(dataDir, crypto.randomUUID()) };
      await using first = start(shared);
      await first.logged('ready');
      first.child.kill(how);
      await first.ended();
      await using second = start(shared);
      await second.logged('ready');
    },
  );
});

describe('a start', LONG, () => {
  it('ends with a log line that names the bot, its servers and the speech service', async () => {
    await using bot = start();
    expect(await bot.logged('ready')).toMatchObject({
      bot: 'mynah#0001',
      botId: discord.botId,
      servers: 1,
      speech: speech.url,
    });
    expect(bot.entries().filter(({ level }) => level === 'warn')).toEqual([]);
    expect(bot.entries().map(({ msg }) => msg)).toContain('http listening');
  });

  it('serves health checks and metrics on HEALTH_PORT alone where that is set', {
    meta: { promises: ['connections-send-nothing-dont'] },
  }, async () => {
    await using bot = start({ HEALTH_PORT: '0' });
    await bot.logged('ready');
    const ports = [await bot.logged('http listening'), await bot.logged('health checks listening')];
    const statuses = (path: string) =>
      Promise.all(ports.map(async ({ port }) => (await fetch(`http://127.0.0.1:${String(port)}${path}`)).status));
    expect(await statuses('/healthz')).toEqual([404, 200]);
    expect(await statuses('/metrics')).toEqual([404, 200]);
    expect(await statuses(`/overlay/${'x'.repeat(32)}`)).toEqual([404, 404]);
  });

  it.each([
    ['rejects the key', { SPEECH_API_KEY: 'wrong-key' }, 'SPEECH_UNAUTHORIZED', 'SPEECH_API_KEY'],
    ['cannot be reached', { SPEECH_API_URL: 'http://127.0.0.1:9' }, 'SPEECH_CONNECTION', 'SPEECH_API_URL'],
  ])('warns in one line when the speech service %s, and is still ready', async (_what, changes, code, name) => {
    await using bot = start(changes);
    await bot.logged('ready');
    const warnings = bot.entries().filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([{ code, msg: expect.stringContaining(name) }]);
    expect(JSON.stringify(warnings)).not.toContain('wrong-key');
  });

  it('warns in one line of a SPEECH_MODEL that is unknown today, and is still ready with it', async () => {
    await using bot = start({ SPEECH_MODEL: 's3-pro' });
    await bot.logged('ready');
    const warnings = bot.entries().filter(({ level }) => level === 'warn');
    expect(warnings).toMatchObject([
      {
        code: 'SPEECH_MODEL_UNKNOWN',
        model: 's3-pro',
        known: ['s2.1-pro', 's2.1-pro-free', 's2-pro', 'drama-3-preview', 'drama-3'],
        msg: expect.stringContaining('SPEECH_MODEL'),
      },
    ]);
  });

  it('waits for an unreachable Discord with a log line per attempt, connects when it responds, and says when it is gone', async () => {
    const port = await freePort();
    await using bot = start({ DISCORD_API_URL: `http://127.0.0.1:${port}/api` });
    const { host, port: httpPort } = await bot.logged('http listening');
    const status = async (path: string) => (await fetch(`http://${String(host)}:${String(httpPort)}${path}`)).status;
    const attempts = () => bot.entries().filter(({ msg }) => msg === CANNOT_REACH);
    await expect.poll(() => attempts().length, { timeout: 30_000 }).toBeGreaterThanOrEqual(2);
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    expect(attempts()[0]).toMatchObject({ code: 'ECONNREFUSED', cause: `connect ECONNREFUSED 127.0.0.1:${port}` });
    expect(JSON.stringify(attempts())).not.toContain('stack');
    const [first, second] = attempts().map(({ delayMs }) => Number(delayMs));
    expect(first).toBeGreaterThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(1_000);
    const late = await startLocalDiscord({ voice: false, port, token: discord.token });
    try {
      await bot.logged('ready');
      expect(await status('/readyz')).toBe(200);
    } finally {
      await late.close();
    }
    // It is gone again.
    await expect.poll(() => status('/readyz'), { timeout: 30_000 }).toBe(503);
  });

  it('that waits for Discord tells the port and what is wrong with the speech service', async () => {
    await using bot = start({ DISCORD_API_URL: 'http://127.0.0.1:9/api', SPEECH_API_KEY: 'wrong-key' });
    await bot.logged('the speech service rejected the key: check SPEECH_API_KEY');
    expect(bot.entries()[0]).toMatchObject({ msg: 'http listening', port: expect.any(Number) });
  });

  it('that waits for Discord ends on SIGTERM before the wait is over', async () => {
    await using bot = start({ DISCORD_API_URL: 'http://127.0.0.1:9/api' });
    const { delayMs } = await bot.logged(CANNOT_REACH, ({ failures }) => failures === 4);
    const stoppedAtMs = performance.now();
    bot.child.kill('SIGTERM');
    expect((await bot.ended()).code).toBe(0);
    expect(performance.now() - stoppedAtMs).toBeLessThan(Number(delayMs));
  });
});

describe('SIGTERM ends the process with code 0 within 10 s', LONG, () => {
  const closeReader = ({ child }: RawProcess): void => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  };
  const exitCode = async ({ child }: RawProcess): Promise<unknown> =>
    (await once(child, 'exit', { signal: AbortSignal.timeout(10_000) }))[0];

  it('when the reader of its output has exited', async () => {
    await using bot = start();
    await bot.logged('ready');
    closeReader(bot);
    bot.child.kill('SIGTERM');
    expect(await exitCode(bot)).toBe(0);
  });

  it('when the reader of its output exits during the shutdown', async () => {
    await using bot = start();
    await bot.logged('ready');
    bot.child.stdout?.on('data', (data: Buffer) => {
      if (data.includes('shutting down')) closeReader(bot);
    });
    bot.child.kill('SIGTERM');
    expect(await exitCode(bot)).toBe(0);
  });
});
