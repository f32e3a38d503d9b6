import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type BotFaults, createBotFaults } from './bot-faults.ts';

/** One JSON line of the bot's log. */
export interface BotLogEntry {
  readonly level: string;
  readonly msg: string;
  readonly [field: string]: unknown;
}

/** Ends a process if this one ends without having ended it. */
export interface ProcessGuard {
  /** From now on the process and its group are to be ended. */
  watch(pid: number): void;
  /** The process has ended. */
  release(pid: number): void;
}

export interface BotProcessOptions {
  /** The bot's whole environment besides PATH: nothing of this process's own variables or of a `.env` file reaches it. */
  readonly environment: Readonly<Record<string, string>>;
  /** The program to run; `src/main.js` by default. It must log `http listening` and `ready` as that does. */
  readonly main?: URL;
  /** A module that the process loads first. */
  readonly preload?: URL;
  readonly onLog?: (entry: BotLogEntry) => void;
  /** Given one, the bot leads a process group of its own: what Ctrl-C does is up to this process alone. */
  readonly guard?: ProcessGuard;
  /** Gives up starting. */
  readonly signal?: AbortSignal;
}

/** The unchanged bot as a process of its own. */
export interface BotProcess {
  readonly log: readonly BotLogEntry[];
  /** Everything the process wrote, to look for what must not be there. */
  output(): string;
  /** Address of the bot's health pages. */
  readonly httpUrl: string;
  readonly pid: number;
  /** Faults of its own, for a process whose preload is `process-faults.mjs`. */
  readonly faults: BotFaults;
  /** Resolves with the exit code when the process has ended, in whatever way; `null` after a signal. */
  readonly ended: Promise<number | null>;
  /** The first log entry, past or future, that satisfies the predicate; rejects when the process ends before. */
  waitForLog(predicate: (entry: BotLogEntry) => boolean, signal?: AbortSignal): Promise<BotLogEntry>;
  /** Sends SIGTERM and resolves with the exit code; SIGKILL after 12 s (`null`). */
  stop(): Promise<number | null>;
  /** Ends the process with SIGKILL, as a crash would. */
  kill(): Promise<void>;
}

const STOP_DEADLINE_MS = 12_000;
const MAIN = new URL('../src/main.js', import.meta.url);

/**
 * Starts the bot under this process's Node and resolves once it logs `ready`. Rejects with its last words when it
 * ends before that.
 */
export async function startBotProcess(options: BotProcessOptions): Promise<BotProcess> {
  options.signal?.throwIfAborted();
  const { guard } = options;
  const preload = options.preload === undefined ? [] : [`--import=${options.preload.href}`];
  const child = spawn(process.execPath, [...preload, fileURLToPath(options.main ?? MAIN)], {
    env: { PATH: process.env['PATH'] ?? '', HTTP_PORT: '0', ...options.environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: guard !== undefined,
    windowsHide: true,
  });
  const { pid } = child;
  if (guard !== undefined && pid !== undefined) {
    guard.watch(pid);
    child.once('exit', () => guard.release(pid));
  }
  const journal = keepJournal(child, options.onLog);
  const { promise: ended, resolve } = Promise.withResolvers<number | null>();
  child.once('exit', resolve);
  try {
    const listening = await journal.waitFor((entry) => entry.msg === 'http listening', options.signal);
    await journal.waitFor((entry) => entry.msg === 'ready', options.signal);
    return {
      log: journal.entries,
      output: journal.output,
      httpUrl: `http://${String(listening['host'])}:${String(listening['port'])}`,
      pid: child.pid ?? 0,
      faults: createBotFaults(child),
      ended,
      waitForLog: journal.waitFor,
      stop: () => stopProcess(child),
      kill: () => killProcess(child),
    };
  } catch (error) {
    await stopProcess(child);
    throw error;
  }
}

/** Collects what the process writes, and lets callers wait for a log line. */
function keepJournal(child: ChildProcess, onLog?: (entry: BotLogEntry) => void) {
  const entries: BotLogEntry[] = [];
  const lines: string[] = [];
  const waiters = new Set<() => void>();
  let ended = false;
  const wake = () => {
    for (const waiter of waiters) waiter();
  };
  const keep = (line: string) => {
    lines.push(line);
    const entry = parseEntry(line);
    if (entry === undefined) return;
    entries.push(entry);
    onLog?.(entry);
    wake();
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (stream !== null) createInterface({ input: stream }).on('line', keep);
  }
  child.once('close', () => {
    ended = true;
    wake();
  });
  const waitFor = (predicate: (entry: BotLogEntry) => boolean, signal?: AbortSignal): Promise<BotLogEntry> =>
    new Promise((resolve, reject) => {
      const finish = (act: () => void) => {
        waiters.delete(look);
        signal?.removeEventListener('abort', look);
        act();
      };
      const look = () => {
        const found = entries.find(predicate);
        if (found !== undefined) finish(() => resolve(found));
        else if (signal?.aborted === true) finish(() => reject(signal.reason as Error));
        else if (ended) finish(() => reject(new Error(`The bot ended: ${lines.slice(-3).join(' | ')}`)));
      };
      waiters.add(look);
      signal?.addEventListener('abort', look);
      look();
    });
  return { entries, output: () => lines.join('\n'), waitFor };
}

function parseEntry(line: string): BotLogEntry | undefined {
  try {
    return JSON.parse(line) as BotLogEntry;
  } catch {
    return undefined;
  }
}

async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
  await exited;
  clearTimeout(deadline);
  return child.exitCode;
}

async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
