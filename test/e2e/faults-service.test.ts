import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { Fault } from '@mynah/local-speech/local-speech-api';
import type { TlsFront } from '@mynah/loopback/tls-front';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { BotLogEntry } from '../../playground/bot-process.ts';
import type { Environment } from '../../playground/environment.ts';
import { spokenPackets } from '../../playground/spoken-packets.ts';
import { type CaptionsTestSession, joinForCaptions } from '../support/captions-session.ts';
import { createMadeRecognizer } from '../support/made-recognizer.ts';
import { hearWhole } from '../support/say-and-hear.ts';
import { packetsOf } from '../support/sent-speech.ts';
import { TEA, WEATHER } from '../support/sentences.ts';
import {
  BRISK_PACING,
  joinEnvironment,
  patience,
  startTestEnvironment,
  type TestSession,
} from '../support/test-session.ts';

/** Two servers in which texts are spoken, and one that is captioned, all at once. */
interface Stage {
  readonly environment: Environment;
  readonly front: TlsFront;
  readonly speaking: readonly TestSession[];
  readonly captions: CaptionsTestSession;
  readonly grace: PersonVoice;
}

let stage: Stage;
let spoken: Uint8Array[];
let expected: string[];
/** Times that Grace has spoken. */
let utterances = 0;

beforeAll(async () => {
  const environment = await startTestEnvironment({
    hasSecureSpeech: true,
    recognizer: createMadeRecognizer(),
    localSpeech: { pacing: BRISK_PACING },
  });
  const { speech } = environment;
  if (speech.kind !== 'local' || speech.front === undefined) throw new Error('the test needs the secure front');
  const speaking = [await joinEnvironment(environment), await joinEnvironment(environment)];
  const captions = await joinForCaptions(environment);
  await captions.start({ interim: false });
  const { voice: grace } = await captions.speaker('Grace');
  stage = { environment, front: speech.front, speaking, captions, grace };
  spoken = await spokenPackets(speech.service, TEA);
  expected = await packetsOf(speech.service, WEATHER);
  // A first text in each server: the bot has joined, and its sockets are warm.
  for (const session of speaking) expect(await hearWhole(session, WEATHER)).toEqual(expected);
});
afterEach(() => stage.captions.speech.faults.clear());
afterAll(async () => {
  await stage.environment.close();
});

/** The same fault for speech, live and by POST, and for captions. */
function addFaults(
  fault: Omit<Fault, 'endpoint'>,
  endpoints: readonly Fault['endpoint'][] = ['live', 'tts', 'asr'],
): void {
  const { speech } = stage.captions;
  for (const endpoint of endpoints) speech.faults.add({ endpoint, ...fault });
  if (fault.status !== undefined) speech.dropLiveSockets();
}

/** Grace speaks; every utterance becomes one line in the transcript, in the end. */
async function graceSpeaks(): Promise<void> {
  utterances += 1;
  await stage.grace.speak(spoken);
}

/** Both servers ask for a text; gives what they read in the end, in the one message that each of them gets. */
function askBoth(signal: AbortSignal): Promise<string[]> {
  const isOver = (content: string) =>
    content !== '' && !/^(?:Queued|Speaking|Preparing|Up next|Still waiting)/.test(content);
  return Promise.all(
    stage.speaking.map(async ({ ada }) => {
      const invocation = await ada.type('/say', { text: WEATHER });
      const { content } = await invocation.until((message) => isOver(message.content), signal);
      expect(invocation.messages).toHaveLength(1);
      return content;
    }),
  );
}

/** A fault, and what comes of it while it lasts. */
interface Ordeal {
  readonly begin: () => unknown;
  readonly end?: () => unknown;
  /** How long whoever asks may wait; default: not as long as a short failure is outlasted. */
  readonly withinMs?: number;
  /** What whoever asks for speech reads in the end. */
  readonly reads: string | RegExp;
  /** Captions fail until it is over; default true. */
  readonly failsCaptions?: boolean;
  readonly meanwhile?: () => Promise<unknown>;
}

/** While the fault lasts, two servers ask for speech and one is captioned; when it is over, all goes on as before. */
async function endure({ begin, end, withinMs, reads, failsCaptions = true, meanwhile }: Ordeal): Promise<void> {
  const { environment, captions, speaking } = stage;
  const { bot } = environment;
  const logFrom = bot.log.length;
  const failedBefore = await failedCaptions();
  await begin();
  const waiting = withinMs === undefined ? patience() : AbortSignal.timeout(withinMs);
  const [, replies] = await Promise.all([graceSpeaks(), askBoth(waiting)]);
  const read = typeof reads === 'string' ? reads : expect.stringMatching(reads);
  expect(replies).toEqual([read, read]);
  // The log only counts a line that equals one of the fault before; an answer that can't be read is none of the counts.
  const isLogged = (): boolean => bot.log.slice(logFrom).some(({ msg }) => msg === 'a clip could not be transcribed');
  const haveFailed = async (): Promise<boolean> => isLogged() || (await failedCaptions()) > failedBefore;
  if (failsCaptions) await expect.poll(haveFailed, { timeout: 20_000 }).toBe(true);
  await meanwhile?.();
  captions.speech.faults.clear();
  await end?.();
  await captions.untilLines('Grace', (text) => (text.match(/recording \d+/g) ?? []).length === utterances);
  expect(await captions.exportedLines()).toHaveLength(utterances);
  const heard = await Promise.all(speaking.map((session) => hearWhole(session, WEATHER)));
  expect(heard).toEqual([expected, expected]);
  expect(environment.discord.errors).toEqual([]);
  expect(repeatedLines(bot.log.slice(logFrom))).toEqual([]);
}

