import { setTimeout as delay } from 'node:timers/promises';
import { type House, startHouse } from '../playground/house.ts';
import type { LocalSpeech } from '../playground/speech/contract.ts';
import { FLITE_VOICES } from '../playground/speech/flite-voices.ts';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { type BotMemory, endVoiceThread, MEASURABLE, memoryAtRest } from './bot-memory.ts';
import { machineLine } from './machine.ts';
import { type Point, trendOf } from './slope.ts';
import { createServerLife, type ServerLife } from './soak/server-life.ts';
import { createTally, type Tally } from './soak/tally.ts';
import { makeTrouble } from './soak/trouble.ts';
import { alignTable } from './table.ts';

const DEFAULT_MINUTES = 10;
const MS_PER_MINUTE = 60_000;
const SAMPLE_EVERY_MS = 4_000;
const SERVERS = 4;
const VOICE_THREADS = 2;
/** What the account may do at once: little enough for the bot to have to line things up. */
const CONCURRENCY = 8;
const START_DEADLINE_MS = 30_000;
/** Before the first and the last look at the memory: everything is closed, and late timers have run. */
const REST_MS = 5_000;
/** Shares of the time at which a voice thread ends: once while things warm up, once while they are judged. */
const THREAD_ENDS = [0.2, 0.6] as const;
/** The first third is warming up: compiled code, pools, statements of the database. */
const JUDGED_FROM = 1 / 3;
const BYTES_PER_MB = 2 ** 20;
const SENTENCES = [
  'He reads a book about the sea and the people who lived there a long time ago.',
  'The children play in the garden until it is dark.',
  'There will be rain in the evening, they say.',
] as const;

/** What is judged of a memory sample, in bytes. */
const MEASURES: readonly { readonly name: string; readonly of: (memory: BotMemory) => number }[] = [
  { name: 'main thread: heap', of: ({ main }) => main.heapBytes },
  { name: 'main thread: external', of: ({ main }) => main.externalBytes },
  { name: 'voice threads: heap', of: ({ voice }) => sum(voice.map(({ heapBytes }) => heapBytes)) },
  { name: 'voice threads: external', of: ({ voice }) => sum(voice.map(({ externalBytes }) => externalBytes)) },
  { name: 'whole process: resident', of: ({ rssBytes }) => rssBytes },
];

interface Sample {
  readonly minute: number;
  readonly memory: BotMemory;
}

interface Outcome {
  readonly minutes: number;
  /** Nobody there yet, and nobody there any more. */
  readonly before: BotMemory;
  readonly after: BotMemory;
  readonly samples: readonly Sample[];
  readonly tally: Tally;
  readonly exitCode: number | null;
}

/** Ten minutes of mixed work (or as many as SOAK_MINUTES says), and whether the bot's memory stays flat. */
export async function runSoak(print: (line: string) => void): Promise<void> {
  const minutes = Number(process.env['SOAK_MINUTES'] ?? DEFAULT_MINUTES);
  print(machineLine());
  const house = await startHouse({
    signal: AbortSignal.timeout(START_DEADLINE_MS),
    speechConcurrency: CONCURRENCY,
    recognizer: { recognize: async (pcm) => ({ text: 'Word.', duration: pcm.length / 16_000, segments: [] }) },
    environment: {
      ...MEASURABLE,
      VOICE_WORKERS: String(VOICE_THREADS),
      SPEECH_CONCURRENCY: String(CONCURRENCY),
    },
  });
  try {
    report(await soak(house, minutes, print), print);
    print(machineLine());
  } finally {
    await house.close();
  }
}

async function soak(house: House, minutes: number, print: (line: string) => void): Promise<Outcome> {
  if (house.speech.kind !== 'local') throw new Error('a soak uses the local speech service');
  const { discord, bot } = house;
  const { service: speech } = house.speech;
  const tally = createTally();
  const speeches = await prepareSpeeches(speech);
  const servers = Array.from({ length: SERVERS }, (_, index) =>
    createServerLife({ discord, speech, tally, speeches, name: `Server ${index}` }),
  );
  await delay(REST_MS);
  const before = await memoryAtRest(bot);
  print(`${minutes} minutes of ${SERVERS} servers …`);
  const end = AbortSignal.timeout(minutes * MS_PER_MINUTE);
  const [samples] = await Promise.all([
    watchMemory(house, tally, { minutes, end }),
    makeTrouble(speech, tally, end),
    ...servers.map((server, index) => liveLater(server, index, end)),
  ]);
  await delay(REST_MS);
  const after = await memoryAtRest(bot);
  tally.count('packets heard', sum(servers.map(({ packetsHeard }) => packetsHeard)));
  tally.count('clips read', speech.requests.filter(({ endpoint }) => endpoint === 'asr').length);
  countBotTroubles(house, tally);
  return { minutes, before, after, samples, tally, exitCode: await house.close() };
}

