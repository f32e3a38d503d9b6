import { existsSync, readFileSync } from 'node:fs';
import { createFlite, type Flite } from '@mynah/local-speech/synthesis/flite';
import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { int16FromBytes } from '@mynah/pcm/pcm';
import { resampleAll } from '@mynah/pcm/resampler';
import type { SENTENCES } from './sentences.ts';
import type { Speaker } from './speakers.ts';

/** Five sentences of "Sense and Sensibility" from LibriVox, in Debian’s package pocketsphinx-testdata. */
const RECORDINGS = '/usr/share/pocketsphinx/test/data/librivox/';
const FILE_OF = (id: string) => `${RECORDINGS}sense_and_sensibility_01_austen_64kb-${id}.wav`;
const RECORDED: ReadonlyMap<string, string> = new Map([
  [
    'and mister john dashwood had then leisure to consider how much there might be prudently in his power to do for them',
    '0870',
  ],
  ['he was not an ill disposed young man', '0880'],
  ['unless to be rather cold hearted and rather selfish is to be ill disposed', '0890'],
  ['had he married a more amiable woman he might have been made still more respectable than he was', '0920'],
  ['he might even have been made amiable himself', '0930'],
]);
const RECORDED_RATE_HZ = 16_000;
const WAV_HEADER_BYTES = 44;
/** Below this share of full scale, 1 %, the edges of a chunk are silence. */
const EDGE_LEVEL = 328;

/** Gives the sound of texts, without silence at its edges: mono at 48 kHz. */
export interface Voices {
  soundOf(speaker: Speaker, text: string): Promise<Int16Array>;
  close(): void;
}

/** Sentences that were recorded, each spoken without a break; none where the package is not installed. */
export function recordedSentences(): typeof SENTENCES {
  if (!existsSync(FILE_OF('0870'))) return [];
  return [...RECORDED.keys()].map((text) => [{ text, hesitates: false }]);
}

/** Opens flite. The caller must close it. */
export async function openVoices(): Promise<Voices> {
  const flite = await createFlite();
  const known = new Map<string, Int16Array>();
  return {
    soundOf: async (speaker, text) => {
      const key = `${JSON.stringify(speaker.voice)} ${text}`;
      const sound = known.get(key) ?? (await makeSound(flite, speaker, text));
      known.set(key, sound);
      return sound;
    },
    close: () => flite.close(),
  };
}

async function makeSound(flite: Flite, { voice }: Speaker, text: string): Promise<Int16Array> {
  if (voice !== 'recorded') return trim(await flite.speak(text, voice, OPUS_SAMPLE_RATE_HZ));
  return trim(await resampleAll(readRecording(text), RECORDED_RATE_HZ, OPUS_SAMPLE_RATE_HZ));
}

function readRecording(text: string): Int16Array {
  return int16FromBytes(readFileSync(FILE_OF(RECORDED.get(text) ?? '')).subarray(WAV_HEADER_BYTES));
}

function trim(samples: Int16Array): Int16Array {
  const isSound = (sample: number): boolean => Math.abs(sample) > EDGE_LEVEL;
  return samples.slice(Math.max(0, samples.findIndex(isSound)), samples.findLastIndex(isSound) + 1);
}
