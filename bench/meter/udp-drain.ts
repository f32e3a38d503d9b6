import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { type DrainedPackets, parseDrainedPackets } from './drained-packets.ts';

/** A program that takes the packets of sockets without waking for each, or why there is none. */
export type DrainProgram =
  | { readonly kind: 'built'; readonly path: string }
  | { readonly kind: 'missing'; readonly why: string };

export interface DrainOptions {
  /** Path of the built program. */
  readonly program: string;
  /** Descriptors of this process's IPv4 sockets whose audio packets it must take, bound to one port each. */
  readonly sockets: readonly number[];
  /** Most packets to expect; more make the result an error. */
  readonly capacity: number;
  /** Default: 20, the length of a packet. */
  readonly intervalMs?: number;
  /** For each socket. The kernel doubles it, and limits it for users other than root. */
  readonly receiveBufferBytes?: number;
}

/** A running drain: audio packets go to it, everything else to this process. */
export interface Drain {
  readonly pid: number;
  /** Gives the sockets back, and resolves with what arrived. Rejects if anything could not be noted. */
  finish(): Promise<DrainedPackets>;
  /** Ends it without a result. */
  abort(): void;
}

const SOURCE = new URL('./udp-drain.c', import.meta.url);
const INTERVAL_MS = 20;
/** Two seconds of 100 channels: packets of about 250 bytes take about 800 there. */
const RECEIVE_BUFFER_BYTES = 8 * 2 ** 20;
const FIRST_INHERITED = 3;
const READY = 'ready\n';

/** Compiles the program into a folder; it needs Linux and a C compiler. `compiler` defaults to CC of the environment, or `cc`. */
export async function buildDrain(
  folder: string,
  compiler: string = process.env['CC'] ?? 'cc',
  platform: NodeJS.Platform = process.platform,
): Promise<DrainProgram> {
  if (platform !== 'linux') return { kind: 'missing', why: `${platform} has no SO_TIMESTAMPNS and recvmmsg` };
  const path = join(folder, 'udp-drain');
  const child = spawn(compiler, ['-O2', '-o', path, fileURLToPath(SOURCE)], { stdio: 'ignore' });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? { kind: 'built', path } : { kind: 'missing', why: `${compiler} ended with ${code}` };
  } catch {
    return { kind: 'missing', why: `there is no C compiler (${compiler})` };
  }
}

/** Starts the program; resolves once audio packets go to it. The caller must finish or abort it. */
export async function startDrain(options: DrainOptions): Promise<Drain> {
  const { program, sockets, capacity, intervalMs = INTERVAL_MS, receiveBufferBytes = RECEIVE_BUFFER_BYTES } = options;
  const inherited = sockets.map((_, index) => FIRST_INHERITED + index);
  const child = spawn(program, [intervalMs, capacity, receiveBufferBytes, ...inherited].map(String), {
    stdio: ['pipe', 'pipe', 'inherit', ...sockets],
  }) as ChildProcess & { stdin: Writable; stdout: Readable };
  const chunks: Buffer[] = [];
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  // Rejects where the program cannot be started; whoever waits for the result hears of it.
  ended.catch(() => undefined);
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      resolve();
    });
  });
  await Promise.race([ready, ended]);
  if (chunks.length === 0) throw new Error(`udp-drain ended (${(await ended).join(' ')})`);
  return {
    pid: child.pid ?? 0,
    finish: async () => {
      child.stdin.end();
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`udp-drain ended (${signal ?? code})`);
      return parseDrainedPackets(Buffer.concat(chunks).subarray(READY.length));
    },
    abort: () => {
      child.kill();
    },
  };
}
