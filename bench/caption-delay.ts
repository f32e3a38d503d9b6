import { setTimeout as delay } from 'node:timers/promises';
import type { PersonVoice } from '@mynah/local-discord/voice/person-voice-api';
import type { RecordedRequest } from '@mynah/local-speech/local-speech-api';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { packetSamples } from '@mynah/opus/opus-packet';
import { packetLevel } from '@mynah/opus/opus-silence';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { DEFAULT_CLIP_TIMINGS } from '../src/audio/endpointer.ts';
import { createVoiceActivity, type VoiceActivity } from '../src/audio/voice-activity.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../test/support/captions-session.ts';
import { tabulate, verdict } from './comparison.ts';
import { percentilesOf } from './percentiles.ts';
import { until } from './until.ts';

const WARM_UP_ROUNDS = 2;
/** A multiple of four: two people alternate, with two rounds of speech each. */
const ROUNDS = 32;
const SENTENCE = 'We are going to the park after lunch.';
/** Pause between two rounds of one speaker: so long that the bot takes it for the end of a turn, and learns nothing from it. */
const BETWEEN_ROUNDS_MS = 1_300;
/** Ends the sentence in the middle of "park", so that the last packet with voice is unambiguous. */
const PACKETS = 50;
/** Bounds at p95, in ms. */
const REQUEST_AIM_MS = 20;
const CAPTION_AIM_MS = 30;

/** A bot whose final captions ask for timestamps. */
const WITH_TIMESTAMPS = new URL('with-timestamps.mjs', import.meta.url);

/** The one file that is changed must be a file of its own, which it isn't in the bundle. */
const main = new URL('from-sources.ts', import.meta.url);

interface Round {
  /** From the last packet with voice to the request for its text, minus the hangover. */
  readonly voiceToRequestMs: number;
  readonly answerToCaptionMs: number;
  /** From the last packet with voice to the caption, the hangover included. */
  readonly voiceToCaptionMs: number;
  readonly method: 'POST' | 'PATCH';
}

/** A speaker, and the bot's own voice activity detection applied to their packets. */
interface Voice {
  readonly voice: PersonVoice;
  readonly judge: VoiceActivity;
}

/**
 * Times captions from the last sound to the request for text, and from the text to Discord, and what it gains that they
 * don't ask for timestamps: a bot that does takes turns with it. Takes about 180 s.
 */
export async function runCaptionDelay(print: (line: string) => void): Promise<void> {
  await using session = await openCaptionsTestSession({ main, recognizer: createCounter() });
  await using before = await openCaptionsTestSession({
    main,
    recognizer: createCounter(),
    environment: { NODE_OPTIONS: `--import=${WITH_TIMESTAMPS.href}` },
  });
  const packets = (await spokenPackets(session.speech, SENTENCE, session.speech.voices.slt)).slice(0, PACKETS);
  const [bot, earlier] = [await openRounds(session, packets), await openRounds(before, packets)];
  print(`${ROUNDS} rounds of ${PACKETS * 20} ms of speech for each of two bots …`);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    await earlier.next(round);
    await bot.next(round);
  }
  const refusals = session.environment.discord.requests.filter(({ status }) => status === 429).length;
  report(bot.timed, refusals, print);
  reportTimestamps(bot.timed, earlier.timed, print);
}

/** Starts captions for two people, who speak in turn. */
async function openRounds(session: CaptionsTestSession, packets: readonly Uint8Array[]) {
  const [grace, linus] = [await session.speaker('Grace'), await session.speaker('Linus')];
  const voices = [grace, linus].map(({ voice }): Voice => ({ voice, judge: createVoiceActivity() }));
  await session.start({ interim: false });
  const timed: Round[] = [];
  return {
    timed,
    /** Rounds below 0 warm up. */
    next: async (round: number): Promise<void> => {
      // A second round of the same speaker edits the message; a change of speaker creates a new one.
      const voice = voices[Math.floor(round / 2) & 1];
      if (voice === undefined) return;
      if (round & 1) await delay(BETWEEN_ROUNDS_MS);
      const one = await timeRound(session, voice, packets);
      if (round >= 0) timed.push(one);
    },
  };
}

