import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProcessGuard } from '../bot-process.ts';

const PROGRAM = fileURLToPath(new URL('./guard-process.ts', import.meta.url));

/** Cleans up, however this process ends: also when it crashes or is killed. The caller must dispose of it. */
export interface Guard extends ProcessGuard, AsyncDisposable {
  /** A folder for everything temporary, deleted in the end. */
  readonly folder: string;
}

/** Starts a process that outlives this one for as long as it takes to end what `watch` was told of, and to delete the folder. */
export async function startGuard(): Promise<Guard> {
  const folder = await mkdtemp(join(tmpdir(), 'mynah-playground-'));
  // Detached, so that Ctrl-C and a closed terminal don't end it together with this process; Windows would show a console.
  const child = spawn(process.execPath, [PROGRAM, folder], {
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it all goes well unless this process crashes.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return {
    folder,
    watch: (pid) => void child.stdin.write(`watch ${pid}\n`),
    release: (pid) => void child.stdin.write(`release ${pid}\n`),
    async [Symbol.asyncDispose]() {
      try {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      } finally {
        // Open, it would keep this process alive.
        child.stdin.end();
      }
    },
  };
}
