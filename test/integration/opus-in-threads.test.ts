import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Encodes without a pause in a thread, which is ended in the middle of it, again and again. */
const PROGRAM = fileURLToPath(new URL('../support/end-encoding-threads.mjs', import.meta.url));

it('a thread that is ended while it converts sound does not end the process', async () => {
  const child = spawn(process.execPath, [PROGRAM], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect({ code, signal, output }).toEqual({ code: 0, signal: null, output: 'ended 10 threads\n' });
});
