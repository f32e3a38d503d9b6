import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { HeardStream, HeardUtterance } from '@mynah/local-discord/voice/person-voice-api';
import { RECOGNIZER_RATE_HZ, type Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { resampleAll } from '@mynah/pcm/resampler';
import { writeWav } from '@mynah/pcm/wav';
import { decodeHeard } from './heard-audio.ts';

/** One utterance in a voice channel, as a person there heard it. */
export interface HeardSpeech {
  readonly utterance: HeardUtterance;
  readonly durationS: number;
  /** Its WAV file: 48 kHz, 16 bits, mono. */
  readonly file: string;
  /** The recognized text; `undefined` without a recognizer. */
  readonly text: string | undefined;
}

/** Records what a person hears as WAV files and, with a recognizer, as text. */
export interface HeardRecorder {
  /** Waits for the next utterance of `userId` after position `from` of the stream. */
  next(heard: HeardStream, userId: string, from: number, signal: AbortSignal): Promise<HeardSpeech>;
}

/** Name of a recording, with its number. */
const HEARD_FILE = /^heard-(\d+)\.wav$/;

/**
 * Creates a recorder that writes `heard-001.wav` and so on to `folder`, which it creates. It overwrites none: the numbers continue
 * from those that are there, also while another recorder writes to the folder.
 */
export function createHeardRecorder(folder: string, recognizer: Recognizer | undefined): HeardRecorder {
  // In a current folder that was deleted, Node creates a relative one forever.
  const absolute = resolve(folder);
  return {
    async next(heard, userId, from, signal) {
      const utterance = await heard.utterance(userId, { from, signal });
      const pcm = decodeHeard(utterance.packets);
      const name = await writeNext(absolute, writeWav(pcm, OPUS_SAMPLE_RATE_HZ, 1));
      return {
        utterance,
        durationS: pcm.length / OPUS_SAMPLE_RATE_HZ,
        file: join(folder, name),
        text: await recognize(recognizer, pcm, signal),
      };
    },
  };
}

/** Writes a file that was not there before; resolves with its name. */
async function writeNext(folder: string, content: Uint8Array): Promise<string> {
  await mkdir(folder, { recursive: true });
  const numbers = (await readdir(folder)).map((name) => Number(HEARD_FILE.exec(name)?.[1] ?? 0));
  for (let number = Math.max(0, ...numbers) + 1; ; number += 1) {
    const name = `heard-${String(number).padStart(3, '0')}.wav`;
    try {
      await writeFile(join(folder, name), content, { flag: 'wx' });
      return name;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}

async function recognize(
  recognizer: Recognizer | undefined,
  pcm: Int16Array,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (recognizer === undefined) return undefined;
  const { text } = await recognizer.recognize(await resampleAll(pcm, OPUS_SAMPLE_RATE_HZ, RECOGNIZER_RATE_HZ), signal);
  return text.toLowerCase();
}
