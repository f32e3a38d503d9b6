import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BotProcess, startBotProcess } from '../../playground/bot-process.ts';
import type { Environment } from '../../playground/environment.ts';
import { splitIntoPieces } from '../../src/text/split-into-pieces.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { createTestDatabase, startPostgresServer } from '../support/postgres-server.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { joinEnvironment, patience, startTestEnvironment, type TestSession } from '../support/test-session.ts';
import { listenFor } from '../support/voiced-packets.ts';

/** Two pieces, the second of which takes longer than a shutdown waits. */
const LONG = 'My brother lives in the big city and he likes it there very much. '.repeat(4).trim();
/** One piece. */
const LONGEST = 'The children played in the park until it became dark and cold outside.';
const NEXT = 'How are you doing this morning?';
const LAST = 'The weather is nice today.';
const MANAGE_CHANNELS = 1n << 4n;
/** Several processes start and speak, one after the other. */
const LONG_MS = 120_000;
const HOUR_MS = 60 * 60_000;
/** The most that is heard again after a crash: how far a text was heard is stored within that time. */
const MAX_REPEATED = 100;

let environment: Environment;
beforeAll(async () => {
  environment = await startTestEnvironment({ discord: { privilegedIntents: { messageContent: true } } });
});
afterAll(() => environment.close());

/** The packets of a text, piece by piece. */
async function packetsOfText({ speech }: TestSession, text: string): Promise<string[][]> {
  const pieces: string[][] = [];
  for (const piece of splitIntoPieces(text)) pieces.push(await packetsOf(speech, piece));
  return pieces;
}

/** Everything was heard in order, with at most the last 2 s before one crash twice. */
function expectContinued(voiced: readonly string[], whole: readonly string[]): void {
  const repeated = voiced.length - whole.length;
  expect(repeated).toBeGreaterThanOrEqual(0);
  expect(repeated).toBeLessThanOrEqual(MAX_REPEATED);
  const until = voiced.findIndex((packet, index) => packet !== whole[index]);
  const brokenOff = until === -1 ? voiced.length : until;
  expect(voiced.slice(brokenOff)).toEqual(whole.slice(brokenOff - repeated));
}

async function say({ ada }: TestSession, text: string) {
  const said = await ada.type('/say', { text });
  await said.reply(patience());
  return { spoken: () => said.until(({ content }) => content === 'Spoken.', patience()) };
}

/** A paused queue with one text. Afterwards, it is as it was, and continues when it is resumed. */
async function pauseQueue(session: TestSession): Promise<() => Promise<void>> {
  const { ada } = session;
  const answer = async (command: string) => (await ada.type(command)).reply(patience());
  await answer('/join');
  await answer('/pause');
  const heard = listenFor(session.voice.heard);
  const text = await say(session, NEXT);
  return async () => {
    expect((await answer('/queue')).content).toContain(NEXT);
    expect(heard.packets()).toEqual([]);
    expect((await answer('/resume')).content).toBe('Resumed.');
    await text.spoken();
    const packets = await packetsOf(session.speech, NEXT);
    expect(await heard.through(packets)).toEqual(packets);
  };
}

/** Messages that are read aloud, the first of which is being spoken. Afterwards, all of them were heard once. */
async function readChat(session: TestSession): Promise<() => Promise<void>> {
  const { ada, guild } = session;
  guild.setPermissions('general', { targetId: ada.id, allow: MANAGE_CHANNELS });
  await (await ada.type('/autoread on', { auto_join: true })).reply(patience());
  const heard = listenFor(session.voice.heard);
  // Too long to be joined with others.
  const messages = ['first', 'second', 'third'].map((which) => `This is my ${which} message here. ${LONGEST} ${LAST}`);
  for (const message of messages) ada.send(message);
  await heard.until(20);
  return async () => {
    const expected: string[] = [];
    for (const [index, message] of messages.entries()) {
      // The name is said again after the break.
      const text = index < 2 ? `Ada says: ${message}` : message;
      for (const piece of await packetsOfText(session, text)) expected.push(...piece);
    }
    expect(await heard.through(expected)).toEqual(expected);
  };
}

