import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Invocation } from '@mynah/local-discord/people/invocation';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { TEA, WEATHER } from '../support/sentences.ts';
import { BRISK_PACING, patience } from '../support/test-session.ts';

const HOUR_MS = 3_600_000;
/** A full queue. Discord takes 50 requests of a bot in a second; after that they wait for the next second. */
const TEXTS = 50;
/** As many commands at once as a busy machine answers within Discord's 3 s. */
const AT_ONCE = 5;

let folder: string;
let session: CaptionsTestSession;
let grace: PersonVoice;
let spoken: Uint8Array[];
let expected: string[];
/** Times that Grace has spoken. */
let utterances = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mynah-faults-'));
  session = await openCaptionsTestSession({
    dataDir: folder,
    recognizer: createMadeRecognizer(),
    localSpeech: { pacing: BRISK_PACING },
  });
  await session.start({ interim: false });
  ({ voice: grace } = await session.speaker('Grace'));
  spoken = await spokenPackets(session.speech, TEA);
  expected = await packetsOf(session.speech, WEATHER);
  expect(await hearWhole(session, WEATHER)).toEqual(expected);
});
afterAll(async () => {
  await session[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Grace speaks, and her caption is shown. */
async function graceIsCaptioned(): Promise<void> {
  utterances += 1;
  await grace.speak(spoken);
  await session.untilLines('Grace', (text) => (text.match(/recording \d+/g) ?? []).length === utterances);
}

/** Everything that Grace has said is in the transcript, once, and Mynah speaks, listens and answers. */
async function expectAllIsWell(): Promise<void> {
  await graceIsCaptioned();
  // Past the command, which nobody may use more than a few times a minute.
  await expect.poll(storedLines, { timeout: 30_000 }).toBe(utterances);
  expect(await session.exportedLines()).toHaveLength(utterances);
  expect(await hearWhole(session, WEATHER)).toEqual(expected);
  expect(session.environment.discord.errors).toEqual([]);
}

/** How many lines the database file has. */
function storedLines(): unknown {
  using file = new DisposableStack();
  const reader = file.adopt(new Sqlite(join(folder, 'mynah.sqlite')), (opened) => opened.close());
  return reader.prepare('select count(*) from caption_lines').pluck().get();
}

/** Log lines above the level info since `from`, by message; none twice but for reports of repeats. */
function failuresSince(from: number): string[] {
  const failures = session.environment.bot.log.slice(from).filter(({ level }) => level !== 'info' && level !== 'debug');
  return failures.filter(({ repeats }) => repeats === undefined).map(({ msg }) => msg);
}

it('the database is locked by another process', async () => {
  const logFrom = session.environment.bot.log.length;
  using locks = new DisposableStack();
  const other = locks.adopt(new Sqlite(join(folder, 'mynah.sqlite')), (opened) => opened.close());
  other.exec('begin immediate');
  const asked = session.ada.type('/pronounce add', { word: 'Mynah', as: 'my nah', scope: 'me' });
  const [heard, queue, refused] = await Promise.all([
    hearWhole(session, WEATHER),
    session.ada.type('/queue').then((invocation) => invocation.reply(patience())),
    asked.then((invocation) => invocation.reply(patience())),
    graceIsCaptioned(),
  ]);
  expect(heard).toEqual(expected);
  expect(queue.content).not.toBe('');
  expect(refused.content).toMatch(/^I can't reach my database/);
  other.exec('rollback');
  await expectAllIsWell();
  expect(failuresSince(logFrom)).toEqual([...new Set(failuresSince(logFrom))]);
});

it('the database file is removed', async () => {
  for (const name of await readdir(folder)) if (name.startsWith('mynah.sqlite')) await rm(join(folder, name));
  await graceIsCaptioned();
  await expectAllIsWell();
  expect(storedLines()).toBe(utterances);
});

it('the disk is full', { tags: ['prlimit'] }, async () => {
  const { bot } = session.environment;
  const logFrom = bot.log.length;
  execFileSync('prlimit', ['--pid', String(bot.pid), '--fsize=1024:']);
  await graceIsCaptioned();
  await graceIsCaptioned();
  expect(await hearWhole(session, WEATHER)).toEqual(expected);
  execFileSync('prlimit', ['--pid', String(bot.pid), '--fsize=unlimited:']);
  await expectAllIsWell();
  expect(failuresSince(logFrom)).toEqual([...new Set(failuresSince(logFrom))]);
  expect(failuresSince(logFrom)).toContain('the database cannot be used');
});

/** Every text of a full queue is reported as stopped or removed, or was spoken by then, in an answer that is edited. */
async function expectManyAnswers(name: string): Promise<void> {
  const { person } = await session.speaker(name);
  const asked: Invocation[] = [];
  while (asked.length < TEXTS) {
    const some = await Promise.all(Array.from({ length: AT_ONCE }, () => person.type('/say', { text: TEA })));
    await Promise.all(some.map((invocation) => invocation.reply(patience())));
    asked.push(...some);
  }
  await session.ada.type('/stop');
  const isOver = ({ content }: { readonly content: string }): boolean => /^(Spoken|Stopped|Removed from)/.test(content);
  await Promise.all(asked.map((invocation) => invocation.until(isOver, patience())));
}

/** Nothing waits for the wall clock: not Discord's limits, captions go on, and so do texts. */
async function expectNothingWaits(byMs: number, name: string): Promise<void> {
  await session.environment.bot.faults.shiftClock(byMs);
  await expectManyAnswers(name);
  await graceIsCaptioned();
  await graceIsCaptioned();
  await expectAllIsWell();
}

it('the clock jumps forwards', () => expectNothingWaits(5 * HOUR_MS, 'Linus'));

it('the clock jumps backwards', () => expectNothingWaits(-5 * HOUR_MS, 'Marie'));
