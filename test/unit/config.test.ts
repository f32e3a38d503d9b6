import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';

const REQUIRED = { DISCORD_TOKEN: 'bot-token', SPEECH_API_KEY: 'speech-key', SPEECH_API_URL: 'https://speech.example' };

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
    expect(config.speech).toMatchObject({
      wsUrl: 'wss://speech.example',
      model: 's2-pro',
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

  it('refuses keys that no header can carry', () => {
    for (const name of ['DISCORD_TOKEN', 'SPEECH_API_KEY']) {
      const line = lineOf({ ...REQUIRED, [name]: 'schlüssel“' });
      expect(line).toMatch(new RegExp(`^${name} is set to something else \\(not shown\\): expected .*beyond ASCII$`));
      expect(line).not.toContain('schl');
    }
  });

  it('derives the streaming address and the database from what is set', () => {
    expect(valid({ SPEECH_API_URL: 'http://127.0.0.1:9/base/' }).speech).toMatchObject({
      apiUrl: 'http://127.0.0.1:9/base',
      wsUrl: 'ws://127.0.0.1:9/base',
    });
    expect(valid({ SPEECH_WS_URL: 'wss://live.example/' }).speech.wsUrl).toBe('wss://live.example');
    expect(valid({ DATA_DIR: '/srv/mynah' }).databaseUrl).toBe('sqlite:/srv/mynah/mynah.sqlite');
  });

  it('takes an empty or blank variable for one that is not set', () => {
    expect(valid({ SPEECH_VOICE_ID: '', HTTP_PORT: ' ' })).toMatchObject({ http: { port: 8080 } });
    expect(lineOf({ ...REQUIRED, DISCORD_TOKEN: '' })).toMatch(/^DISCORD_TOKEN is missing/);
  });

  it.each(['DISCORD_TOKEN', 'SPEECH_API_KEY', 'SPEECH_API_URL'])('names %s when it is missing', (name) => {
    const line = lineOf({ ...REQUIRED, [name]: undefined });
    expect(line).toMatch(new RegExp(`^${name} is missing: expected `));
    expect(line).not.toContain('\n');
  });

  it('reports everything that is wrong at once, a line per variable', () => {
    const wrong = { SPEECH_API_KEY: 'clé', DATABASE_URL: 'mysql://me:pass@db', HTTP_PORT: 'high', SHARDS: '0,2' };
    expect(linesOf({ ...REQUIRED, DISCORD_TOKEN: undefined, ...wrong })).toEqual([
      "DISCORD_TOKEN is missing: expected the bot's token from Discord's developer portal, without spaces or characters beyond ASCII",
      'SPEECH_API_KEY is set to something else (not shown): expected an API key of the speech service, without spaces or characters beyond ASCII',
      'DATABASE_URL is set to something else (not shown): expected sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE',
      'HTTP_PORT is "high": expected a whole number from 0 to 65535',
      'SHARD_COUNT is missing: expected a number larger than every shard number in SHARDS',
    ]);
  });

  it('says how to begin where nothing is set', () => {
    const lines = linesOf({ PATH: '/bin', DISCORD_TOKEN: '' });
    expect(lines).toHaveLength(4);
    expect(lines[3]).toContain('cp .env.example .env');
    expect(linesOf({ LOG_LEVEL: 'info' }).join()).not.toContain('.env.example');
  });

  it('shows only the start of a wrong value, and no password, key or secret in it', () => {
    const found = (name: string, value: string) => lineOf({ ...REQUIRED, [name]: value }).split(': expected')[0];
    expect(found('LOG_LEVEL', 'x'.repeat(100))).toBe(`LOG_LEVEL is "${'x'.repeat(32)}…"`);
    expect(found('LOG_LEVEL', 'two\nlines')).toBe('LOG_LEVEL is "two\\nlines"');
    expect(found('SPEECH_API_URL', 'ftp://me:pass@speech.example')).toBe('SPEECH_API_URL is "ftp://…@speech.example"');
    expect(found('SPEECH_API_URL', 'https://speech.example/?key=1')).toBe(
      'SPEECH_API_URL is "https://speech.example/?…"',
    );
    expect(found('DISCORD_GUILD_ID', 'bot-token')).toBe('DISCORD_GUILD_ID holds a secret (not shown)');
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
    ['PUBLIC_URL', 'mynah'],
    ['VOICE_WORKERS', '-1'],
    ['SHARDS', '0;1'],
    ['SHARD_COUNT', 'two'],
    ['LOG_LEVEL', 'loud'],
  ])('names %s when it is %j, and says what is expected', (name, value) => {
    const line = lineOf({ ...REQUIRED, [name]: value });
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
    expect(shown).not.toContain('bot-token');
    expect(shown).not.toContain('speech-key');
    expect(config.speech.apiKey.reveal()).toBe('speech-key');
  });
});

describe('.env.example', () => {
  it('lists every variable with its default, and is accepted once the required ones are filled in', () => {
    const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');
    const entries = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split('=', 2) as [string, string]);
    expect(entries.map(([name]) => name)).toEqual([
      ...['DISCORD_TOKEN', 'DISCORD_API_URL', 'DISCORD_GUILD_ID', 'SPEECH_API_KEY', 'SPEECH_API_URL', 'SPEECH_WS_URL'],
      ...['SPEECH_MODEL', 'SPEECH_VOICE_ID', 'SPEECH_TTS_FORMAT', 'SPEECH_CONCURRENCY', 'DATA_DIR', 'DATABASE_URL'],
      ...['HTTP_HOST', 'HTTP_PORT', 'PUBLIC_URL', 'VOICE_WORKERS', 'SHARDS', 'SHARD_COUNT', 'LOG_LEVEL'],
    ]);
    expect(valid({ ...Object.fromEntries(entries), ...REQUIRED })).toEqual(valid());
  });
});
