import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CaptionSettings } from '../../src/captions/caption-settings.ts';
import { createCaptions } from '../../src/captions/captions.ts';
import type { Captions } from '../../src/captions/captions-api.ts';
import type { CaptionDisplay } from '../../src/captions/captions-ports.ts';
import { createLogger } from '../../src/log/log.ts';
import { english } from '../../src/messages/english.ts';
import { ConcurrencyLimiter } from '../../src/speech/limiter/concurrency-limiter.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { openClipSpool } from '../../src/store/spool/clip-spool.ts';
import type { Clip, VoiceEngine, VoiceEvent } from '../../src/voice/voice-api.ts';
import type { FromVoiceThread, ToVoiceThread } from '../../src/voice/workers/worker-messages.ts';
import { createWorkerPool } from '../../src/voice/workers/worker-pool.ts';
import type { VoiceThread } from '../../src/voice/workers/worker-supervisor.ts';
import { settingsOf } from '../support/stored-settings.ts';
import { describePostgres, type EmptyDatabase, makePostgres, makeSqlite } from './store-databases.ts';

const ADA = '300000000000000001';
const BOB = '300000000000000002';
const LOUNGE = '200000000000000001';
const HOUR_MS = 3_600_000;
const log = createLogger('silent');

/** A voice thread whose sessions are all in the lounge. It counts what it is sent. */
class CountingThread implements VoiceThread {
  readonly calls: { readonly method: string; readonly args: readonly unknown[] }[] = [];
  readonly #listeners = new Map<string, (argument: never) => void>();

  postMessage(message: ToVoiceThread): void {
    if (message.type === 'close') this.#send({ type: 'closed' });
    if (message.type !== 'call') return;
    const { callId, call } = structuredClone(message);
    this.calls.push(call);
    const [guildId] = call.args;
    const outcomes: Readonly<Record<string, unknown>> = {
      session: { guildId, channelId: LOUNGE, joining: false, paused: false, items: [] },
      listen: { kind: call.args[1] === undefined ? 'stopped' : 'listening' },
      changeSpeakers: { kind: 'changed' },
    };
    queueMicrotask(() => this.#send({ type: 'outcome', callId, outcome: outcomes[call.method] }));
  }

  on(event: string, listener: (argument: never) => void): void {
    this.#listeners.set(event, listener);
  }

  async terminate(): Promise<void> {
    this.#listeners.get('exit')?.(undefined as never);
  }

  event(event: VoiceEvent): void {
    this.#send({ type: 'event', event });
  }

  /** Whom the engine was told to hear or ignore, in order. */
  get told(): unknown[] {
    return this.calls.flatMap(({ method, args }) => (method === 'changeSpeakers' ? [args[1]] : []));
  }

  #send(message: FromVoiceThread): void {
    this.#listeners.get('message')?.(message as never);
  }
}

const DISPLAY: CaptionDisplay = {
  show: () => undefined,
  remove: () => undefined,
  forget: () => undefined,
  announce: () => undefined,
  flush: () => Promise.resolve(true),
};

/** A process of the bot: captions with a database, a spool and a voice thread of its own. */
interface Process {
  readonly captions: Captions;
  readonly thread: CountingThread;
  readonly database: Database;
  /** A manager of the guild `g` chooses who is captioned. */
  setConsentRule(consent: CaptionSettings['consent']): Promise<void>;
  begin(guildId: string): Promise<void>;
  /** Somebody begins to speak, about whom the engine must ask. */
  hear(guildId: string, userId: string): void;
  close(): Promise<void>;
}

