import type { PersonVoice } from '../playground/discord/voice/person-voice-api.ts';
import type { RecordedRequest } from '../playground/speech/local-speech-api.ts';
import type { Recognizer } from '../playground/speech/recognizer.ts';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { DEFAULT_CLIP_TIMINGS } from '../src/audio/endpointer.ts';
import { packetSamples } from '../src/audio/opus/opus-packet.ts';
import { packetLevel } from '../src/audio/opus/opus-silence.ts';
import { createVoiceActivity, type VoiceActivity } from '../src/audio/voice-activity.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../test/support/captions-session.ts';
import { tabulate, verdict } from './comparison.ts';
import { percentilesOf } from './percentiles.ts';
import { until } from './until.ts';

const WARM_UP_ROUNDS = 2;
/** A multiple of four: two people take turns, each with two rounds of speech. */
const ROUNDS = 32;
const SENTENCE = 'We are going to the park after lunch.';
/** Cuts the sentence off in the midst of "park", so that nobody can doubt which packet with voice is the last. */
const PACKETS = 50;
/** Bounds at p95, in ms. */
const REQUEST_AIM_MS = 20;
const CAPTION_AIM_MS = 30;

interface Round {
  /** From the last packet with voice to the request for its text, less the hangover. */
  readonly voiceToRequestMs: number;
  readonly answerToCaptionMs: number;
  readonly method: 'POST' | 'PATCH';
}

/** Somebody who speaks, and what their packets are judged to be: by the bot's own judge, fed beside it. */
interface Voice {
  readonly voice: PersonVoice;
  readonly judge: VoiceActivity;
}

/** Times captions from the last sound to the request for text, and from the text to Discord. Takes some 70 s. */
export async function runCaptionDelay(print: (line: string) => void): Promise<void> {
  await using visit = await openCaptionsTestSession({ recognizer: createCounter() });
  const [grace, linus] = [await visit.speaker('Grace'), await visit.speaker('Linus')];
  const voices = [grace, linus].map(({ voice }): Voice => ({ voice, judge: createVoiceActivity() }));
  await visit.start({ interim: false });
  const packets = (await spokenPackets(visit.speech, SENTENCE, visit.speech.voices.slt)).slice(0, PACKETS);
  const rounds: Round[] = [];
  print(`${ROUNDS} rounds of ${PACKETS * 20} ms of speech …`);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // Who speaks a second time in a row gets their message edited; a change of speaker makes a new message.
    const voice = voices[Math.floor(round / 2) & 1];
    if (voice === undefined) continue;
    const timed = await timeRound(visit, voice, packets);
    if (round >= 0) rounds.push(timed);
  }
  const refusals = visit.environment.discord.requests.filter(({ status }) => status === 429).length;
  report(rounds, refusals, print);
}

async function timeRound(visit: CaptionsTestSession, voice: Voice, packets: readonly Uint8Array[]): Promise<Round> {
  const before = visit.transcribed().length;
  const lastVoiceAtMs = await speak(voice, packets);
  const { startedAtMs, answeredAtMs } = await until('a request for text', () => {
    const request = visit.transcribed().slice(before).at(0);
    return request === undefined ? undefined : whenAnswered(request);
  });
  const { requests } = visit.environment.discord;
  const caption = await until('a caption', () =>
    requests.find(({ path, receivedAtMs }) => receivedAtMs >= answeredAtMs && path.startsWith('/webhooks/')),
  );
  if (visit.transcribed().length !== before + 1) throw new Error('a round of speech made more than one clip');
  return {
    voiceToRequestMs: startedAtMs - lastVoiceAtMs - DEFAULT_CLIP_TIMINGS.hangoverMs,
    answerToCaptionMs: caption.receivedAtMs - answeredAtMs,
    method: caption.method === 'PATCH' ? 'PATCH' : 'POST',
  };
}

/** Resolves with the time at which the last packet left that the bot takes for voice. */
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

/** Answers at once, each time with other words. */
function createCounter(): Recognizer {
  let count = 0;
  return {
    recognize: async (pcm) => {
      count += 1;
      return { text: `FairSemaphore ${count}.`, duration: pcm.length / 16_000, segments: [] };
    },
  };
}

function report(rounds: readonly Round[], refusals: number, print: (line: string) => void): void {
  const toRequest = rounds.map(({ voiceToRequestMs }) => voiceToRequestMs);
  const toCaption = rounds.map(({ answerToCaptionMs }) => answerToCaptionMs);
  const toCaptionBy = (method: Round['method']) =>
    rounds.filter((round) => round.method === method).map(({ answerToCaptionMs }) => answerToCaptionMs);
  const lines = [
    `\nLast packet with voice sent → request for its text at the service, less the ${DEFAULT_CLIP_TIMINGS.hangoverMs} ms of hangover, ms`,
    ...tabulate([{ name: 'Mynah', valuesMs: toRequest }]),
    p95Verdict(toRequest, REQUEST_AIM_MS),
    '\nText sent by the service → caption’s request at Discord, ms',
    ...tabulate([
      { name: 'Mynah', valuesMs: toCaption },
      { name: 'new messages', valuesMs: toCaptionBy('POST') },
      { name: 'edits', valuesMs: toCaptionBy('PATCH') },
    ]),
    p95Verdict(toCaption, CAPTION_AIM_MS),
    `Rounds are paced below Discord’s limits: ${refusals} requests were refused for them. Recognition is left out.`,
    'Upper bounds: all but the bot is in the playground’s process, so loopback and its event loop count.',
  ];
  for (const line of lines) print(line);
}

function p95Verdict(valuesMs: readonly number[], aimMs: number): string {
  return verdict([{ what: `p95 ≤ ${aimMs}`, met: percentilesOf(valuesMs).p95 <= aimMs }]);
}