/** The servers do not march in step. */
async function liveLater(server: ServerLife, index: number, end: AbortSignal): Promise<void> {
  await delay(index * 2_500);
  await server.live(end);
}

async function prepareSpeeches(speech: LocalSpeech): Promise<Uint8Array[][]> {
  const speeches: Uint8Array[][] = [];
  for (const [index, text] of SENTENCES.entries()) {
    speeches.push(await spokenPackets(speech, text, speech.voices[FLITE_VOICES[index] ?? 'slt']));
  }
  return speeches;
}

/** Samples the memory until the end; between two samples a voice thread is ended where it is time for it. */
async function watchMemory(
  { bot }: House,
  tally: Tally,
  { minutes, end }: { readonly minutes: number; readonly end: AbortSignal },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedAtMs = performance.now();
  const ends = THREAD_ENDS.map((share) => share * minutes);
  while (!end.aborted) {
    await delay(SAMPLE_EVERY_MS, undefined, { signal: end }).catch(() => undefined);
    const memory = await tally.attempt('memory samples', () => memoryAtRest(bot));
    const minute = (performance.now() - startedAtMs) / MS_PER_MINUTE;
    if (memory !== undefined) samples.push({ minute, memory });
    const [next] = ends;
    if (next === undefined || minute < next) continue;
    ends.shift();
    await tally.attempt('voice threads ended and replaced', () => endVoiceThread(bot));
  }
  return samples;
}

/** What the bot itself reports, and what Discord refused it; the rate limits it keeps to are no failure. */
function countBotTroubles({ bot, discord }: House, tally: Tally): void {
  for (const { level, msg } of bot.log) {
    if (level === 'warn') tally.count(`warnings: ${msg}`);
    else if (level === 'error' || level === 'fatal') tally.fail(`log: ${msg}`);
  }
  for (const { status, method, path, error } of discord.errors) {
    if (status === 429) tally.count('rate limits');
    else
      tally.fail(
        `Discord refused ${method} ${path.replaceAll(/\d{10,}/g, 'ID').slice(0, 60)}: ${status} ${error ?? ''}`,
      );
  }
}

function report({ minutes, before, after, samples, tally, exitCode }: Outcome, print: (line: string) => void): void {
  const judged = samples.filter(({ minute }) => minute >= minutes * JUDGED_FROM);
  const trends = MEASURES.map(({ name, of }) => {
    const points = judged.map(({ minute, memory }): Point => ({ x: minute, y: of(memory) / BYTES_PER_MB }));
    return { name, of, points, trend: trendOf(points) };
  });
  const rows = trends.map(({ name, of, points, trend }) => [
    name,
    ...[of(before), of(samples[0]?.memory ?? before)].map(megabytes),
    (points[0]?.y ?? Number.NaN).toFixed(1),
    (points.at(-1)?.y ?? Number.NaN).toFixed(1),
    megabytes(of(after)),
    trend.slope.toFixed(2),
    `±${trend.error.toFixed(2)}`,
  ]);
  const lines = [
    `\nMemory after garbage collection in all threads, MB; ${samples.length} samples, the last ${judged.length} judged`,
    ...alignTable([['', 'nobody yet', 'first', 'judged from', 'to', 'all gone', 'MB/minute', 'error'], ...rows]),
    ...tableOf('Done', tally.done),
    ...tableOf('Failed', tally.failed),
    `Exit code of the bot: ${exitCode}`,
  ];
  for (const line of lines) print(line);
}

function tableOf(title: string, counts: ReadonlyMap<string, number>): string[] {
  if (counts.size === 0) return [`\n${title}: nothing`];
  const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b)).map(([what, count]) => [what, String(count)]);
  return [`\n${title}`, ...alignTable(rows)];
}

function megabytes(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