async function openProcess(
  url: string,
  folder: string,
  options: { readonly refreshEveryMs?: number; readonly change?: (database: Database) => Partial<Database> } = {},
): Promise<Process> {
  const opened = await openDatabase(url, log);
  const database = { ...opened, ...options.change?.(opened) };
  const thread = new CountingThread();
  let captions: Captions | undefined;
  const settings = settingsOf(database);
  const engine: VoiceEngine = createWorkerPool({
    count: 1,
    startThread: () => thread,
    permits: new ConcurrencyLimiter({
      ...{ concurrency: 5, raiseMs: 1_000, preemptionSettleMs: 150, speechExpectedMs: 3_000 },
      ...{ maxWaiting: 10, maxWaitingPerTenant: 10, log },
    }),
    onEvent: (event) => captions?.onVoiceEvent(event),
    log,
  });
  captions = createCaptions({
    ...{ engine, capacity: () => false, messagesOf: () => english, log },
    transcribe: async () => ({ text: 'heard', duration: 1, segments: [] }),
    ...{ ...database, settings },
    spool: await openClipSpool({ folder, log }),
    people: { nameOf: async (_guildId, userId) => userId, isBot: async () => false },
    openDisplay: () => DISPLAY,
    deleteMessage: async () => 'gone',
    settleMessage: async () => 'gone',
    findUnrecorded: async () => [],
    timings: { refreshEveryMs: options.refreshEveryMs ?? HOUR_MS, lastClipPatienceMs: 10, drainPatienceMs: 10 },
  });
  const running = captions;
  settings.keepWith(({ guildId, after }, store) => running.changeSettings(guildId, after.captions, store));
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await running.close();
    await engine.close();
    await opened.close();
  };
  const closeOnce = (): Promise<void> => (closing ??= close());
  onTestFinished(closeOnce);
  await running.recover();
  return {
    captions: running,
    thread,
    database,
    close: closeOnce,
    setConsentRule: async (consent) => {
      await settings.change('g', ADA, (all) => ({ ...all, captions: { ...all.captions, consent } }));
    },
    begin: async (guildId) => {
      const where = { guildId, voiceChannelId: LOUNGE, textChannelId: '1', startedBy: ADA };
      expect(await running.start({ ...where, interim: false })).toMatchObject({ kind: 'started' });
    },
    hear: (guildId, userId) => thread.event({ type: 'speaker-unknown', guildId, userId }),
  };
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-consent-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const isCaptioned = async ({ captions }: Process, guildId: string, userId: string): Promise<boolean | undefined> =>
  (await captions.status(guildId))?.isCaptioned(userId);

describePostgres('two processes on one PostgreSQL database', () => {
  let postgres: EmptyDatabase;
  beforeAll(async () => {
    postgres = await makePostgres();
  });
  afterAll(() => postgres.close());

  test('an opt-out reaches the running captions of the other process at once', {
    meta: { promises: ['other-processes-learn-opt'] },
  }, async () => {
    const [here, there] = [
      await openProcess(postgres.url, await openFolder()),
      await openProcess(postgres.url, await openFolder()),
    ];
    await there.begin('g1');
    there.hear('g1', ADA);
    await expect.poll(() => there.thread.told).toEqual([{ hear: [ADA], ignore: [] }]);
    await here.captions.setConsent(ADA, 'opted-out');
    await expect.poll(() => there.thread.told.slice(1)).toEqual([{ hear: [], ignore: [ADA] }]);
    await here.captions.setConsent(ADA, { guildId: 'g1' });
    await expect.poll(() => there.thread.told.slice(2)).toEqual([{ hear: [ADA], ignore: [] }]);
  });

  test('an opt-out is not undone by a refresh that read before it was written', {
    meta: { promises: ['read-began-before-opt'] },
  }, async () => {
    const read = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let isHeldBack = false;
    /** What the database answers is read at once, and given late. */
    const change = ({ consent }: Database): Partial<Database> => ({
      consent: {
        decisionsOf: (userId) => consent.decisionsOf(userId),
        setConsent: (userId, choice, atMs) => consent.setConsent(userId, choice, atMs),
        changedSince: async (revision) => {
          const found = await consent.changedSince(revision);
          if (isHeldBack) {
            read.resolve();
            await release.promise;
          }
          return found;
        },
      },
    });
    const [here, there] = [
      await openProcess(postgres.url, await openFolder(), { change }),
      await openProcess(postgres.url, await openFolder()),
    ];
    await here.begin('g2');
    here.hear('g2', BOB);
    isHeldBack = true;
    await there.captions.setConsent(BOB, 'opted-in');
    await read.promise;
    await here.captions.setConsent(BOB, 'opted-out');
    isHeldBack = false;
    release.resolve();
    await there.captions.setConsent('somebody else', 'opted-out');
    await expect.poll(() => isCaptioned(here, 'g2', 'somebody else')).toBe(false);
    expect(await isCaptioned(here, 'g2', BOB)).toBe(false);
    expect(here.thread.told).toEqual([
      { hear: [BOB], ignore: [] },
      { hear: [], ignore: [BOB] },
    ]);
    expect(await here.captions.personSummary(BOB)).toMatchObject({ consent: 'opted-out' });
  });

  test('a process that starts later knows every decision before it captions anyone', async () => {
    const here = await openProcess(postgres.url, await openFolder());
    await here.captions.setConsent('early', 'opted-out');
    const later = await openProcess(postgres.url, await openFolder());
    await later.begin('g3');
    later.hear('g3', 'early');
    await expect.poll(() => later.thread.told).toEqual([{ hear: [], ignore: ['early'] }]);
  });
});