async function timeRound(session: CaptionsTestSession, voice: Voice, packets: readonly Uint8Array[]): Promise<Round> {
  const before = session.transcribed().length;
  const lastVoiceAtMs = await speak(voice, packets);
  const { startedAtMs, answeredAtMs } = await until('a request for text', () => {
    const request = session.transcribed().slice(before).at(0);
    return request === undefined ? undefined : whenAnswered(request);
  });
  const { requests } = session.environment.discord;
  const caption = await until('a caption', () =>
    requests.find(({ path, receivedAtMs }) => receivedAtMs >= answeredAtMs && path.startsWith('/webhooks/')),
  );
  if (session.transcribed().length !== before + 1) throw new Error('a round of speech made more than one clip');
  return {
    voiceToRequestMs: startedAtMs - lastVoiceAtMs - DEFAULT_CLIP_TIMINGS.hangoverMs,
    answerToCaptionMs: caption.receivedAtMs - answeredAtMs,
    voiceToCaptionMs: caption.receivedAtMs - lastVoiceAtMs,
    method: caption.method === 'PATCH' ? 'PATCH' : 'POST',
  };
}

/** Resolves with the time at which the last packet left that the bot detects as voice. */
async function speak({ voice, judge }: Voice, packets: readonly Uint8Array[]): Promise<number> {
  let lastVoiceAtMs = Number.NaN;
  await voice.speak(packets, {
    onSent: (packet, sentAtMs) => {
      const samples = packetSamples(packet);
      if (judge.isVoiced(packetLevel(packet, samples), samples)) lastVoiceAtMs = sentAtMs;
    },
  });
  return lastVoiceAtMs;
}

function whenAnswered({ startedAtMs, answeredAtMs, status }: RecordedRequest) {
  if (status !== undefined && status !== 200) throw new Error(`the local speech service answered ${status}`);
  return answeredAtMs === undefined ? undefined : { startedAtMs, answeredAtMs };
}

/** Answers immediately, each time with a different text. */
function createCounter(): Recognizer {
  let count = 0;
  return {
    recognize: async (pcm) => {
      count += 1;
      return { text: `Line ${count}.`, duration: pcm.length / 16_000, segments: [] };
    },
  };
}

function report(rounds: readonly Round[], refusals: number, print: (line: string) => void): void {
  const toRequest = rounds.map(({ voiceToRequestMs }) => voiceToRequestMs);
  const toCaption = rounds.map(({ answerToCaptionMs }) => answerToCaptionMs);
  const toCaptionBy = (method: Round['method']) =>
    rounds.filter((round) => round.method === method).map(({ answerToCaptionMs }) => answerToCaptionMs);
  const lines = [
    `\nLast packet with voice sent → request for its text at the service, minus the ${DEFAULT_CLIP_TIMINGS.hangoverMs} ms of hangover, ms`,
    ...tabulate([{ name: 'Mynah', valuesMs: toRequest }]),
    p95Verdict(toRequest, REQUEST_AIM_MS),
    '\nText sent by the service → caption’s request at Discord, ms',
    ...tabulate([
      { name: 'Mynah', valuesMs: toCaption },
      { name: 'new messages', valuesMs: toCaptionBy('POST') },
      { name: 'edits', valuesMs: toCaptionBy('PATCH') },
    ]),
    p95Verdict(toCaption, CAPTION_AIM_MS),
    `Rounds stay below Discord’s rate limits: ${refusals} requests hit one. Recognition time is excluded.`,
    'Upper bounds: everything but the bot runs in the playground’s process, so they include loopback and its event loop.',
  ];
  for (const line of lines) print(line);
}

function reportTimestamps(rounds: readonly Round[], before: readonly Round[], print: (line: string) => void): void {
  const totalOf = (all: readonly Round[]) => all.map(({ voiceToCaptionMs }) => voiceToCaptionMs);
  const [now, then] = [percentilesOf(totalOf(rounds)), percentilesOf(totalOf(before))];
  const gains = (['p50', 'p95'] as const).map((name) => `${name} ${(then[name] - now[name]).toFixed(1)}`);
  const lines = [
    '\nLast packet with voice sent → caption’s request at Discord, hangover included, ms',
    ...tabulate([
      { name: 'with timestamps', valuesMs: totalOf(before) },
      { name: 'Mynah', valuesMs: totalOf(rounds) },
    ]),
    `gain: ${gains.join(', ')} ms. The local service needs 250 ms and 0.2 % of the length for timestamps; how much the real one needs isn’t published.`,
  ];
  for (const line of lines) print(line);
}

function p95Verdict(valuesMs: readonly number[], aimMs: number): string {
  return verdict([{ what: `p95 ≤ ${aimMs}`, met: percentilesOf(valuesMs).p95 <= aimMs }]);
}
