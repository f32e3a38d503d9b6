import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../http/refused-request.ts';
import { createBoundedSemaphore } from './bounded-semaphore.ts';
import { findProgram } from './find-program.ts';

/** Decodes all that ffmpeg reads. */
export interface Ffmpeg {
  /**
   * Decodes at most `maxDurationS` of the first audio track to 16-bit mono samples. Rejects with the signal's reason.
   * @throws {Refusal} 400 when the bytes have no audio track or are damaged; 503 when the queue is full.
   */
  decode(
    bytes: Uint8Array,
    how: { sampleRateHz: number; maxDurationS: number },
    signal: AbortSignal,
  ): Promise<Int16Array>;
}

/** How to install what decodes every container; shown to people. */
export const FFMPEG_HINT = 'To read m4a, mp4, mov, webm, flac and Ogg Vorbis, install ffmpeg: apt-get install ffmpeg';

const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
const DEADLINE_MS = 120_000;
const MAX_STDERR_CHARS = 300;

/** Finds ffmpeg on this machine; `undefined` when it is not installed. At most two child processes run at a time. */
export function createFfmpeg(options: { path?: string } = {}): Ffmpeg | undefined {
  const program = findProgram('ffmpeg', options.path ?? process.env['PATH']);
  if (program === undefined) return undefined;
  const semaphore = createBoundedSemaphore({ concurrency: MAX_AT_ONCE, maxWaiting: MAX_WAITING });
  return {
    async decode(bytes, how, signal) {
      using permit = await semaphore.acquire(signal);
      if (permit === undefined) {
        throw new Refusal(503, 'Too many recordings are waiting to be decoded.', { headers: { 'retry-after': '1' } });
      }
      const folder = await mkdtemp(join(tmpdir(), 'mynah-decode-'));
      try {
        // mp4 and others need random access, which a pipe does not have.
        const file = join(folder, 'recording');
        await writeFile(file, bytes);
        return await run(program, argumentsFor(file, how), AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

function argumentsFor(file: string, { sampleRateHz, maxDurationS }: { sampleRateHz: number; maxDurationS: number }) {
  return [
    ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-i', file, '-map', '0:a:0', '-t', `${maxDurationS}`],
    ...['-f', 's16le', '-ac', '1', '-ar', `${sampleRateHz}`, 'pipe:1'],
  ];
}

function run(program: string, args: readonly string[], signal: AbortSignal): Promise<Int16Array> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
    const chunks: Uint8Array[] = [];
    let stderr = '';
    child.stdout.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = `${stderr}${text}`.slice(0, MAX_STDERR_CHARS);
    });
    child.once('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    child.once('close', (code) => {
      if (code === 0 && chunks.length > 0) resolve(toSamples(chunks));
      else reject(new Refusal(400, `The audio cannot be read: ${reasonIn(stderr)}`));
    });
  });
}

/** ffmpeg's first line without its own name and the file's path, which mean nothing to the sender. */
function reasonIn(stderr: string): string {
  const [line = ''] = stderr.split('\n').filter((text) => text !== '');
  return line.replace(/^\[[^\]]*\]\s*/, '').replace(/^\S*recording: /, '') || 'there is no sound in it';
}

function toSamples(chunks: readonly Uint8Array[]): Int16Array {
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  return new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
}
