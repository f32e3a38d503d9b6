import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BotLogEntry } from '../../playground/bot-process.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Between two log lines; a busy machine starts processes slowly. */
const LOG_PATIENCE_MS = 30_000;

/** The bot as a process that need not become ready. */
export interface RawProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The log so far; a line that is no JSON makes it throw. */
  entries(): BotLogEntry[];
  /** Resolves with the first log entry of this message that satisfies `where`; rejects when the process ends without it. */
  logged(msg: string, where?: (entry: BotLogEntry) => boolean): Promise<BotLogEntry>;
  /** Resolves when the process has ended. */
  ended(): Promise<{
    readonly code: number | null;
    readonly stdout: string;
    readonly stderr: string;
    readonly tookMs: number;
  }>;
}

/** Starts the bot with nothing in its environment but PATH, the compile cache and what is given. Disposal kills it. */
export function startRawProcess(environment: Record<string, string>, args: readonly string[] = []): RawProcess {
  const startedAtMs = performance.now();
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [MAIN, ...args], { env });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => {
    output.stdout += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output.stderr += data.toString();
  });
  let hasClosed = false;
  const closed = once(child, 'close').then(() => {
    hasClosed = true;
    return performance.now() - startedAtMs;
  });
  const entries = (): BotLogEntry[] =>
    output.stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as BotLogEntry);
  return {
    child,
    entries,
    logged: async (msg, where = () => true) => {
      for (;;) {
        const found = entries().find((entry) => entry.msg === msg && where(entry));
        if (found !== undefined) return found;
        if (hasClosed) throw new Error(`the process ended: ${output.stdout}${output.stderr}`);
        await Promise.race([once(child.stdout, 'data', { signal: AbortSignal.timeout(LOG_PATIENCE_MS) }), closed]);
      }
    },
    ended: async () => {
      const tookMs = await closed;
      return { code: child.exitCode, ...output, tookMs };
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
