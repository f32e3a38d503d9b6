import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Refusal } from './refused-request.ts';
import { createSlots } from './slots.ts';

/** Decodes whatever ffmpeg can. */
export interface Ffmpeg {
  /**
   * Decodes the first audio track to 16-bit mono samples, `maxDurationS` of them at most. Rejects with the signal's
   * reason.
   * @throws {Refusal} 400 when there is none in the bytes, or they are broken; 503 when too many wait already.
   */
  decode(
    bytes: Uint8Array,
    how: { sampleRateHz: number; maxDurationS: number },
    signal: AbortSignal,
  ): Promise<Int16Array>;
}

/** How to come by the decoding of every container; for people. */
export const FFMPEG_HINT = 'Reading m4a, mp4, mov, webm, flac and Ogg Vorbis needs ffmpeg: apt-get install ffmpeg';

const MAX_AT_ONCE = 2;
const MAX_WAITING = 32;
const DEADLINE_MS = 120_000;
const MAX_COMPLAINT_CHARS = 300;

/** Finds ffmpeg on this machine; `undefined` when it is not installed. It runs as a child process, two at once. */
export function createFfmpeg(options: { path?: string } = {}): Ffmpeg | undefined {
  const folders = (options.path ?? process.env['PATH'] ?? '').split(delimiter);
  const program = folders.map((folder) => join(folder, 'ffmpeg')).find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const slots = createSlots({ concurrency: MAX_AT_ONCE, maxWaiting: MAX_WAITING });
  return {
    async decode(bytes, how, signal) {
      using slot = await slots.take(signal);
      if (slot === undefined) {
        throw new Refusal(503, 'Too many recordings are waiting to be decoded.', { headers: { 'retry-after': '1' } });
      }
      const folder = await mkdtemp(join(tmpdir(), 'mynah-decode-'));
      try {
        // Containers such as mp4 have to be read back and forth, which a pipe does not allow.
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
    let complaint = '';
    child.stdout.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = `${complaint}${text}`.slice(0, MAX_COMPLAINT_CHARS);
    });
    child.once('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error));
    child.once('close', (code) => {
      if (code === 0 && chunks.length > 0) resolve(toSamples(chunks));
      else reject(new Refusal(400, `The audio cannot be read: ${plain(complaint)}`));
    });
  });
}

/** ffmpeg names the file and itself in what it says; neither is anything to whoever sent the file. */
function plain(complaint: string): string {
  const [line = ''] = complaint.split('\n').filter((text) => text !== '');
  return line.replace(/^\[[^\]]*\]\s*/, '').replace(/^\S*recording: /, '') || 'there is no sound in it';
}

function toSamples(chunks: readonly Uint8Array[]): Int16Array {
  const bytes = Uint8Array.from(Buffer.concat(chunks));
  return new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2));
}
