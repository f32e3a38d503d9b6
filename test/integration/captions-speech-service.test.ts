// @module-tag pocketsphinx
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalSpeech } from '@mynah/local-speech/local-speech';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCaptions } from '../../src/captions/captions.ts';
import type { Captions } from '../../src/captions/captions-api.ts';
import type { CaptionDisplay, ShownTurn } from '../../src/captions/captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { english } from '../../src/messages/english.ts';
import { createSpeechService } from '../../src/speech/speech-service.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openClipSpool } from '../../src/store/spool/clip-spool.ts';
import type { Clip } from '../../src/voice/voice-api.ts';
import { speak } from '../support/speech-client.ts';
import { settingsOf } from '../support/stored-settings.ts';

const GUILD = '100000000000000001';
const LOUNGE = '200000000000000001';
const ADA = '400000000000000001';
const BOB = '400000000000000002';
const SENTENCES = ['The weather is nice today.', 'We can meet in the garden.', 'I will bring the coffee.'];
const log = createLogger('silent');

let service: LocalSpeech;
const recorded = new Map<string, Uint8Array>();

beforeAll(async () => {
  service = await startLocalSpeech();
  for (const text of SENTENCES) recorded.set(text, await speak(service, { text, format: 'opus' }));
});
afterAll(() => service.close());

function clipOf(userId: string, text: string, changes: Partial<Clip> = {}): Clip {
  const startedAtMs = Date.now() - 15_000 + 4_000 * SENTENCES.indexOf(text);
  return {
    guildId: GUILD,
    channelId: LOUNGE,
    userId,
    clipId: `${userId} ${text}`,
    utteranceId: `${userId} ${text}`,
    part: 0,
    ...{ startedAtMs, durationMs: 2_000, voiceStartedAtMs: startedAtMs + 100, voiceEndedAtMs: startedAtMs + 1_900 },
    audio: recorded.get(text) ?? new Uint8Array(0),
    lostPackets: 0,
    lastVoiceAtMs: performance.now(),
    ...changes,
  };
}

/** Collects what people read of the captions, final text only. */
class Readers implements CaptionDisplay {
  readonly turns = new Map<string, ShownTurn>();
  readonly show = (turn: ShownTurn): void => void this.turns.set(turn.turnId, turn);
  readonly remove = (turnId: string): void => void this.turns.delete(turnId);
  readonly forget = (): void => undefined;
  readonly announce = (): void => undefined;
  readonly flush = (): Promise<boolean> => Promise.resolve(true);

  get text(): string {
    const texts = [...this.turns.values()].map(({ text, interimLength }) => text.slice(0, text.length - interimLength));
    return texts.join(' ').toLowerCase();
  }
}