describe('voice sessions outlast the process', () => {
  it('SIGTERM in mid-sentence', { timeout: LONG_MS }, async () => {
    await using session = await joinEnvironment(environment);
    const [first = [], second = []] = await packetsOfText(session, LONG);
    const heard = listenFor(session.voice.heard);
    await using paused = await joinEnvironment(environment);
    const stayedPaused = await pauseQueue(paused);
    await using chat = await joinEnvironment(environment);
    const texts = [await say(session, LONG), await say(session, NEXT)];
    // The first message lasts beyond the process, like the second piece.
    await heard.until(first.length - 100);
    const readOn = await readChat(chat);
    await heard.until(first.length + 20);
    await environment.restartBot('stop', patience());
    for (const { spoken } of texts) await spoken();
    const whole = [...first, ...second, ...(await packetsOf(session.speech, NEXT))];
    expect(await heard.through(whole)).toEqual(whole);
    await stayedPaused();
    await readOn();
    expect(environment.discord.errors).toEqual([]);
  });

  it('SIGKILL with texts waiting', { timeout: LONG_MS }, async () => {
    await using session = await joinEnvironment(environment);
    const [first = [], second = []] = await packetsOfText(session, LONG);
    const heard = listenFor(session.voice.heard);
    // The clock is wrong while they are asked for.
    await environment.bot.faults.shiftClock(-5 * HOUR_MS);
    const texts = [await say(session, LONG), await say(session, NEXT)];
    await environment.bot.faults.shiftClock(0);
    await heard.until(first.length + 120);
    // Whose reply says that it is queued is not lost, however soon the process ends.
    texts.push(await say(session, LAST));
    await environment.restartBot('crash', patience());
    for (const { spoken } of texts) await spoken();
    const rest = [...(await packetsOf(session.speech, NEXT)), ...(await packetsOf(session.speech, LAST))];
    const whole = [...first, ...second, ...rest];
    expectContinued(await heard.through(whole), whole);
  });
});

describe('with one PostgreSQL database, and a folder for each process', { tags: ['postgres'] }, () => {
  it('rolling update', { timeout: LONG_MS }, async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startPostgresServer());
    const { url: databaseUrl } = await createTestDatabase(server.adminUrl);
    const shared = await startTestEnvironment({ environment: { DATABASE_URL: databaseUrl } });
    stack.defer(async () => void (await shared.close()));
    const session = stack.use(await joinEnvironment(shared));
    const start = async (): Promise<BotProcess> => {
      const folder = await mkdtemp(join(tmpdir(), 'mynah-rolling-'));
      stack.defer(() => rm(folder, { recursive: true, force: true }));
      const { discord } = shared;
      const environment = {
        ...{ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, NODE_EXTRA_CA_CERTS: discord.caFile },
        ...{ SPEECH_API_URL: session.speech.url, SPEECH_API_KEY: session.speech.apiKey },
        ...{ DATA_DIR: folder, DATABASE_URL: databaseUrl, NODE_COMPILE_CACHE: COMPILE_CACHE },
      };
      const bot = await startBotProcess({ environment, signal: patience() });
      stack.defer(async () => void (await bot.stop()));
      return bot;
    };
    const [first = [], second = []] = await packetsOfText(session, LONG);
    const rest = [await packetsOf(session.speech, NEXT), await packetsOf(session.speech, LONGEST)];
    const heard = listenFor(session.voice.heard);
    const texts = [await say(session, LONG), await say(session, NEXT), await say(session, LONGEST)];
    await heard.until(first.length + 20);
    // The next process starts while this one ends.
    const [next] = await Promise.all([start(), shared.bot.stop()]);
    await texts[1]?.spoken();
    const updated = [...first, ...second, ...(rest[0] ?? [])];
    await heard.until(updated.length + 60);
    expect(heard.packets().slice(0, updated.length)).toEqual(updated);
    await next.kill();
    await start();
    await texts[2]?.spoken();
    const whole = [...updated, ...(rest[1] ?? [])];
    expectContinued(await heard.through(whole), whole);
    expect(shared.discord.errors).toEqual([]);
  });
});
