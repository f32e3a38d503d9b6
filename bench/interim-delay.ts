import { setTimeout as delay } from 'node:timers/promises';
import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { type CaptionsTestSession, openCaptionsTestSession } from '../test/support/captions-session.ts';
import { tabulate } from './comparison.ts';
import { machineLine } from './machine.ts';
import { percentilesOf } from './percentiles.ts';
import { until } from './until.ts';

/** What the service takes for a text. How long the real one takes isn't published. */
const SERVICE_MS = 400;
const ROUNDS = 5;
/** About 11 s without a pause: one clip, with an interim text every 1.2 s. */
const SPEECH = 'we are going to the park after lunch and my brother lives in the big city and '.repeat(3);

/** One interim caption. */
interface Interim {
  /** From the last packet sent before the request to the caption’s request at Discord. */
  readonly soundToCaptionMs: number;
  /** From the request to its answer, decoding included. */
  readonly serviceMs: number;
}

type Request = ReturnType<CaptionsTestSession['transcribed']>[number];

/**
 * Times captions while somebody speaks: from the sound that they are made of to Discord, against what the service itself
 * takes of it. Takes about 80 s.
 */
export async function runInterimDelay(print: (line: string) => void): Promise<void> {
  print(machineLine());
  await using session = await openCaptionsTestSession({ recognizer: createPacedCounter() });
  const packets = await spokenPackets(session.speech, SPEECH, session.speech.voices.slt);
  const { voice } = await session.speaker('Grace');
  await session.start({ interim: true });
  const interims: Interim[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = session.transcribed().length;
    const sentAtMs: number[] = [];
    await voice.speak(packets, { onSent: (_packet, atMs) => sentAtMs.push(atMs) });
    const endedAtMs = sentAtMs.at(-1) ?? 0;
    const ofRound = (): Request[] => session.transcribed().slice(before);
    // The final text is requested after the hangover.
    await until('the final text', () => ofRound().find(isAnsweredAfter(endedAtMs)));
    await delay(SERVICE_MS);
    interims.push(...timeInterims(session, ofRound(), sentAtMs));
  }
  report(interims, print);
}

function isAnsweredAfter(endedAtMs: number) {
  return ({ startedAtMs, answeredAtMs }: Request): boolean => startedAtMs > endedAtMs && answeredAtMs !== undefined;
}

/** The captions of texts that were asked for while the person spoke. */
function timeInterims(session: CaptionsTestSession, asked: readonly Request[], sentAtMs: readonly number[]): Interim[] {
  const { requests } = session.environment.discord;
  return asked.flatMap(({ startedAtMs, answeredAtMs }, index) => {
    const soundAtMs = sentAtMs.findLast((atMs) => atMs < startedAtMs);
    if (answeredAtMs === undefined || soundAtMs === undefined || startedAtMs > (sentAtMs.at(-1) ?? 0)) return [];
    const nextAnswerMs = asked[index + 1]?.answeredAtMs ?? Number.POSITIVE_INFINITY;
    const caption = requests.find(
      ({ path, receivedAtMs }) =>
        path.startsWith('/webhooks/') && receivedAtMs >= answeredAtMs && receivedAtMs < nextAnswerMs,
    );
    if (caption === undefined) return [];
    return [{ soundToCaptionMs: caption.receivedAtMs - soundAtMs, serviceMs: answeredAtMs - startedAtMs }];
  });
}

/** Answers after a fixed time, each time with a different text. */
function createPacedCounter(): Recognizer {
  let count = 0;
  return {
    recognize: async (pcm, signal) => {
      count += 1;
      const text = `Line ${count}.`;
      await delay(SERVICE_MS, undefined, { signal });
      return { text, duration: pcm.length / 16_000, segments: [] };
    },
  };
}

function report(interims: readonly Interim[], print: (line: string) => void): void {
  const total = interims.map(({ soundToCaptionMs }) => soundToCaptionMs);
  const service = interims.map(({ serviceMs }) => serviceMs);
  const own = interims.map(({ soundToCaptionMs, serviceMs }) => soundToCaptionMs - serviceMs);
  const ratios = percentilesOf(interims.map(({ soundToCaptionMs, serviceMs }) => soundToCaptionMs / serviceMs));
  const lines = [
    '\nLast sound in the request → interim caption’s request at Discord, ms',
    ...tabulate([
      { name: 'in all', valuesMs: total },
      { name: 'the service’s own', valuesMs: service },
      { name: 'the rest', valuesMs: own },
    ]),
    `ratio to the service’s own time: p50 ${ratios.p50.toFixed(2)}, p95 ${ratios.p95.toFixed(2)}`,
    `The service takes ${SERVICE_MS} ms and the decoding of the clip. The rest has up to 20 ms in it to the next packet.`,
  ];
  for (const line of lines) print(line);
}