/** Captions with the real speech client, spool and database. `folder` survives a killed bot. */
async function openBot(folder: string) {
  const speech = createSpeechService({
    baseUrl: service.url,
    wsUrl: service.wsUrl,
    apiKey: service.apiKey,
    model: 's2-pro',
    format: 'opus',
    concurrency: 5,
    log,
    timings: { retryBaseMs: 10, retryMaxMs: 20 },
  });
  const database = await openDatabase(`sqlite:${join(folder, 'mynah.sqlite')}`, log);
  const readers = new Readers();
  const captions = createCaptions({
    engine: {
      session: async (guildId) => ({ guildId, channelId: LOUNGE, joining: false, paused: false, items: [] }),
      listen: async () => ({ kind: 'listening' }),
      changeSpeakers: async () => ({ kind: 'changed' }),
      transcribeInterim: async () => ({ kind: 'nothing-new' }),
      hearing: async () => undefined,
    },
    transcribe: speech.transcribe,
    capacity: () => true,
    ...{ ...database, settings: settingsOf(database) },
    spool: await openClipSpool({ folder: join(folder, 'clips'), log }),
    people: { nameOf: async (_guildId, userId) => (userId === ADA ? 'Ada' : 'Bob'), isBot: async () => false },
    openDisplay: () => readers,
    deleteMessage: async () => 'gone',
    settleMessage: async () => 'gone',
    findUnrecorded: async () => [],
    messagesOf: () => english,
    log,
    timings: { probeBaseMs: 50, probeMaxMs: 100, retryBaseMs: 50, orderPatienceMs: PATIENCE_MS },
  });
  onTestFinished(async () => {
    await speech.close();
    await captions.close();
    await database.close();
  });
  return { captions, readers, database, speech };
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-captions-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function begin(captions: Captions): Promise<void> {
  const where = { guildId: GUILD, voiceChannelId: LOUNGE, textChannelId: '300000000000000001' };
  expect(await captions.start({ ...where, startedBy: ADA, interim: false, language: 'en' })).toMatchObject({
    kind: 'started',
  });
}

/** Recognition takes its time on two busy processors. */
const PATIENCE_MS = 40_000;
const patience = { timeout: PATIENCE_MS, interval: 20 };

describe('with the local speech service', () => {
  test('recorded speech becomes captions with the right words and times, and is deleted from disk', async () => {
    const { captions, readers } = await openBot(await openFolder());
    await begin(captions);
    const [first = '', second = '', third = ''] = SENTENCES;
    const clip = clipOf(ADA, first);
    for (const each of [clip, clipOf(BOB, second), clipOf(BOB, third)]) {
      captions.onVoiceEvent({ type: 'clip', clip: each });
    }
    await vi.waitFor(() => expect(readers.turns.size).toBe(2), patience);
    await vi.waitFor(async () => {
      expect((await captions.status(GUILD))?.waitingClips).toBe(0);
    }, patience);
    expect(readers.text).toContain('weather is nice today');
    expect(readers.text).toMatch(/garden.*coffee/);
    const transcript = await captions.transcript(GUILD);
    const line = transcript?.lines.find(({ userId }) => userId === ADA);
    expect(line?.startedAtMs).toBeGreaterThanOrEqual(clip.startedAtMs);
    expect(line?.startedAtMs).toBeLessThan(clip.startedAtMs + 300);
    expect(line?.endedAtMs).toBeGreaterThan(clip.startedAtMs + 1_500);
    expect((await captions.status(GUILD))?.waitingBytes).toBe(0);
  });

  test('nothing is lost while the service is down for a while', async () => {
    const { captions, readers } = await openBot(await openFolder());
    await begin(captions);
    service.faults.add({ endpoint: 'asr', status: 503 });
    onTestFinished(() => service.faults.clear());
    const failing = service.requests.length;
    for (const text of SENTENCES) captions.onVoiceEvent({ type: 'clip', clip: clipOf(ADA, text) });
    await vi.waitFor(() => expect(service.requests.length).toBeGreaterThan(failing + 12), patience);
    service.faults.clear();
    await vi.waitFor(() => expect(readers.text).toMatch(/weather.*garden.*coffee/), patience);
    expect((await captions.transcript(GUILD))?.lines).toHaveLength(3);
  });

  test('clips that wait when the bot is killed are transcribed after its next start', async () => {
    const folder = await openFolder();
    const before = await openBot(folder);
    await begin(before.captions);
    service.faults.add({ endpoint: 'asr', status: 503 });
    onTestFinished(() => service.faults.clear());
    for (const text of SENTENCES) before.captions.onVoiceEvent({ type: 'clip', clip: clipOf(ADA, text) });
    await vi.waitFor(async () => {
      expect((await before.captions.status(GUILD))?.waitingBytes).toBeGreaterThan(10_000);
    }, patience);
    await vi.waitFor(async () => expect((await before.captions.personSummary(ADA)).clips).toBe(3), patience);
    // The first bot can do nothing more, as if killed.
    await before.speech.close();
    service.faults.clear();
    const after = await openBot(folder);
    await after.captions.recover();
    await vi.waitFor(async () => {
      expect((await after.captions.transcript(GUILD))?.lines).toHaveLength(3);
    }, patience);
    expect(after.readers.text).toMatch(/weather.*garden.*coffee/);
    expect([...after.readers.turns.values()].every(({ late }) => late)).toBe(true);
    await vi.waitFor(async () => expect((await after.captions.personSummary(ADA)).clips).toBe(0), patience);
  });
});
