import { readFileSync } from 'node:fs';
import { inspect, parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig, unknownNames } from '../../src/config.ts';

const TOKEN = 'bot-id.made-at.signature';
const REQUIRED = { DISCORD_TOKEN: TOKEN, SPEECH_API_KEY: 'speech-key', SPEECH_API_URL: 'https://speech.example' };
const TOKEN_EXPECTED = "expected the bot's token from Discord's developer portal, three parts joined by dots";
const KEY_EXPECTED =
  'expected an API key of the speech service, at least 8 characters without spaces or characters beyond ASCII';
const DATABASE_EXPECTED = 'expected sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE, special characters as %XX';
const COUNT_EXPECTED = 'expected a number larger than every shard number in SHARDS';

function valid(extra: Record<string, string> = {}) {
  const result = readConfig({ ...REQUIRED, ...extra });
  if (result.kind !== 'ok') throw new Error(result.lines.join());
  return result.config;
}

function linesOf(environment: Record<string, string | undefined>): readonly string[] {
  const result = readConfig(environment);
  return result.kind === 'invalid' ? result.lines : ['accepted'];
}

/** The only line about an environment with one wrong variable. */
function lineOf(environment: Record<string, string | undefined>): string {
  const lines = linesOf(environment);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('readConfig', () => {
  it('fills every documented default', () => {
    const config = valid();
    expect(config.discord).toMatchObject({ apiUrl: 'https://discord.com/api', guildId: undefined, shards: undefined });
    expect(config.discord).toMatchObject({ allowedGuilds: undefined, allowDirect: true });
    expect(config.speech).toMatchObject({
      wsUrl: 'wss://speech.example',
      model: 's2-pro',
      asrModel: 'transcribe-1-pro',
      defaultVoiceId: undefined,
      format: 'opus',
      concurrency: 5,
    });
    expect(config).toMatchObject({
      dataDir: 'data',
      databaseUrl: 'sqlite:data/mynah.sqlite',
      http: { host: '127.0.0.1', port: 8080 },
      publicUrl: undefined,
      logLevel: 'info',
    });
    expect(config.voiceWorkers).toBeGreaterThanOrEqual(1);
  });

  it('names no transcription model where that variable is empty, unlike any other, in a file as well', () => {
    for (const empty of ['', '  ']) expect(valid({ SPEECH_ASR_MODEL: empty }).speech.asrModel).toBeUndefined();
    expect(valid({ SPEECH_ASR_MODEL: ' transcribe-2 ' }).speech.asrModel).toBe('transcribe-2');
    for (const line of ['SPEECH_ASR_MODEL=', 'SPEECH_ASR_MODEL=""', 'SPEECH_ASR_MODEL= # none']) {
      expect(valid(parseEnv(`SPEECH_MODEL=\n${line}\n`) as Record<string, string>).speech).toMatchObject({
        ...{ model: 's2-pro', asrModel: undefined },
      });
    }
    expect(lineOf({ ...REQUIRED, SPEECH_ASR_MODEL: 'transcribe 1' })).toBe(
      'SPEECH_ASR_MODEL is "transcribe 1": expected the name of a transcription model, such as transcribe-1-pro, or nothing',
    );
    expect(linesOf({ SPEECH_ASR_MODEL: '' })[0]).toContain("None of Mynah's variables are set.");
  });

  it('refuses a limit whose name is misspelt, instead of ignoring it', () => {
    expect(linesOf({ ...REQUIRED, LIMIT_CHARACTER_USER: '5' })).toEqual([
      expect.stringMatching(/^LIMIT_CHARACTER_USER is unknown: expected one of LIMIT_CHARACTERS_USER, LIMIT_/),
    ]);
  });

  it('tells of names that look like its variables and are none', () => {
    const others = { PATH: '/bin', HTTP_PROXY: 'x', OTEL_SERVICE_NAME: 'mynah', PGPASSWORD: 'x', DATABASE_NAME: 'x' };
    expect(unknownNames({ ...REQUIRED, ...others })).toEqual([]);
    expect(unknownNames({ ...REQUIRED, SPEECH_VOICE: 'a', ALLOWED_GUILD: '1', VOICE_WORKER: '2' })).toEqual([
      ...['SPEECH_VOICE', 'ALLOWED_GUILD', 'VOICE_WORKER'],
    ]);
  });

  it('reads limits as numbers or `unlimited`, and refuses anything else in one line', {
    meta: { promises: ['each-limit-whole-number'] },
  }, () => {
    const { limits } = valid({ LIMIT_CHARACTERS_USER: '0', LIMIT_CAPTION_MINUTES_TOTAL: 'unlimited' });
    expect(limits).toEqual({
      characters: { person: 0, guild: 200_000, account: 1_000_000 },
      captionMinutes: { guild: 600, account: Number.POSITIVE_INFINITY },
      transcribeMinutes: { person: 240, guild: 600, account: 2_400 },
      voices: 500,
    });
    for (const wrong of ['-1', '1.5', 'Infinity', 'none', '9'.repeat(10)]) {
      expect(lineOf({ ...REQUIRED, LIMIT_VOICES_TOTAL: wrong })).toBe(
        `LIMIT_VOICES_TOTAL is "${wrong}": expected a whole number up to 999999999, or unlimited`,
      );
    }
  });

  it('refuses keys that no header can carry', () => {
    for (const name of ['DISCORD_TOKEN', 'SPEECH_API_KEY']) {
      const line = lineOf({ ...REQUIRED, [name]: 'schlüssel“' });
      expect(line).toMatch(new RegExp(`^${name} is malformed \\(value not shown\\): expected `));
      expect(line).not.toContain('schl');
    }
  });

  it.each([
    'abc',
    'a.b',
    'a.b.c',
    'bot-id.made-at',
    'bot-id.made-at.',
    'a.b.signature.d',
    `Bot ${TOKEN}`,
    `"${TOKEN}"`,
  ])('refuses %j as a token, without showing it', (token) => {
    const line = lineOf({ ...REQUIRED, DISCORD_TOKEN: token });
    expect(line).toBe(`DISCORD_TOKEN is malformed (value not shown): ${TOKEN_EXPECTED}`);
  });

  it('refuses a key that is too short to be masked in logs', () => {
    const line = lineOf({ ...REQUIRED, SPEECH_API_KEY: '1234567' });
    expect(line).toBe(`SPEECH_API_KEY is malformed (value not shown): ${KEY_EXPECTED}`);
    expect(valid({ SPEECH_API_KEY: '12345678' }).speech.apiKey.reveal()).toBe('12345678');
  });

  it.each([
    'postgres://me:hunter2@db:port/mynah',
    'postgres://me:hunter2@/mynah:5432@x',
    'postgres://me:hunter/2@db/mynah',
    'postgres://me:12/hunter2@db/mynah',
    'postgres://me:12#hunter2@db/mynah',
    'postgres://me:hunter2@[db/mynah',
    'postgres:me:hunter2@db/mynah',
    'postgres://',
    'sqlite:',
  ])('refuses %j as a database, without showing the password', (address) => {
    const line = lineOf({ ...REQUIRED, DATABASE_URL: address });
    expect(line).toBe(`DATABASE_URL is malformed (value not shown): ${DATABASE_EXPECTED}`);
  });

  it.each([
    'postgres://me:hunter2@db:5432/mynah?sslmode=require',
    'postgresql://me:p%40ss%2F@db/mynah',
    'postgres:///mynah?host=/var/run/postgresql',
    'sqlite:data/my file.sqlite',
  ])('accepts %j as a database', (address) => {
    expect(valid({ DATABASE_URL: address }).databaseUrl).toBe(address);
  });

  it('derives the streaming address and the database from what is set', () => {
    expect(valid({ SPEECH_API_URL: 'http://127.0.0.1:9/base/' }).speech).toMatchObject({
      apiUrl: 'http://127.0.0.1:9/base',
      wsUrl: 'ws://127.0.0.1:9/base',
    });
    expect(valid({ SPEECH_WS_URL: 'wss://live.example/' }).speech.wsUrl).toBe('wss://live.example');
    expect(valid({ DATA_DIR: '/srv/mynah' }).databaseUrl).toBe('sqlite:/srv/mynah/mynah.sqlite');
  });

  it('reads which servers may use the bot, and whether people may directly', () => {
    const [one, two] = ['123456789012345678', '223456789012345678'];
    expect(
      valid({ ALLOWED_GUILDS: `${one} , ${two}`, DISCORD_GUILD_ID: two, ALLOW_DIRECT: 'false' }).discord,
    ).toMatchObject({ allowedGuilds: [one, two], guildId: two, allowDirect: false });
    const ids = 'expected ids of servers, of 17 to 20 digits each, separated by commas';
    expect(lineOf({ ...REQUIRED, ALLOWED_GUILDS: '12,34' })).toBe(`ALLOWED_GUILDS is "12,34": ${ids}`);
    expect(lineOf({ ...REQUIRED, ALLOWED_GUILDS: `${one};${two}` })).toBe(
      `ALLOWED_GUILDS is malformed (value not shown): ${ids}`,
    );
    expect(lineOf({ ...REQUIRED, ALLOW_DIRECT: 'no' })).toBe('ALLOW_DIRECT is "no": expected true or false');
  });

  it('refuses a DISCORD_GUILD_ID that ALLOWED_GUILDS leaves out, in one line', {
    meta: { promises: ['discord-guild-id-allowed'] },
  }, () => {
    const wrong = { DISCORD_GUILD_ID: '123456789012345678', ALLOWED_GUILDS: '223456789012345678' };
    const line = 'DISCORD_GUILD_ID is "123456789012345678": expected one of the servers in ALLOWED_GUILDS';
    expect(lineOf({ ...REQUIRED, ...wrong })).toBe(line);
    expect(linesOf({ ...REQUIRED, ...wrong, SPEECH_API_KEY: undefined })).toContain(line);
    // A malformed list has a line of its own.
    expect(lineOf({ ...REQUIRED, ...wrong, ALLOWED_GUILDS: 'all' })).toMatch(/^ALLOWED_GUILDS is "all"/);
  });

  it('takes an empty or blank variable for one that is not set', () => {
    expect(valid({ SPEECH_VOICE_ID: '', HTTP_PORT: ' ' })).toMatchObject({ http: { port: 8080 } });
    expect(lineOf({ ...REQUIRED, DISCORD_TOKEN: '' })).toMatch(/^DISCORD_TOKEN is missing/);
  });

  it('takes a direct address of PostgreSQL only with a DATABASE_URL of PostgreSQL', () => {
    const [url, direct] = ['postgres://mynah:secret@pooler/mynah', 'postgres://mynah:secret@db/mynah'];
    expect(valid({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct })).toMatchObject({ databaseDirectUrl: direct });
    expect(lineOf({ ...REQUIRED, DATABASE_DIRECT_URL: direct })).toMatch(/^DATABASE_URL is missing: .*postgres:/);
    expect(lineOf({ ...REQUIRED, DATABASE_URL: url, DATABASE_DIRECT_URL: 'sqlite:secret' })).toMatch(
      /^DATABASE_DIRECT_URL is malformed .value not shown.: expected postgres:/,
    );
  });

  it('keeps health checks with the rest, unless they have a port of their own', () => {
    expect(valid({}).health).toBeUndefined();
    expect(valid({ HTTP_PORT: '8081', HEALTH_PORT: '8081' }).health).toBeUndefined();
    expect(valid({ HTTP_HOST: '0.0.0.0', HEALTH_PORT: '9090' }).health).toEqual({ host: '0.0.0.0', port: 9090 });
    expect(valid({ HTTP_PORT: '0', HEALTH_PORT: '0' }).health).toEqual({ host: '127.0.0.1', port: 0 });
  });

  it.each(['DISCORD_TOKEN', 'SPEECH_API_KEY', 'SPEECH_API_URL'])('names %s when it is missing', (name) => {
    const line = lineOf({ ...REQUIRED, [name]: undefined });
    expect(line).toMatch(new RegExp(`^${name} is missing: expected `));
    expect(line).not.toContain('\n');
  });

  it('reports everything that is wrong at once, a line per variable', () => {
    const wrong = { SPEECH_API_KEY: 'clé', DATABASE_URL: 'mysql://me:pass@db', HTTP_PORT: 'high', SHARDS: '0,2' };
    expect(linesOf({ ...REQUIRED, DISCORD_TOKEN: undefined, ...wrong })).toEqual([
      `DISCORD_TOKEN is missing: ${TOKEN_EXPECTED}`,
      `SPEECH_API_KEY is malformed (value not shown): ${KEY_EXPECTED}`,
      `DATABASE_URL is malformed (value not shown): ${DATABASE_EXPECTED}`,
      'HTTP_PORT is "high": expected a whole number from 0 to 65535',
      `SHARD_COUNT is missing: ${COUNT_EXPECTED}`,
    ]);
  });

  it.each([
    ['SPEECH_API_URL', 'ftp://speech.example'],
    ['LOG_LEVEL', 'loud'],
    ['SHARDS', '0;1'],
  ])('reports the missing shard count also when %s is %j', (name, value) => {
    const lines = linesOf({ ...REQUIRED, SHARDS: '0,1', [name]: value });
    expect(lines).toHaveLength(2);
    expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} is "${value}": expected `)));
    expect(lines).toContain(`SHARD_COUNT is missing: ${COUNT_EXPECTED}`);
  });

  it('reports malformed shards and a malformed shard count, a line each', () => {
    expect(linesOf({ ...REQUIRED, SHARDS: '0;1', SHARD_COUNT: 'two' })).toEqual([
      'SHARDS is "0;1": expected shard numbers separated by commas, such as 0,1',
      'SHARD_COUNT is "two": expected a whole number from 1 to 100000',
    ]);
  });

  it('says first how to begin where nothing is set', () => {
    const lines = linesOf({ PATH: '/bin', DISCORD_TOKEN: '' });
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe(
      "None of Mynah's variables are set. Run `cp .env.example .env`, fill in the required ones, and start again.",
    );
    expect(linesOf({ LOG_LEVEL: 'info' }).join()).not.toContain('.env.example');
  });

  it.each([
    ['LOG_LEVEL', 'loud', 'is "loud"'],
    ['DISCORD_GUILD_ID', '123', 'is "123"'],
    ['SPEECH_API_URL', 'ftp://speech.example', 'is "ftp://speech.example"'],
    ['SPEECH_API_URL', 'ftp://me:pass@speech.example', 'is "ftp://speech.example/…"'],
    ['SPEECH_API_URL', 'https://speech.example/?key=1', 'is "https://speech.example/…"'],
    ['DISCORD_API_URL', 'bot:hunter2@discord.example', 'is malformed (value not shown)'],
    ['SPEECH_API_URL', '0123456789abcdef0123456789abcdef', 'is malformed (value not shown)'],
    ['SPEECH_MODEL', 'Bearer sk-0123456789abcdef', 'is malformed (value not shown)'],
    ['LOG_LEVEL', 'two\nlines', 'is malformed (value not shown)'],
    ['DISCORD_GUILD_ID', TOKEN, 'holds a secret (value not shown)'],
    ['DISCORD_GUILD_ID', `${TOKEN}x`, 'is malformed (value not shown)'],
  ])('shows of %s=%s what cannot be a key or a password', (name, value, shown) => {
    expect(lineOf({ ...REQUIRED, [name]: value }).split(': expected')[0]).toBe(`${name} ${shown}`);
  });

  it.each([
    ['DISCORD_API_URL', 'discord.com/api'],
    ['DISCORD_GUILD_ID', 'my server'],
    ['SPEECH_API_URL', 'ftp://speech.example'],
    ['SPEECH_API_URL', 'https://speech.example/?key=1'],
    ['SPEECH_WS_URL', 'https://speech.example'],
    ['SPEECH_MODEL', 's2 pro'],
    ['SPEECH_VOICE_ID', '../model'],
    ['SPEECH_TTS_FORMAT', 'flac'],
    ['SPEECH_CONCURRENCY', '0'],
    ['DATABASE_URL', 'mysql://db'],
    ['HTTP_PORT', '65536'],
    ['HTTP_PORT', '80a'],
    ['HEALTH_PORT', '-1'],
    ['PUBLIC_URL', 'mynah'],
    ['VOICE_WORKERS', '-1'],
    ['SHARDS', '0;1'],
    ['SHARD_COUNT', 'two'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %j, and says what is expected', (name, value) => {
    const line = lineOf({ ...REQUIRED, SHARD_COUNT: '2', [name]: value });
    expect(line).toMatch(new RegExp(`^${name} is .*: expected `));
    expect(line).not.toContain('\n');
  });

  it('requires a shard count that covers the shard numbers', () => {
    expect(lineOf({ ...REQUIRED, SHARDS: '0,1' })).toMatch(/^SHARD_COUNT is missing: expected/);
    expect(lineOf({ ...REQUIRED, SHARDS: '0,2', SHARD_COUNT: '2' })).toMatch(
      /^SHARD_COUNT is "2": expected a number larger/,
    );
    expect(valid({ SHARDS: '0, 1', SHARD_COUNT: '2' }).discord).toMatchObject({ shards: [0, 1], shardCount: 2 });
  });

  it('is frozen to the bottom', () => {
    const config = valid();
    expect(() => Object.assign(config.speech, { model: 'other' })).toThrow(TypeError);
  });

  it('shows no key when inspected, printed or turned into JSON', () => {
    const config = valid();
    const shown = `${inspect(config, { depth: 9, showHidden: true })} ${JSON.stringify(config)} ${String(config.discord.token)}`;
    expect(shown).not.toContain(TOKEN);
    expect(shown).not.toContain('speech-key');
    expect(config.speech.apiKey.reveal()).toBe('speech-key');
  });
});

describe('proxies', () => {
  const EXPECTED =
    'expected an HTTP proxy (not SOCKS), http://HOST:PORT or http://USER:PASSWORD@HOST:PORT, special characters of user and password as %XX';

  it('are none by default, whatever NO_PROXY says', () => {
    expect(valid({ NO_PROXY: '*' }).proxy).toBeUndefined();
  });

  it('are read in capitals and in lower case, which comes first as in other programs', () => {
    const { proxy } = valid({ HTTPS_PROXY: 'http://a.test:1', https_proxy: 'http://b.test:2', no_proxy: 'c.test' });
    expect(proxy?.https?.reveal()).toBe('http://b.test:2');
    expect(proxy).toMatchObject({ http: undefined, except: 'c.test' });
    expect(valid({ HTTPS_PROXY: 'http://a.test:1', https_proxy: '' }).proxy?.https?.reveal()).toBe('http://a.test:1');
  });

  it.each(['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy'])(
    'in %s that are malformed are named without a password',
    (name) => {
      for (const value of [
        'socks5://proxy.test:1080',
        'http://me:hunter2/3@proxy.test',
        'proxy.test',
        'http://me:5%@x',
      ]) {
        expect(lineOf({ ...REQUIRED, [name]: value })).toBe(`${name} is malformed (value not shown): ${EXPECTED}`);
      }
    },
  );

  it('of the whole machine are no variables of Mynah when it says how to begin', () => {
    expect(linesOf({ HTTPS_PROXY: 'http://proxy.test:3128', NO_PROXY: 'localhost' })[0]).toContain(
      'cp .env.example .env',
    );
  });

  it('show no password', () => {
    const config = valid({ HTTPS_PROXY: 'http://me:hunter2@proxy.test' });
    expect(`${inspect(config, { depth: 9, showHidden: true })} ${JSON.stringify(config)}`).not.toContain('hunter2');
  });
});

describe('traces', () => {
  const COLLECTOR = 'http://collector:4318';

  it.each<[boolean, Record<string, string>]>([
    [false, {}],
    [true, { OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR }],
    [true, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${COLLECTOR}/v1/traces` }],
    [true, { OTEL_TRACES_EXPORTER: 'otlp' }],
    [false, { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR }],
    [false, { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTOR }],
  ])('are %s with %j', (isTraced, variables) => {
    expect(valid({ ...REQUIRED, ...variables })).toMatchObject({ isTraced });
  });

  it('go by protobuf over HTTP only', () => {
    expect(linesOf({ ...REQUIRED, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
      'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": expected http/protobuf, the only one that Mynah sends traces with',
    ]);
  });
});

