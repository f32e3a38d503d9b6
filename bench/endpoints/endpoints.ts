import { type ClipTimings, DEFAULT_CLIP_TIMINGS } from '../../src/audio/endpointer.ts';
import { createRandom } from '../chaos/random.ts';
import { verdict } from '../comparison.ts';
import { machineLine } from '../machine.ts';
import { percentilesOf } from '../percentiles.ts';
import { alignTable } from '../table.ts';
import { judge, type Verdict } from './judge.ts';
import { planTurns } from './plan.ts';
import { replay } from './replay.ts';
import { SENTENCES } from './sentences.ts';
import { SPEAKERS } from './speakers.ts';
import { type SpokenStream, speakPlan } from './stream.ts';
import { openVoices, recordedSentences } from './voices.ts';

/** Held out: the parameters of `speaker-hangover.ts` were chosen with the seeds "tune", "endpoints" and "more". */
const SEED = 'third';
/** Turns of each speaker: three minutes of voice, so that what is learnt counts for most of it. */
const TURNS = 25;
const MINUTE_MS = 60_000;
/** By how much the 95th percentile of the delay may be longer than with a fixed hangover, and still count as similar. */
const SIMILAR = 1.02;

const { hangoverMs } = DEFAULT_CLIP_TIMINGS;
const FIXED: ClipTimings = { ...DEFAULT_CLIP_TIMINGS, minHangoverMs: hangoverMs, maxHangoverMs: hangoverMs };

/** One speaker, heard in both ways. */
interface Compared {
  readonly name: string;
  readonly fixed: Verdict;
  readonly adaptive: Verdict;
}

/**
 * Finds the ends of turns in the same packets with a fixed hangover and with the one that follows the speaker, and counts the
 * words after which a sentence was cut. The bot's own reordering, clock, voice activity detection and endpointer hear them,
 * faster than real time. Takes about 3 min, nearly all for flite.
 */
export async function runEndpoints(print: (line: string) => void): Promise<void> {
  print(machineLine());
  const streams = await speakAll();
  const compared = streams.map((stream) => ({
    name: stream.speaker.name,
    fixed: judge(stream, replay(stream, FIXED)),
    adaptive: judge(stream, replay(stream, DEFAULT_CLIP_TIMINGS)),
  }));
  report(streams, compared, print);
}

async function speakAll(): Promise<SpokenStream[]> {
  const voices = await openVoices();
  try {
    const streams: SpokenStream[] = [];
    for (const speaker of SPEAKERS) {
      const random = createRandom(`${SEED} ${speaker.name}`);
      const sentences = speaker.voice === 'recorded' ? recordedSentences() : SENTENCES;
      if (sentences.length === 0) continue;
      streams.push(await speakPlan(speaker, planTurns(speaker, TURNS, random, sentences), voices, random));
    }
    return streams;
  } finally {
    voices.close();
  }
}

function report(streams: readonly SpokenStream[], compared: readonly Compared[], print: (line: string) => void): void {
  const chunks = streams.flatMap((stream) => stream.chunks);
  const voiceMs = chunks.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const totalMs = streams.reduce((sum, { lengthMs }) => sum + lengthMs, 0);
  const [fixed, adaptive] = [total(compared.map((one) => one.fixed)), total(compared.map((one) => one.adaptive))];
  const [before, now] = [percentilesOf(fixed.turnMs), percentilesOf(adaptive.turnMs)];
  const lines = [
    `${streams.length} speakers, ${minutes(totalMs)} min with ${minutes(voiceMs)} min of voice, ${fixed.words} words, ${fixed.turnMs.length} turns`,
    '\nTrue end of a turn → its end found, ms; the share of words after which an utterance ended within a sentence',
    ...alignTable([
      ['', 'p50', 'p95', 'max', 'words cut', 'share', 'words lost', 'turns merged', 'utterances'],
      totalRow(`fixed, ${hangoverMs} ms`, fixed),
      totalRow('adaptive', adaptive),
    ]),
    verdict([
      { what: 'no more words cut', met: adaptive.cut <= fixed.cut },
      { what: 'p50 shorter', met: now.p50 < before.p50 },
      { what: 'p95 similar or shorter', met: now.p95 <= SIMILAR * before.p95 },
    ]),
    '\nThe same for each speaker: fixed, then adaptive',
    ...alignTable([['', 'p50', 'p95', 'cut', 'p50', 'p95', 'cut', 'words'], ...compared.map(speakerRow)]),
    'The delay has the client’s release in it (200 or 400 ms), in which it still sends the room’s noise.',
  ];
  for (const line of lines) print(line);
}

function minutes(ms: number): string {
  return (ms / MINUTE_MS).toFixed(1);
}

function total(verdicts: readonly Verdict[]): Verdict {
  const sum = (of: (one: Verdict) => number): number => verdicts.reduce((all, one) => all + of(one), 0);
  return {
    words: sum(({ words }) => words),
    cut: sum(({ cut }) => cut),
    lost: sum(({ lost }) => lost),
    merged: sum(({ merged }) => merged),
    utterances: sum(({ utterances }) => utterances),
    turnMs: verdicts.flatMap(({ turnMs }) => turnMs),
  };
}

function totalRow(name: string, { turnMs, words, cut, lost, merged, utterances }: Verdict): string[] {
  const share = `${((100 * cut) / words).toFixed(2)} %`;
  const longest = percentilesOf(turnMs).max.toFixed(0);
  return [name, ...delays({ turnMs }), longest, String(cut), share, String(lost), String(merged), String(utterances)];
}

function speakerRow({ name, fixed, adaptive }: Compared): string[] {
  return [name, ...delays(fixed), String(fixed.cut), ...delays(adaptive), String(adaptive.cut), String(fixed.words)];
}

function delays({ turnMs }: Pick<Verdict, 'turnMs'>): string[] {
  const { p50, p95 } = percentilesOf(turnMs);
  return [p50.toFixed(0), p95.toFixed(0)];
}