describe('on a SQLite file', () => {
  const openSqlite = async (): Promise<EmptyDatabase> => {
    const sqlite = await makeSqlite();
    onTestFinished(() => sqlite.close());
    return sqlite;
  };

  test('an opt-out reaches another process by its next poll', {
    meta: { promises: ['other-processes-learn-opt'] },
  }, async () => {
    const { url } = await openSqlite();
    const there = await openProcess(url, await openFolder(), { refreshEveryMs: 20 });
    const here = await openProcess(url, await openFolder());
    await there.begin('g');
    there.hear('g', ADA);
    await here.captions.setConsent(ADA, 'opted-out');
    await expect.poll(() => there.thread.told.at(-1)).toEqual({ hear: [], ignore: [ADA] });
  });

  test('changing consent sends a difference to running sessions, not everyone’s decision', {
    meta: { promises: ['changing-consent-sends-difference'] },
  }, async () => {
    const sqlite = await openSqlite();
    await (await openDatabase(sqlite.url, log)).close();
    await sqlite.execute(`
      with recursive people(n) as (select 1 union all select n + 1 from people where n < 10000)
      insert into consent_decisions select 'person ' || n, '', 'opted-out', 1, n from people;
      update revisions set latest = 10000 where topic = 'consents';
    `);
    const bot = await openProcess(sqlite.url, await openFolder());
    const { captions, thread } = bot;
    const guilds = ['g1', 'g2', 'g3'];
    for (const guildId of guilds) await bot.begin(guildId);
    bot.hear('g1', ADA);
    bot.hear('g2', 'person 7');
    await expect.poll(() => thread.told).toHaveLength(2);
    const sentBefore = thread.calls.length;
    await captions.setConsent(ADA, 'opted-out');
    await captions.setConsent('a bystander', 'opted-out');
    await captions.setConsent('person 8', 'opted-in');
    expect(thread.calls.slice(sentBefore)).toEqual([
      { method: 'changeSpeakers', args: ['g1', { hear: [], ignore: [ADA] }] },
    ]);
    expect(thread.told[1]).toEqual({ hear: [], ignore: ['person 7'] });
    // 10,000 ids take over 200 kB.
    expect(JSON.stringify(thread.calls).length).toBeLessThan(2_000);
  });

  test('a change from opt-in to opt-out never applies to running captions or to their clips after a restart', {
    meta: { promises: ['captions-keep-consent-rule'] },
  }, async () => {
    const { url } = await openSqlite();
    const folder = await openFolder();
    const before = await openProcess(url, folder);
    await before.setConsentRule('opt-in');
    await before.begin('g');
    await before.setConsentRule('opt-out');
    await before.captions.setConsent(BOB, { guildId: 'g' });
    before.hear('g', ADA);
    await expect.poll(() => before.thread.told).toEqual([{ hear: [], ignore: [ADA] }]);
    const session = (await before.captions.transcript('g'))?.session;
    if (session === undefined) throw new Error('captions did not start');
    await before.close();

    const spool = await openClipSpool({ folder, log });
    const entry = { sessionId: session.sessionId, speaker: 'Ada', language: undefined };
    for (const userId of [ADA, BOB]) await spool.put({ ...entry, clip: clipOf('g', userId) }, new Uint8Array(8));
    const after = await openProcess(url, folder);
    const speakers = async (): Promise<unknown> =>
      (await after.captions.transcript('g'))?.lines.map(({ userId }) => userId);
    await expect.poll(speakers).toEqual([BOB]);
    expect(await (await openClipSpool({ folder, log })).list()).toEqual([]);

    await after.begin('g');
    after.hear('g', ADA);
    await expect.poll(() => after.thread.told).toEqual([{ hear: [ADA], ignore: [] }]);
  });
});

function clipOf(guildId: string, userId: string): Omit<Clip, 'audio'> {
  return {
    ...{ guildId, channelId: LOUNGE, userId, clipId: `clip of ${userId}`, utteranceId: userId, part: 0 },
    ...{ startedAtMs: Date.now(), durationMs: 1_000, lostPackets: 0, lastVoiceAtMs: 0 },
    ...{ voiceStartedAtMs: Date.now(), voiceEndedAtMs: Date.now() + 1_000 },
  };
}
