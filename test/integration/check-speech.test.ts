import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/log/log.ts';
import { type Check, runChecks } from '../../src/startup/check/checks.ts';
import { httpChecks } from '../../src/startup/check/machine-checks.ts';
import { proxyChecks } from '../../src/startup/check/proxy-checks.ts';
import { speechChecks } from '../../src/startup/check/speech-checks.ts';
import { voiceChecks } from '../../src/startup/check/voice-checks.ts';
import { startLocalProxy } from '../support/local-proxy.ts';

let speech: LocalSpeech;

beforeAll(async () => {
  speech = await startLocalSpeech({ recognizer: false });
});

afterAll(() => speech.close());
afterEach(() => speech.faults.clear());

function configOf(changes: Record<string, string> = {}): Config {
  const read = readConfig({
    ...{ DISCORD_TOKEN: 'a.bot.token', SPEECH_API_KEY: speech.apiKey, SPEECH_API_URL: speech.url, HTTP_PORT: '0' },
    ...changes,
  });
  if (read.kind === 'invalid') throw new Error(read.lines.join());
  return read.config;
}

async function findAll(checks: readonly Check[]) {
  const results = runChecks(checks, 12_000);
  return Object.fromEntries(
    await Promise.all(results.map(async (one) => [one.check.name, await one.finding] as const)),
  );
}

/** What the checks of the speech service found, by name. */
async function findSpeech(changes: Record<string, string> = {}) {
  await using parts = new AsyncDisposableStack();
  return await findAll(speechChecks(configOf(changes), parts, createLogger('silent')));
}

describe('npm start -- --check finds at the speech service', () => {
  it('nothing wrong with the defaults, and has nothing spoken', async () => {
    const found = await findSpeech();
    expect(new Set(Object.values(found).map(({ status }) => status))).toEqual(new Set(['ok']));
    expect(Object.keys(found)).toHaveLength(7);
    expect(speech.requests.map(({ endpoint }) => endpoint).filter((kind) => kind === 'tts' || kind === 'live')).toEqual(
      [],
    );
  });

  it('a key that it rejects, without repeating it', async () => {
    const found = await findSpeech({ SPEECH_API_KEY: 'wrong-speech-key' });
    expect(found['speech key']).toMatchObject({
      status: 'failed',
      advice: 'the speech service rejected the key: check SPEECH_API_KEY',
    });
    expect(found['speech credit']).toMatchObject({ status: 'skipped' });
    expect(JSON.stringify(found)).not.toContain('wrong-speech-key');
  });

  it('that it is not there', async () => {
    expect((await findSpeech({ SPEECH_API_URL: 'http://127.0.0.1:9' }))['speech key']).toMatchObject({
      status: 'failed',
      found: 'not usable (SPEECH_CONNECTION, ECONNREFUSED)',
      advice: expect.stringContaining('check SPEECH_API_URL'),
    });
  });

  it('that it does not use TLS', async () => {
    const url = speech.url.replace('http:', 'https:');
    expect((await findSpeech({ SPEECH_API_URL: url }))['speech key']).toMatchObject({
      ...{ status: 'failed', advice: expect.stringContaining('does not use TLS there') },
    });
  });

  /** What is found of the credit by an account that has this much. */
  async function findCredit(credit: string, model: string) {
    const service = await startLocalSpeech({ recognizer: false, credit });
    const changes = { SPEECH_API_URL: service.url, SPEECH_API_KEY: service.apiKey, SPEECH_MODEL: model };
    const found = await findSpeech(changes);
    await service.close();
    return found['speech credit'];
  }

  it.each(['0', '0E-10', '-1.50'])(
    'that a credit of %s is used up, and which of the two kinds to top up',
    async (credit) => {
      expect(await findCredit(credit, 's2-pro')).toEqual({
        status: 'failed',
        found: `${String(Number(credit))}: used up`,
        advice:
          "top up the API credit of the speech service, which is separate from the platform's credit, or set SPEECH_MODEL=s2.1-pro-free to speak without credit; captions and /transcribe stay off",
      });
    },
  );

  it('that the free model speaks without credit, and what does not', async () => {
    expect(await findCredit('0E-10', 's2.1-pro-free')).toEqual({
      status: 'warning',
      found: '0: enough to speak with s2.1-pro-free, but not for captions, /transcribe or another model',
      advice: "top up the API credit of the speech service, which is separate from the platform's credit",
    });
  });

  it('a credit as a plain number, and a wallet that it cannot read', async () => {
    expect(await findCredit('1.250E+1', 's2-pro')).toEqual({ status: 'ok', found: '12.5' });
    speech.faults.add({ endpoint: 'credit', malformed: true });
    expect((await findSpeech())['speech credit']).toMatchObject({ status: 'ok' });
  });

  it('a voice that does not exist, and one that does', async () => {
    expect((await findSpeech({ SPEECH_VOICE_ID: 'f'.repeat(32) }))['speech voice']).toMatchObject({ status: 'failed' });
    const [id = ''] = Object.values(speech.voices);
    expect((await findSpeech({ SPEECH_VOICE_ID: id }))['speech voice']).toMatchObject({
      status: 'ok',
      found: expect.stringContaining(id),
    });
    const failing = speech.voiceSwitches.addOthers({ title: 'Half-baked', state: 'failed' });
    expect((await findSpeech({ SPEECH_VOICE_ID: failing }))['speech voice']).toMatchObject({ status: 'warning' });
    const leaving = speech.voiceSwitches.addOthers({ title: 'Leaving' });
    speech.voiceSwitches.reshape(leaving, { pvc_retire_effective_at: '2027-02-01T00:00:00Z' });
    expect((await findSpeech({ SPEECH_VOICE_ID: leaving }))['speech voice']).toEqual({
      ...{ status: 'warning', found: `the service removes Leaving (${leaving}) on 2027-02-01` },
      advice: 'set another SPEECH_VOICE_ID before that',
    });
  });

  it('a stream that does not open', async () => {
    speech.faults.add({ endpoint: 'live', status: 503 });
    expect((await findSpeech())['speech stream']).toMatchObject({
      status: 'warning',
      found: expect.stringContaining('SPEECH_UNAVAILABLE'),
    });
  });

  it('a model that nobody knows, and a format that costs processor time', async () => {
    const found = await findSpeech({ SPEECH_MODEL: 's2-porcelain', SPEECH_TTS_FORMAT: 'mp3' });
    expect(found['speech model']).toMatchObject({ status: 'warning', found: expect.stringContaining('s2-porcelain') });
    expect(found['speech format']).toMatchObject({ status: 'warning' });
  });

  it('a transcription model that retires, and none at all', async () => {
    expect((await findSpeech({ SPEECH_ASR_MODEL: 'transcribe-1' }))['transcription model']).toMatchObject({
      ...{ status: 'warning', found: expect.stringContaining('2026-12-31') },
    });
    expect((await findSpeech({ SPEECH_ASR_MODEL: '' }))['transcription model']).toMatchObject({ status: 'ok' });
  });

  it('that s1 retires', async () => {
    expect((await findSpeech({ SPEECH_MODEL: 's1' }))['speech model']).toMatchObject({
      ...{ status: 'warning', found: expect.stringContaining('2026-12-31'), advice: 'set SPEECH_MODEL=s2.1-pro' },
    });
  });
});

