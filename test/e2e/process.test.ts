import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import { writeWav } from '@mynah/pcm/wav';
import { describe, expect, it, vi } from 'vitest';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { samplesOf } from '../support/prometheus-text.ts';
import { openTestSession, patience, startTestEnvironment } from '../support/test-session.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command in the project's folder until it ends, with only PATH, Node's cache and the given variables in its environment. */
async function run(command: string, args: readonly string[], environment: Record<string, string> = {}, input?: string) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}

describe('the bot as a process', () => {
  it.each([
    [
      {},
      ['cp .env.example .env', 'DISCORD_TOKEN is missing', 'SPEECH_API_KEY is missing', 'SPEECH_API_URL is missing'],
    ],
    [{ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: 'speech-key' }, ['SPEECH_API_URL is missing']],
    [
      {
        DISCORD_TOKEN: 'a.bot.token',
        SPEECH_API_KEY: 'speech-key',
        SPEECH_API_URL: 'https://s.example',
        HTTP_PORT: 'high',
      },
      ['HTTP_PORT is "high": expected a whole number from 0 to 65535'],
    ],
    [
      { DISCORD_TOKEN: 'a.bot.token', SPEECH_API_URL: 's.example' },
      ['SPEECH_API_KEY is missing', 'SPEECH_API_URL is "s.example"'],
    ],
  ])('ends with code 1 and a line per wrong variable for the environment %j', async (environment, expected) => {
    const { code, stdout, stderr } = await run(process.execPath, ['src/main.js'], environment);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const lines = stderr.trim().split('\n');
    expect(lines).toEqual(expected.map((part) => expect.stringContaining(part)));
  });

  it('ends with code 1 and says so when Discord refuses the token', async () => {
    const starting = startTestEnvironment({ environment: { DISCORD_TOKEN: 'wrong.token.here' } });
    await expect(starting).rejects.toThrow(/DISCORD_TOKEN_REFUSED/);
  });

  it('answers /healthz, /readyz and /metrics, registers commands once, and ends with 0 on SIGTERM in mid-sentence', async () => {
    const session = await openTestSession();
    const { bot, discord } = session.environment;
    expect((await fetch(`${bot.httpUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${bot.httpUrl}/readyz`)).status).toBe(200);
    expect(discord.figures.commandOverwrites).toBe(1);
    await (await session.ada.type('/say', { text: 'The weather is nice today. '.repeat(8).trim() })).reply(patience());
    const scrape = async () => samplesOf(await (await fetch(`${bot.httpUrl}/metrics`)).text());
    expect(await scrape()).toMatchObject({
      mynah_voice_sessions: 1,
      mynah_playback_queue_length: 1,
      'mynah_speech_permits{state="allowed"}': 5,
      'mynah_speech_permits{state="waiting"}': 0,
      mynah_captions_sessions: 0,
      mynah_overlay_viewers: 0,
      'mynah_ready{part="discord"}': 1,
      'mynah_ready{part="database"}': 1,
      'mynah_ready{part="voice"}': 1,
    });
    // What only the voice thread knows.
    await vi.waitFor(async () => expect(await scrape()).toMatchObject({ mynah_time_to_first_sound_seconds_count: 1 }), {
      timeout: 15_000,
      interval: 100,
    });
    const samples = await scrape();
    expect(samples['mynah_voice_packets_sent_total']).toBeGreaterThan(0);
    expect(samples['mynah_event_loop_delay_seconds_count{thread="voice-0"}']).toBeGreaterThan(0);
    expect(await session.environment.close()).toBe(0);
    expect(bot.log.filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([]);
  });

  it('shuts down in order when it is interrupted twice, as by Ctrl-C under npm', async () => {
    const session = await openTestSession();
    const { bot } = session.environment;
    await (await session.ada.type('/say', { text: 'The weather is nice today.' })).reply(patience());
    process.kill(bot.pid, 'SIGINT');
    await bot.waitForLog(({ msg }) => msg === 'shutting down', patience());
    process.kill(bot.pid, 'SIGINT');
    await bot.waitForLog(({ msg }) => msg === 'stopped', patience());
    expect(await session.environment.close()).toBe(0);
  });

  it('ends with 0 on SIGTERM while its database keeps it waiting', async () => {
    await using silence = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silence, 'listening');
    const { port } = silence.address() as AddressInfo;
    const environment = {
      DISCORD_TOKEN: 'a.bot.token',
      SPEECH_API_KEY: 'speech-key',
      SPEECH_API_URL: 'https://s.example',
      DATABASE_URL: `postgres://mynah@127.0.0.1:${port}/mynah`,
    };
    const child = spawn(process.execPath, ['src/main.js'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    });
    const [asked] = (await once(silence, 'connection', { signal: patience() })) as [Socket];
    child.kill('SIGTERM');
    expect(await once(child, 'exit', { signal: patience() })).toEqual([0, null]);
    asked.destroy();
  });

  it('registers its commands again only when they changed', async () => {
    await using session = await openTestSession();
    await session.environment.restartBot('stop', patience());
    expect(session.environment.discord.figures).toMatchObject({ identified: 2, commandOverwrites: 1 });
    expect((await (await session.ada.type('/help')).reply(patience())).content).toContain('/say');
  });

  it.each([
    ['SIGTERM to npm alone', 'SIGTERM'],
    ['Ctrl-C, which signals npm and the bot', 'SIGINT'],
  ] as const)('starts with npm start from the environment, and ends with 0 on %s', async (_what, signal) => {
    await using session = await openTestSession();
    const { discord, speech } = session.environment;
    if (speech.kind !== 'local') return;
    await session.environment.bot.stop();
    const environment = {
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      NODE_EXTRA_CA_CERTS: discord.caFile,
      SPEECH_API_URL: speech.service.url,
      SPEECH_API_KEY: speech.service.apiKey,
      HTTP_PORT: '0',
    };
    const child = spawn('npm', ['start'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
    });
    while (!output.includes('"msg":"ready"')) await once(child.stdout, 'data', { signal: patience() });
    expect(discord.figures.commandOverwrites).toBe(1);
    const npm = child.pid ?? 0;
    process.kill(signal === 'SIGINT' ? -npm : npm, signal);
    expect(await once(child, 'exit', { signal: patience() })).toEqual([0, null]);
    expect(output).toContain('"msg":"stopped"');
    await discord.botGone(patience());
  });
});

