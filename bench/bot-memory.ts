import { readFileSync } from 'node:fs';
import type { BotProcess } from '../playground/bot-process.ts';

const PRELOAD = new URL('./inside-bot.ts', import.meta.url);
const MEASURE_DEADLINE_MS = 10_000;
const REPLACE_DEADLINE_MS = 30_000;
const KIB_BYTES = 2 ** 10;

/** What the bot logs when a voice thread crashed. */
export const REPLACED = 'a voice thread crashed and is restarted';

/** Environment variables that make a bot measurable from outside; the bot itself is unchanged. */
export const MEASURABLE: Readonly<Record<string, string>> = {
  NODE_OPTIONS: `--expose-gc --import=${PRELOAD.href}`,
};

/** A thread's heap, and the memory outside the heap that its objects hold. */
export interface ThreadMemory {
  readonly heapBytes: number;
  readonly externalBytes: number;
}

/** A bot's memory right after a garbage collection in all threads. */
export interface BotMemory {
  readonly rssBytes: number;
  readonly main: ThreadMemory;
  readonly voice: readonly ThreadMemory[];
}

/** Makes a bot that was started with `MEASURABLE` collect garbage and measure itself. */
export async function memoryAtRest(bot: BotProcess): Promise<BotMemory> {
  const before = bot.log.length;
  process.kill(bot.pid, 'SIGWINCH');
  const isNew = () => bot.log.findLast(({ msg }, index) => index >= before && msg === 'memory');
  await bot.waitForLog(() => isNew() !== undefined, AbortSignal.timeout(MEASURE_DEADLINE_MS));
  return isNew() as unknown as BotMemory;
}

/** Terminates the oldest voice thread of a bot that was started with `MEASURABLE`, and waits for its replacement. */
export async function endVoiceThread(bot: BotProcess): Promise<void> {
  const crashes = () => bot.log.filter(({ msg }) => msg === REPLACED).length;
  const before = crashes();
  process.kill(bot.pid, 'SIGHUP');
  await bot.waitForLog(() => crashes() > before, AbortSignal.timeout(REPLACE_DEADLINE_MS));
}

/** Resident memory of a process (proc_pid_status(5)). */
export function residentBytesOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * KIB_BYTES;
}
