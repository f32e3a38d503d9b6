import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalSpeech } from '@mynah/local-speech/local-speech-api';
import { type Environment, startEnvironment } from '../playground/environment.ts';
import { spokenPackets } from '../playground/spoken-packets.ts';
import { COMPILE_CACHE } from '../test/support/compile-cache.ts';
import { residentBytesOf } from './bot-memory.ts';
import { FaultRunner } from './chaos/fault-runner.ts';
import { type LedgerFacts, ledgerLines, zerosOf } from './chaos/ledger.ts';
import { LogWatch } from './chaos/log-watch.ts';
import { pause } from './chaos/pause.ts';
import { planFaults } from './chaos/plan.ts';
import { createRandom } from './chaos/random.ts';
import { judgeTexts, judgeUtterances, type Run, silentEnds } from './chaos/reckoning.ts';
import { ServerLife } from './chaos/server-life.ts';
import { makeText } from './chaos/texts.ts';
import { machineLine } from './machine.ts';
import { UNLIMITED } from './unlimited.ts';

const SERVERS = 6;
const SPEECHES = 8;
const MS_PER_MINUTE = 60_000;
const START_DEADLINE_MS = 30_000;
/** Concurrency of the account: low enough that requests wait at times. */
const CONCURRENCY = 12;
/** Before the first fault: everybody is connected, captions are on. */
const SETTLE_MS = 8_000;
/** A caption's request is repeated after one minute, then after two, then after four. */
const CAPTIONS_DEADLINE_MS = 7 * MS_PER_MINUTE;
const LOOK_EVERY_MS = 2_000;
/** Captions whose clip is done are in the transcript by then. */
const QUIET_MS = 6_000;
const BYTES_PER_MB = 2 ** 20;

/** What decides a run. */
export interface ChaosOptions {
  readonly minutes: number;
  /** The same seed makes the same plan. */
  readonly seed: string;
}

/**
 * Lets faults happen at random to a bot under load, and prints a ledger of what became of everything that people asked
 * for and said. Rejects if something of it was lost.
 */
export async function runChaos(print: (line: string) => void, { minutes, seed }: ChaosOptions): Promise<void> {
  print(machineLine());
  print(`seed ${seed}, ${minutes} minutes, ${SERVERS} servers`);
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'mynah-chaos-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const log = new LogWatch();
  const logFile = join(tmpdir(), `mynah-chaos-${seed}.log`);
  const lines = stack.adopt(createWriteStream(logFile), (stream) => void stream.end());
  const environment = await startEnvironment({
    signal: AbortSignal.timeout(START_DEADLINE_MS),
    dataDir,
    revivesBot: true,
    speechConcurrency: CONCURRENCY,
    recognizer: {
      recognize: async (pcm) => ({ text: 'Something was said.', duration: pcm.length / 16_000, segments: [] }),
    },
    environment: {
      ...UNLIMITED,
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      SPEECH_CONCURRENCY: String(CONCURRENCY),
      VOICE_WORKERS: '2',
    },
    onLog: (entry) => {
      log.note(entry, Date.now());
      lines.write(`${JSON.stringify(entry)}\n`);
    },
  });
  stack.defer(async () => void (await environment.close()));
  const facts = await letHappen(environment, { dataDir, minutes, seed, log });
  for (const line of ledgerLines(facts)) print(line);
  print(machineLine());
  const wrong = [...zerosOf(facts)].filter(([, count]) => count > 0).map(([name, count]) => `${count} ${name}`);
  if (wrong.length > 0) throw new Error(`${wrong.join(', ')} (seed ${seed}); the bot’s log is in ${logFile}`);
}

async function letHappen(
  environment: Environment,
  { dataDir, minutes, seed, log }: ChaosOptions & { readonly dataDir: string; readonly log: LogWatch },
): Promise<LedgerFacts> {
  if (environment.speech.kind !== 'local') throw new Error('chaos needs the local speech service');
  const { service: speech } = environment.speech;
  const random = createRandom(seed);
  const crashes: string[] = [];
  const startedAtMs = Date.now();
  using _ = environment.watchBot((news) => {
    const atS = ((Date.now() - startedAtMs) / 1_000).toFixed(1);
    if (news !== 'restarted') crashes.push(`the process ended by itself at ${atS} s (${news})`);
  });
  const speeches = await prepareSpeeches(speech, seed);
  const servers = Array.from(
    { length: SERVERS },
    (__, number) =>
      new ServerLife({ discord: environment.discord, random: random.fork(`server ${number}`), speeches, number }),
  );
  const faults = new FaultRunner({ environment, speech, dataDir, servers });
  await Promise.all(servers.map((server) => server.enter()));
  const memoryBefore = residentBytesOf(environment.bot.pid);
  const [lives, watches] = [new AbortController(), new AbortController()];
  const living = servers.map((server) => server.live(lives.signal));
  const watching = servers.map((server) => server.watch(watches.signal));
  await pause(SETTLE_MS, lives.signal);
  await faults.run(planFaults(random.fork('faults'), { forMs: minutes * MS_PER_MINUTE, servers: SERVERS }));
  speech.faults.clear();
  lives.abort();
  await Promise.all(living);
  const ends = await Promise.all(servers.map((server) => server.end()));
  watches.abort();
  await Promise.all(watching);
  const memoryAfter = residentBytesOf(environment.bot.pid);
  const run = { speech, dataDir, servers, faults, startedAtMs };
  const utterances = await untilCaptioned(run);
  const texts = await judgeTexts(run);
  const silent = silentEnds(run);
  const kinds = Map.groupBy(faults.happened, ({ kind }) => kind);
  return {
    texts: texts.outcomes,
    utterances: utterances.outcomes,
    faults: new Map([...kinds].map(([kind, same]) => [kind, same.length])),
    missedFaults: faults.missed,
    crashes: [...crashes, ...faults.failures],
    stuck: ends.flatMap((problems, number) => problems.map((problem) => `server ${number}: ${problem}`)),
    silentEnds: silent.length,
    log: log.counts(),
    memoryMb: [memoryBefore / BYTES_PER_MB, memoryAfter / BYTES_PER_MB],
    cases: [...texts.cases, ...utterances.cases, ...silent].toSorted((a, b) => a.atS - b.atS),
  };
}

/** Judges what people said once everything that is to come has come: no clip waits any more. */
async function untilCaptioned(run: Run) {
  const deadline = AbortSignal.timeout(CAPTIONS_DEADLINE_MS);
  for (let quietMs = 0; quietMs < QUIET_MS && !deadline.aborted; ) {
    await pause(LOOK_EVERY_MS, deadline);
    const waiting = await readdir(join(run.dataDir, 'clips'));
    quietMs = waiting.length > 0 ? 0 : quietMs + LOOK_EVERY_MS;
  }
  return judgeUtterances(run);
}

async function prepareSpeeches(speech: LocalSpeech, seed: string): Promise<Uint8Array[][]> {
  const random = createRandom(`${seed} speeches`);
  const speeches: Uint8Array[][] = [];
  for (let index = 0; index < SPEECHES; index += 1) {
    speeches.push(await spokenPackets(speech, makeText(random), speech.voices.slt));
  }
  return speeches;
}
