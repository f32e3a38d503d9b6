import type { EnvironmentOptions } from '../../playground/environment.ts';
import { type Measured, ratiosOf, tabulate, verdict } from '../comparison.ts';
import { type Contender, openContender, type SayTimes } from '../contender.ts';
import { percentilesOf } from '../percentiles.ts';
import { alignTable } from '../table.ts';

const ROUNDS = 12;
/** Starts of each process whose first utterance is measured. */
const STARTS = 4;
const TEXTS = [
  'Good morning, everybody.',
  'We are going to the park after lunch. Bring something to eat, and tell the others.',
] as const;
/** Sound heard of each text: longer than the service's pause and what a bot makes of it. */
const LISTEN_MS = 1_500;
/** What one tick of a bot's clock may cost in the comparison with a fixed start. */
const TICK_MS = 20;
const SOURCES = new URL('../from-sources.ts', import.meta.url);
const PRELOAD = new URL('./fixed-start.ts', import.meta.url);
const PLAIN_BOT = new URL('../plain-bot.ts', import.meta.url);

/** What one bot was measured at. */
interface Run {
  readonly name: string;
  /** The first utterance after each start of the process. */
  readonly first: SayTimes[];
  readonly later: SayTimes[];
}

/**
 * Times `/say` until the first sound and counts holes, with a service that pauses after a small first chunk: Mynah,
 * Mynah with a fixed start of 40 and of 400 ms, and the plain bot if `withPlain`. Takes about five minutes.
 */
export async function runPacedSay(withPlain: boolean, print: (line: string) => void): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const contenders = [
    stack.use(await openContender('Mynah')),
    stack.use(await openContender('fixed start, 40 ms', fixedStart(40))),
    stack.use(await openContender('fixed start, 400 ms', fixedStart(400))),
  ];
  if (withPlain) contenders.push(stack.use(await openContender('plain pipeline', { main: PLAIN_BOT })));
  const runs = contenders.map(({ name }): Run => ({ name, first: [], later: [] }));
  const entrants = contenders.map((contender, index) => ({ contender, run: runs[index] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const isFresh = round % (ROUNDS / STARTS) === 0;
    for (const { contender, run } of round % 2 === 0 ? entrants : entrants.toReversed()) {
      if (isFresh && round > 0) await contender.restart();
      await speakRound(contender, isFresh, run);
    }
    print(`paced round ${round + 1} of ${ROUNDS} done …`);
  }
  report(runs, print);
}

async function speakRound(contender: Contender, isFresh: boolean, run: Run | undefined): Promise<void> {
  // The longer text first: an utterance that is over before the pause could not have a hole.
  for (const [index, text] of TEXTS.toReversed().entries()) {
    const times = await contender.say(text, LISTEN_MS);
    (isFresh && index === 0 ? run?.first : run?.later)?.push(times);
  }
}

function fixedStart(ms: number): EnvironmentOptions {
  // What is preloaded stands for a file of the sources, so the bundle must not be used.
  return {
    main: SOURCES,
    environment: { NODE_OPTIONS: `--import=${PRELOAD.href}`, FIXED_START_MS: String(ms) },
  };
}

function report(runs: readonly Run[], print: (line: string) => void): void {
  const tables: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['First audio bytes → first RTP packet heard, ms', tabulate(runs.map(measured('later', 'audioToPacketMs')))],
    ['The same, first utterance of a process', tabulate(runs.map(measured('first', 'audioToPacketMs')))],
    ['/say typed → first RTP packet heard, ms', tabulate(runs.map(measured('later', 'typedToPacketMs')))],
    ['The same, first utterance of a process', tabulate(runs.map(measured('first', 'typedToPacketMs')))],
    ['Holes heard', holeTable(runs)],
  ];
  print(
    '\nThe service sends 120 ms of sound after 300 ms, pauses for 350 ms, then is three times as fast as real time',
  );
  for (const [title, lines] of tables) {
    print(`\n${title}`);
    for (const line of lines) print(`  ${line}`);
  }
  print(`  ${verdictOf(runs)}`);
}

function measured(when: 'first' | 'later', stage: 'audioToPacketMs' | 'typedToPacketMs'): (run: Run) => Measured {
  return ({ name, ...run }) => ({ name, valuesMs: run[when].map((times) => times[stage]) });
}

function holeTable(runs: readonly Run[]): string[] {
  const rows = runs.map((run) => [run.name, ...cells(run.first), ...cells(run.later)]);
  const headings = ['utterances', 'holes each', 'ms each'];
  return alignTable([['', ...headings.map((heading) => `first: ${heading}`), ...headings], ...rows]);
}

function cells(utterances: readonly SayTimes[]): string[] {
  const { holes, holeMs } = holesPer(utterances);
  return [String(utterances.length), holes.toFixed(2), holeMs.toFixed(0)];
}

/** Holes per utterance, and how long they are together. */
function holesPer(utterances: readonly SayTimes[]): { readonly holes: number; readonly holeMs: number } {
  const all = utterances.flatMap(({ holesMs }) => holesMs);
  return { holes: all.length / utterances.length, holeMs: all.reduce((sum, ms) => sum + ms, 0) / utterances.length };
}

/** What the adaptive start is for: as whole as 400 ms, sooner than it. */
function verdictOf([ours, , fixed400]: readonly Run[]): string {
  if (ours === undefined || fixed400 === undefined) return '';
  const [mine, other] = [ours, fixed400].map(measured('later', 'audioToPacketMs'));
  const ratio = mine === undefined || other === undefined ? Number.NaN : ratiosOf(mine, other).p50;
  const firstHoles = holesPer(ours.first).holes;
  return verdict([
    { what: 'no hole in the first utterance', met: firstHoles === 0 },
    { what: 'at most one in ten later', met: holesPer(ours.later).holes <= 0.1 },
    { what: `sooner than a fixed 400 ms (p50, ratio ${ratio.toFixed(2)})`, met: ratio < 1 },
    {
      what: 'first utterance as soon as with a fixed 400 ms, within a tick',
      met: medianOf(ours.first) <= medianOf(fixed400.first) + TICK_MS,
    },
  ]);
}

function medianOf(utterances: readonly SayTimes[]): number {
  return percentilesOf(utterances.map(({ audioToPacketMs }) => audioToPacketMs)).p50;
}
