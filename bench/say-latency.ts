import { spawnSync } from 'node:child_process';
import { compare, type Measured, ratiosOf, verdict } from './comparison.ts';
import { type Contender, openContender, type SayTimes } from './contender.ts';
import { percentilesOf } from './percentiles.ts';
import { runPacedSay } from './say/paced-say.ts';
import { alignTable } from './table.ts';

const WARM_UP_ROUNDS = 3;
const ROUNDS = 20;
const TEXTS = {
  'one sentence': 'Good morning, everybody.',
  'two sentences': 'We are going to the park after lunch. Bring something to eat, and tell the others.',
} as const;

/** Bounds for the time from the first audio message to the first packet, in ms. */
const FIRST_PACKET_AIM = { p50: 12, p95: 25 } as const;
/** Bound for the bot's own part of `/say` to the first packet, as a share of the plain pipeline's. */
const OWN_RATIO_AIM = 0.5;
/** The service's first audio, as late as the real one's: a lead-in of 200 ms precedes the sound, and takes no time then. */
const SERVICE_MS = 300;

type TextName = keyof typeof TEXTS;
const TEXT_NAMES = Object.keys(TEXTS) as TextName[];

type Stage = Exclude<keyof SayTimes, 'holesMs'>;

/** All of `/say` but the service's own time. */
const ownMs = ({ typedToRequestMs, audioToPacketMs }: SayTimes): number => typedToRequestMs + audioToPacketMs;

/** All rounds of one bot, by text. */
interface Run {
  readonly name: string;
  readonly times: Readonly<Record<TextName, SayTimes[]>>;
}

/**
 * Times `/say` until the first sound, alternating between Mynah and a plain bot: with a service that sends all audio at
 * once after 300 ms, which shows the bots' own time, then with one that is paced like the real one. Takes about eight minutes.
 */
export async function runSayLatency(print: (line: string) => void): Promise<void> {
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
  if (!hasFfmpeg) print('ffmpeg is not installed: the plain pipeline needs it, so only Mynah is measured.');
  await runUnpaced(hasFfmpeg, print);
  await runPacedSay(hasFfmpeg, print);
}

async function runUnpaced(withPlain: boolean, print: (line: string) => void): Promise<void> {
  const localSpeech = { pacing: { firstAudioMs: SERVICE_MS, pauseMs: 0, speed: 1_000 } } as const;
  await using mynah = await openContender('Mynah', { localSpeech });
  await using plain = withPlain
    ? await openContender('plain pipeline', { localSpeech, main: new URL('./plain-bot.ts', import.meta.url) })
    : undefined;
  const [ours, theirs] = await runRounds(plain === undefined ? [mynah] : [mynah, plain], print);
  if (ours !== undefined) report(ours, theirs, print);
}

/** The bots alternate, and so does which one is first. */
async function runRounds(contenders: readonly Contender[], print: (line: string) => void): Promise<Run[]> {
  const runs = contenders.map(({ name }): Run => ({ name, times: { 'one sentence': [], 'two sentences': [] } }));
  const entrants = contenders.map((contender, index) => ({ contender, run: runs[index] }));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    if (round === WARM_UP_ROUNDS) print(`warm-up done; now ${ROUNDS} rounds of each text …`);
    for (const text of TEXT_NAMES) {
      for (const { contender, run } of round % 2 === 0 ? entrants : entrants.toReversed()) {
        const times = await contender.say(TEXTS[text]);
        if (round >= WARM_UP_ROUNDS) run?.times[text].push(times);
      }
    }
  }
  return runs;
}

function report(ours: Run, theirs: Run | undefined, print: (line: string) => void): void {
  const printAll = (title: string, lines: readonly string[]) => {
    print(`\n${title}`);
    for (const line of lines) print(`  ${line}`);
  };
  const all = (run: Run) => measuredOf(run, TEXT_NAMES, 'audioToPacketMs');
  printAll('First audio bytes sent by the service → first RTP packet heard, ms', [
    ...compare(all(ours), theirs && all(theirs)),
    firstPacketVerdict(all(ours)),
    'An upper bound: both ends are in the playground’s process, so it includes loopback, the media server and its event loop.',
  ]);
  for (const text of TEXT_NAMES) {
    const [mine, base] = [ours, theirs].map((run) => run && { name: run.name, valuesMs: run.times[text].map(ownMs) });
    if (mine === undefined) continue;
    printAll(`/say typed → first RTP packet heard, without the speech service’s time, ${text}, ms`, [
      ...compare(mine, base),
      ...(base === undefined ? [] : [ownVerdict(mine, base)]),
    ]);
  }
  printAll('Where the time goes, p50 in ms', [...stages(theirs === undefined ? [ours] : [ours, theirs])]);
}

function firstPacketVerdict({ valuesMs }: Measured): string {
  const { p50, p95 } = percentilesOf(valuesMs);
  return verdict([
    { what: `p50 ≤ ${FIRST_PACKET_AIM.p50}`, met: p50 <= FIRST_PACKET_AIM.p50 },
    { what: `p95 ≤ ${FIRST_PACKET_AIM.p95}`, met: p95 <= FIRST_PACKET_AIM.p95 },
  ]);
}

function ownVerdict(measured: Measured, baseline: Measured): string {
  const { p50, p95 } = ratiosOf(measured, baseline);
  return verdict([
    { what: `ratio at p50 ≤ ${OWN_RATIO_AIM}`, met: p50 <= OWN_RATIO_AIM },
    { what: 'at p95', met: p95 <= OWN_RATIO_AIM },
  ]);
}

function stages(runs: readonly Run[]): string[] {
  const middle = (run: Run, text: TextName, stage: Stage) =>
    percentilesOf(measuredOf(run, [text], stage).valuesMs).p50.toFixed(1);
  const rows = TEXT_NAMES.flatMap((text) =>
    runs.map((run) => [
      `${run.name}, ${text}`,
      middle(run, text, 'typedToRequestMs'),
      middle(run, text, 'requestToAudioMs'),
      middle(run, text, 'audioToPacketMs'),
    ]),
  );
  return alignTable([['', 'to the request', 'speech service', 'to the packet'], ...rows]);
}

function measuredOf({ name, times }: Run, texts: readonly TextName[], stage: Stage): Measured {
  return { name, valuesMs: texts.flatMap((text) => times[text].map((round) => round[stage])) };
}