/** Requests for captions that have failed since the start. */
async function failedCaptions(): Promise<number> {
  const metrics = await (await fetch(`${stage.environment.bot.httpUrl}/metrics`)).text();
  const counts = metrics.matchAll(/^mynah_speech_requests_total\{kind="asr",outcome="(\w+)"\} (\d+)$/gm);
  return [...counts].reduce((sum, [, outcome, count]) => sum + (outcome === 'ok' ? 0 : Number(count)), 0);
}

/** The notices of an outage that the captioned channel has. */
function outageNotices(): string[] {
  const { messages } = stage.captions.guild.channel('captions');
  return messages.map(({ content }) => content).filter((content) => content.includes('I keep what is said.'));
}

/** Lines about failures that were written more than once although nothing tells them apart. */
function repeatedLines(entries: readonly BotLogEntry[]): string[] {
  const failures = entries.filter(
    ({ level, repeats }) => level !== 'info' && level !== 'debug' && repeats === undefined,
  );
  const keys = failures.map(({ level, msg, err, code }) => {
    const { code: errorCode, status } = (err ?? {}) as { readonly code?: string; readonly status?: number };
    return JSON.stringify([level, msg, code, errorCode, status]);
  });
  // Main thread and voice threads count on their own.
  return [...Map.groupBy(keys, (key) => key)].filter(([, same]) => same.length > THREADS).map(([key]) => key);
}

const THREADS = 2;

/** Less than the sound of a second has. */
const CRAWL_BYTES_PER_SECOND = 2_000;

it('the speech service rejects the API key (401)', () =>
  endure({ begin: () => addFaults({ status: 401 }), reads: /^The speech service rejected my API key/ }));

it('the speech service is out of credits (402)', () =>
  endure({ begin: () => addFaults({ status: 402 }), reads: /^The speech service account is out of credits/ }));

it('the speech service forbids (403)', () =>
  endure({ begin: () => addFaults({ status: 403 }), reads: /^My speech service account isn't allowed to do this/ }));

it('the speech service answers 429 in a storm', () =>
  endure({ begin: () => addFaults({ status: 429, times: 4 }), reads: 'Spoken.' }));

it('the speech service fails (5xx)', () =>
  endure({
    begin: () => addFaults({ status: 503 }),
    withinMs: 25_000,
    reads: /^The speech service is having problems right now/,
    // Readers of captions learn of it once, however many clips fail.
    meanwhile: async () => {
      await expect.poll(outageNotices, { timeout: 20_000 }).toHaveLength(1);
      await graceSpeaks();
      expect(outageNotices()).toHaveLength(1);
    },
  }));

it('the speech service is cut off in mid-stream', () =>
  endure({
    begin: () => {
      addFaults({ dropAfterBytes: 5_000, times: 2 }, ['live', 'tts']);
      addFaults({ dropAfterBytes: 10, times: 2 }, ['asr']);
    },
    reads: 'Spoken.',
    failsCaptions: false,
  }));

it('the speech service sends garbage', () =>
  endure({ begin: () => addFaults({ malformed: true }), reads: /^The speech service sent/ }));

it('the speech service slows to a crawl', () =>
  endure({
    begin: () => addFaults({ bytesPerSecond: CRAWL_BYTES_PER_SECOND }),
    reads: 'Spoken.',
    failsCaptions: false,
    meanwhile: async () => {
      const { environment, speaking } = stage;
      const logFrom = environment.bot.log.length;
      const heard = await Promise.all(speaking.map((session) => hearWhole(session, WEATHER)));
      expect(heard).toEqual([expected, expected]);
      expect(environment.bot.log.slice(logFrom).map(({ msg }) => msg)).toContain('speech had holes');
    },
  }));

it('the certificate of the speech service is not trusted', () =>
  endure({
    begin: () => stage.front.distrust(true),
    end: () => stage.front.distrust(false),
    reads: /^I can't reach the speech service/,
  }));

it('the name of the speech service cannot be looked up', () =>
  endure({
    begin: async () => {
      await stage.environment.bot.faults.failNames(['localhost']);
      stage.front.dropConnections();
    },
    end: () => stage.environment.bot.faults.failNames([]),
    reads: /^I can't reach the speech service/,
  }));