describe('npm start -- --check finds on this machine', () => {
  it('what voice needs', async () => {
    const found = await findAll(voiceChecks(configOf()));
    expect(found).toMatchObject({
      'voice UDP': { status: 'ok' },
      'voice encryption': { status: 'ok', found: "aes-256-gcm, and libsodium's XChaCha20-Poly1305" },
      'voice codec': { status: 'ok' },
      'voice threads': { status: 'ok' },
    });
  });

  it('that HTTP_PORT is free, taken, or of a running Mynah', async () => {
    let metrics = '';
    const server = createServer((_request, response) => void response.end(metrics)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const find = async () => (await findAll(httpChecks(configOf({ HTTP_PORT: String(port) }))))['HTTP port'];
    expect(await find()).toMatchObject({ status: 'failed', found: `127.0.0.1:${port} is taken` });
    metrics = '# TYPE mynah_voice_sessions gauge';
    expect(await find()).toMatchObject({ status: 'ok', found: expect.stringContaining('a running Mynah') });
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    expect(await find()).toMatchObject({ status: 'ok', found: `127.0.0.1:${port} is free` });
  });

  it.each([
    ['', 'ok'],
    ['https://example.org/mynah', 'ok'],
    ['http://127.0.0.1:8080', 'ok'],
    ['http://example.org', 'warning'],
  ])('what PUBLIC_URL=%s means', async (address, status) => {
    expect((await findAll(httpChecks(configOf({ PUBLIC_URL: address }))))['public address']).toMatchObject({ status });
  });

  it.each([
    ['s2-pro', 'failed'],
    ['drama-3-preview', 'ok'],
  ])('what the proxy refuses of a live socket with the model %s', async (model, status) => {
    const { port } = new URL(speech.url);
    await using proxy = await startLocalProxy({ 'discord.test:443': Number(port), 'speech.test:443': Number(port) });
    const config = configOf({
      ...{ HTTPS_PROXY: `http://${proxy.name}`, DISCORD_API_URL: 'https://discord.test/api', SPEECH_MODEL: model },
      ...{ SPEECH_API_URL: 'https://speech.test', SPEECH_WS_URL: 'wss://live.test' },
    });
    expect((await findAll(proxyChecks(config)))['proxy']).toMatchObject({ status });
  });

  it('that an address is none of its own', async () => {
    const found = await findAll(httpChecks(configOf({ HTTP_HOST: '203.0.113.7', HTTP_PORT: '8080' })));
    expect(found['HTTP port']).toMatchObject({ status: 'failed', advice: expect.stringContaining('HTTP_HOST') });
  });
});
