import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createBoundedSemaphore } from './bounded-semaphore.ts';
import { findProgram } from './find-program.ts';
import type { RecognizedSpeech, TimedSpeech } from './recognized-speech.ts';
import { findSpeechRegions, type SpeechRegion } from './speech-regions.ts';
import { writeTranscript } from './transcript-words.ts';

/** Sample rate of the recognizer's acoustic model. */
export const RECOGNIZER_RATE_HZ = 16_000;

/** Turns speech into text. */
export interface Recognizer {
  /**
   * Recognizes English in 16 kHz mono samples. Segments are words, and the text has a sentence between two pauses; without
   * speech there are no segments, and the text is empty.
   * @throws {RecognizerBusy} when the queue is full.
   */
  recognize(pcm16kMono: Int16Array, signal?: AbortSignal): Promise<RecognizedSpeech>;
}

/** The recognizer's queue is full. */
export class RecognizerBusy extends Error {
  override readonly name = 'RecognizerBusy';
}

/** Installs recognition. */
export const INSTALL_COMMAND = 'apt-get install pocketsphinx pocketsphinx-en-us';
/** How to install recognition; shown to people. */
export const INSTALL_HINT = `To recognize speech, install PocketSphinx and its English model: ${INSTALL_COMMAND}`;

const MAX_WAITING = 16;
const MIN_DEADLINE_MS = 60_000;
/** On an idle core, PocketSphinx needs about half of a recording's duration; busy machines need more. */
const DEADLINE_PER_SECOND_MS = 4_000;
const SAMPLE_BYTES = 2;

/** Leaves the least likely hypotheses out: a third less time (measured), and the same words of the voices that speak here. */
const BEAM = ['-maxhmmpf', '3000', '-maxwpf', '10'];

interface Installation {
  readonly program: string;
  readonly modelFolder: string;
  /** Version 0.8 removes silence by default, which shifts the times of words; version 5 has no such option. */
  readonly removesSilence: boolean;
}

/**
 * Finds PocketSphinx (0.8 or 5) on this machine; `undefined` when it or its English model is not installed. At most
 * `concurrency` child processes run at a time (default 2), with up to 16 recordings in the queue.
 */
export function createPocketSphinx(
  options: { path?: string | undefined; concurrency?: number } = {},
): Recognizer | undefined {
  const installation = findInstallation(options.path ?? process.env['PATH']);
  if (installation === undefined) return undefined;
  const semaphore = createBoundedSemaphore({ concurrency: options.concurrency ?? 2, maxWaiting: MAX_WAITING });
  return {
    async recognize(pcm, signal) {
      const permit = await semaphore.acquire(signal);
      if (permit === undefined) throw new RecognizerBusy('Too many recordings are waiting for recognition.');
      try {
        return await recognize(installation, pcm, signal);
      } finally {
        permit[Symbol.dispose]();
      }
    },
  };
}

function findInstallation(path: string | undefined): Installation | undefined {
  const program = findProgram('pocketsphinx_batch', path);
  if (program === undefined) return undefined;
  // PATH may have a link to it; the model is beside the program itself.
  const folder = dirname(realpathSync(program));
  const modelFolder = resolve(folder, '../share/pocketsphinx/model/en-us');
  if (!existsSync(join(modelFolder, 'en-us.lm.bin'))) return undefined;
  return { program, modelFolder, removesSilence: findProgram('pocketsphinx_continuous', folder) !== undefined };
}

async function recognize(
  installation: Installation,
  pcm: Int16Array,
  signal: AbortSignal | undefined,
): Promise<RecognizedSpeech> {
  const duration = pcm.length / RECOGNIZER_RATE_HZ;
  const regions = findSpeechRegions(pcm, RECOGNIZER_RATE_HZ);
  if (regions.length === 0) return { text: '', duration, segments: [] };
  const folder = await mkdtemp(join(tmpdir(), 'mynah-recognize-'));
  try {
    for (const [index, region] of regions.entries()) {
      const samples = pcm.subarray(region.startSample, region.endSample);
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.length * SAMPLE_BYTES);
      await writeFile(join(folder, `${index}.raw`), bytes);
    }
    await writeFile(join(folder, 'list'), regions.map((_region, index) => `${index}\n`).join(''));
    const deadline = AbortSignal.timeout(MIN_DEADLINE_MS + Math.ceil(duration * DEADLINE_PER_SECOND_MS));
    await run(installation, folder, signal === undefined ? deadline : AbortSignal.any([deadline, signal]));
    return writeTranscript(readWords(await readFile(join(folder, 'words'), 'utf8'), regions), duration);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(
  { program, modelFolder, removesSilence }: Installation,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const args = [
    ...['-hmm', join(modelFolder, 'en-us'), '-lm', join(modelFolder, 'en-us.lm.bin')],
    ...['-dict', join(modelFolder, 'cmudict-en-us.dict'), '-adcin', 'yes'],
    ...['-cepdir', folder, '-cepext', '.raw', '-ctl', join(folder, 'list'), '-ctm', join(folder, 'words')],
    ...[...BEAM, '-logfn', devNull, ...(removesSilence ? ['-remove_silence', 'no'] : [])],
  ];
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: 'ignore', signal, killSignal: 'SIGKILL' });
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) done();
      else fail(new Error(`pocketsphinx_batch ended with ${code === null ? 'a signal' : `exit code ${code}`}.`));
    });
  });
}

/** Reads NIST CTM, a word a line: `utterance channel start duration word confidence`. Returns the words of each region. */
function readWords(ctm: string, regions: readonly SpeechRegion[]): TimedSpeech[][] {
  const said = regions.map((): TimedSpeech[] => []);
  for (const line of ctm.split('\n')) {
    const [utterance, , start, duration, word] = line.split(' ');
    const region = regions[Number(utterance)];
    if (region === undefined || word === undefined || /^[<[+]/.test(word)) continue;
    const startS = region.startSample / RECOGNIZER_RATE_HZ + Number(start);
    const text = word.replace(/\(\d+\)$/, '');
    said[Number(utterance)]?.push({ text, start: startS, end: startS + Number(duration) });
  }
  return said;
}