describe('.env.example', () => {
  it('lists every variable with its default, and is accepted once the required ones are filled in', () => {
    const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
    const entries = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=', 2) as [string, string]);
    expect(entries.map(([name]) => name)).toEqual([
      ...['DISCORD_TOKEN', 'DISCORD_API_URL', 'DISCORD_GUILD_ID', 'ALLOWED_GUILDS', 'ALLOW_DIRECT'],
      ...['SPEECH_API_KEY', 'SPEECH_API_URL', 'SPEECH_WS_URL'],
      ...['SPEECH_MODEL', 'SPEECH_ASR_MODEL', 'SPEECH_VOICE_ID', 'SPEECH_TTS_FORMAT', 'SPEECH_CONCURRENCY'],
      ...['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_DIRECT_URL'],
      ...['HTTP_HOST', 'HTTP_PORT', 'HEALTH_PORT', 'PUBLIC_URL', 'VOICE_WORKERS', 'SHARDS', 'SHARD_COUNT'],
      ...['LIMIT_CHARACTERS_USER', 'LIMIT_CHARACTERS_GUILD', 'LIMIT_CHARACTERS_TOTAL'],
      ...['LIMIT_CAPTION_MINUTES_GUILD', 'LIMIT_CAPTION_MINUTES_TOTAL', 'LIMIT_TRANSCRIBE_MINUTES_USER'],
      ...['LIMIT_TRANSCRIBE_MINUTES_GUILD', 'LIMIT_TRANSCRIBE_MINUTES_TOTAL', 'LIMIT_VOICES_TOTAL', 'LOG_LEVEL'],
      ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_PROTOCOL'],
      ...['OTEL_TRACES_EXPORTER', 'OTEL_SDK_DISABLED'],
    ]);
    expect(valid({ ...Object.fromEntries(entries), ...REQUIRED })).toEqual(valid());
  });
});
