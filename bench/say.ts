import { spawnSync } from 'node:child_process';
import type { EnvironmentOptions } from '../playground/environment.ts';
import { machineLine } from './machine.ts';
import { percentilesOf } from './percentiles.ts';
import { openSayBot, PARTS, type Part, type SayBot, type SayParts } from './say/say-bot.ts';
import { alignTable } from './table.ts';

const WARM_UP_ROUNDS = 2;
const ROUNDS = 20;
const TEXT = 'We are going to the park after lunch. Bring something to eat, and tell the others.';
/** The service's first audio, as late as the real one's, and then all of it: what is left is the bot's own time. */
const PACING = { firstAudioMs: 300, pauseMs: 0, speed: 1_000 } as const;

const SOURCES = new URL('./from-sources.ts', import.meta.url);
const LOG_SPANS = new URL('./say/log-spans.ts', import.meta.url);
const PLAIN_BOT = new URL('./plain-bot.ts', import.meta.url);
const OPTIONS: EnvironmentOptions = { localSpeech: { pacing: PACING }, hasSecureSpeech: true };

const STATES = ['the bot is in the channel', 'cold: the bot is in no channel'] as const;

/** All rounds of one bot in one state. */
interface Run {
  readonly bot: SayBot;
  readonly state: (typeof STATES)[number];
  readonly all: SayParts[];
}

/**
 * Says where the time of `/say` goes, from Discord's event to the first packet of sound: Mynah and the plain bot by turns,
 * in a channel where the bot is and cold, with a service behind TLS. Takes about four minutes.
 */
export async function runSay(print: (line: string) => void): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const bots = [stack.use(await openMynah())];
  const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined;
  if (hasFfmpeg) bots.push(stack.use(await openPlainBot()));
  else print('ffmpeg is not installed: the plain bot needs it, so only Mynah is measured.');
  const runs = STATES.flatMap((state) => bots.map((bot): Run => ({ bot, state, all: [] })));
  print(machineLine());
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { bot, state, all } of round % 2 === 0 ? runs : runs.toReversed()) {
      const parts = await bot.say(TEXT, state === STATES[1]);
      if (round >= WARM_UP_ROUNDS) all.push(parts);
    }
  }
  print(machineLine());
  for (const state of STATES) {
    print(`\n/say typed → first packet of sound heard, ${state}, p50 and p95 in ms of ${ROUNDS}`);
    for (const line of tableOf(runs.filter((run) => run.state === state))) print(`  ${line}`);
  }
}

function openMynah(): Promise<SayBot> {
  const names = { permit: 'speech.permit', request: 'speech.live' };
  // What is preloaded stands for a file of the sources, so the bundle must not be used.
  const environment = { NODE_OPTIONS: `--import=${LOG_SPANS.href}`, OTEL_TRACES_EXPORTER: 'otlp' };
  return openSayBot('Mynah', names, { ...OPTIONS, main: SOURCES, environment });
}

function openPlainBot(): Promise<SayBot> {
  return openSayBot(
    'plain bot',
    { request: 'speech.request', voice: 'voice.connect' },
    { ...OPTIONS, main: PLAIN_BOT },
  );
}

function tableOf(runs: readonly Run[]): string[] {
  const shown = PARTS.filter((part) => part !== 'voice' || runs[0]?.state === STATES[1]);
  const figures = (run: Run, part: Part): string[] => {
    const { p50, p95 } = percentilesOf(run.all.map((parts) => parts[part]));
    return [p50.toFixed(1), p95.toFixed(1)];
  };
  const headings = runs.flatMap(({ bot }) => [`${bot.name} p50`, 'p95']);
  return alignTable([['', ...headings], ...shown.map((part) => [part, ...runs.flatMap((run) => figures(run, part))])]);
}
