import { readFileSync } from 'node:fs';
import type { BotProcess } from '../playground/bot-process.ts';

const PRELOAD = new URL('./inside-bot.ts', import.meta.url);
const MEASURE_DEADLINE_MS = 10_000;
const REPLACE_DEADLINE_MS = 30_000;
const KIB_BYTES = 2 ** 10;

/** What the bot logs when a voice thread crashed. */
export const REPLACED = 'a voice thread crashed and is restarted';

/** The bot's variables with which it can be measured from outside: nothing of its own is changed. */
export const MEASURABLE: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--expose-gc --import=${PRELOAD.href}`,
};

/** What a thread's objects take, and the memory outside of the heap that they hold on to. */
export interface ThreadMemory {
  readonly heapBytes: number;
  readonly externalBytes: number;
}

/** A bot's memory just after a garbage collection in all threads. */
export interface BotMemory {
  readonly rssBytes: number;
  readonly main: ThreadMemory;
  readonly voice: readonly ThreadMemory[];
}

/** Has a bot that was started with `MEASURABLE` collect garbage and measure itself. */
export async function memoryAtRest(bot: BotProcess): Promise<BotMemory> {
  const before = bot.log.length;
  process.kill(bot.pid, 'SIGUSR2');
  const isNew = () => bot.log.findLast(({ msg }, index) => index >= before && msg === 'memory');
  await bot.waitForLog(() => isNew() !== undefined, AbortSignal.timeout(MEASURE_DEADLINE_MS));
  return isNew() as unknown as BotMemory;
}

/** Ends the oldest voice thread of a bot that was started with `MEASURABLE`, and waits until it is replaced. */
export async function endVoiceThread(bot: BotProcess): Promise<void> {
  const deaths = () => bot.log.filter(({ msg }) => msg === REPLACED).length;
  const before = deaths();
  process.kill(bot.pid, 'SIGHUP');
  await bot.waitForLog(() => deaths() > before, AbortSignal.timeout(REPLACE_DEADLINE_MS));
}

/** Memory of a process that is in RAM now (proc_pid_status(5)). */
export function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * KIB_BYTES;
}