describe('npm run playground', () => {
  it('-- tour visits, hears, says what it leaves out where nothing recognizes speech, and exits with 0', async () => {
    const { code, stdout } = await run('npm', ['run', 'playground', '--', 'tour']);
    expect(stdout).toMatch(/first sound \d+ ms after \/say/);
    expect(stdout).toMatch(/packets heard, 0 lost/);
    expect(stdout).toContain('- not recognized. To recognize speech, install PocketSphinx');
    expect(stdout).toContain('- not transcribed. To recognize speech, install PocketSphinx');
    expect(stdout).toContain('✔ /voice delete → gone again');
    expect(stdout).toContain('✔ everything works');
    expect(code).toBe(0);
  });

  it('-- tour understands what is said, and has it transcribed', { tags: ['pocketsphinx'] }, async () => {
    const { code, stdout } = await run('npm', ['run', 'playground', '--', 'tour']);
    expect(stdout).toContain('✔ understood: we are going to the park after lunch.');
    expect(stdout).toMatch(/✔ \/transcribe sentence\.mp3 → .*We are going to the park after lunch\./);
    expect(code).toBe(0);
  });

  it('-- tour exits with 1 when the speech service refuses', async () => {
    await using stack = new AsyncDisposableStack();
    const speech = stack.adopt(await startLocalSpeech(), (service) => service.close());
    const { code, stdout, stderr } = await run('npm', ['run', 'playground', '--', 'tour'], {
      SPEECH_API_URL: speech.url,
      SPEECH_API_KEY: 'not-the-key',
    });
    expect(code).toBe(1);
    expect(stdout + stderr).not.toContain('everything works');
    expect(stdout).toContain('✘ /say: The speech service rejected my API key');
  });

  it('uses the speech service that the environment names', async () => {
    await using stack = new AsyncDisposableStack();
    const speech = stack.adopt(await startLocalSpeech(), (service) => service.close());
    const access = { SPEECH_API_URL: speech.url, SPEECH_API_KEY: speech.apiKey };
    const { code, stdout } = await run('npm', ['run', 'playground'], access, '/say Hello.\nwait\nquit\n');
    expect(stdout).toContain(`using the speech service at ${speech.url}`);
    expect(stdout).toMatch(/♪ heard .* 0 lost/);
    expect(speech.requests.some(({ endpoint }) => endpoint === 'live')).toBe(true);
    expect(code).toBe(0);
  });

  it('takes commands line by line, shows what was answered and heard, and reaches buttons of earlier messages', async () => {
    const script = [
      ...['/join', '/say The weather is nice today.', 'wait', '/join channel:#Studio', '/leave now:True', '/leave'],
      ...['/captions start', '/captions status', 'press Opt out', 'server Workshop', '/queue', 'quit', ''],
    ];
    const { code, stdout } = await run('npm', ['run', 'playground'], {}, script.join('\n'));
    expect(stdout).toContain('Mynah (only you see this): I joined #Lounge. Use `/say` to have me speak.');
    expect(stdout).toMatch(/♪ heard \d\.\d s, \d+ packets, 0 lost, \.playground\/heard\/heard-\d{3,}\.wav/);
    expect(stdout).toContain('I moved to #Studio.');
    expect(stdout).toContain('There is no option “now”.');
    expect(stdout).toContain('I left #Studio.');
    expect(stdout).toContain("You're opted out");
    expect(stdout).toContain('You’re in the server Workshop.');
    expect(stdout).toContain("I'm not in a voice channel here.");
    expect(code).toBe(0);
  });

  it('attaches files of this machine, fills in forms and presses buttons', async () => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'mynah-files-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const path = join(folder, 'tone.wav');
    await writeFile(path, writeWav(new Int16Array(32_000), 16_000, 1));
    const script = [
      ...[
        `/transcribe ${path} format:txt`,
        `send ${path}`,
        'menu Transcribe',
        'voice-message Good morning.',
        'in dm',
        `/transcribe ${path}`,
      ],
      ...[
        'in general',
        `/voice create title:Mine audio:${path}`,
        'press Confirm',
        'wait is ready',
        'press Confirm',
        'press Use',
      ],
      ...['/voice edit Mine', 'fill title:Ours', '/voice list', 'choose 1', 'quit', ''],
    ];
    const { code, stdout } = await run('npm', ['run', 'playground'], {}, script.join('\n'));
    expect(stdout.match(/\*\*tone\.wav\*\*/g)?.length).toBeGreaterThanOrEqual(3);
    expect(stdout).toMatch(/You sent a voice message of \d\.\d s\./);
    expect(stdout).toContain('[form]');
    expect(stdout).toContain('That button is gone.');
    expect(stdout).toContain('Updated **Ours**.');
    expect(stdout).toContain('choose 1: Ours');
    expect(code).toBe(0);
  });

  it.each([
    [['tour', 'now'], {}, 'Usage:'],
    [['sing'], {}, 'Usage:'],
    [[], { SPEECH_API_URL: 'http://127.0.0.1:9' }, 'set both SPEECH_API_URL and SPEECH_API_KEY'],
  ])('says what is wrong with %j %j', async (args, environment, line) => {
    const { code, stderr } = await run('npm', ['run', 'playground', '--', ...args], environment);
    expect(code).toBe(1);
    expect(stderr).toContain(line);
  });
});
