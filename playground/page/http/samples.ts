import { DEFAULT_VOICE } from '@mynah/local-speech/synthesis/flite-voices';
import { createSynthesizer } from '@mynah/local-speech/synthesis/synthesizer';
import type { TtsFormat } from '@mynah/speech-wire/wire';
import type { Welcome } from '../protocol.ts';

/** Sentences that flite speaks and PocketSphinx understands word for word. */
const SENTENCES = [
  'The weather is nice today.',
  'We are going to the park after lunch.',
  'My brother lives in the big city.',
  'I would like a cup of tea.',
] as const;

interface Sample {
  readonly text: string;
  readonly format: TtsFormat;
  readonly type: string;
}

/** By file name: a recording to transcribe, and one that is long enough for a custom voice. */
const SAMPLES: ReadonlyMap<string, Sample> = new Map([
  ['sentence.mp3', { text: SENTENCES[1], format: 'mp3', type: 'audio/mpeg' }],
  ['my-voice.wav', { text: [...SENTENCES, ...SENTENCES].join(' '), format: 'wav', type: 'audio/wav' }],
]);

const FOLDER = 'samples/';
const SAMPLE_RATE_HZ = 44_100;

/** A sample as a browser gets it. */
interface SampleFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The samples of the tour: recordings that flite makes when they are asked for. */
export interface Samples {
  readonly list: Welcome['samples'];
  /** The file at a path such as `samples/sentence.mp3`; `undefined` where there is none. Rejects when flite fails. */
  get(path: string): Promise<SampleFile | undefined>;
}

/** Creates the samples; each is made once. */
export function createSamples(): Samples {
  const made = new Map<string, Promise<SampleFile>>();
  return {
    list: {
      sentences: SENTENCES,
      files: [...SAMPLES.keys()].map((name) => ({ name, url: `/${FOLDER}${name}` })),
    },
    async get(path) {
      const sample = path.startsWith(FOLDER) ? SAMPLES.get(path.slice(FOLDER.length)) : undefined;
      if (sample === undefined) return undefined;
      const known = made.get(path);
      if (known !== undefined) return known;
      const making = makeSample(sample);
      made.set(path, making);
      making.catch(() => made.delete(path));
      return making;
    },
  };
}

async function makeSample({ text, format, type }: Sample): Promise<SampleFile> {
  const synthesizer = createSynthesizer();
  try {
    const voice = DEFAULT_VOICE;
    const stream = synthesizer.open({ voice, format, sampleRateHz: SAMPLE_RATE_HZ, mp3BitrateKbps: 128, volumeDb: 0 });
    const { bytes } = await stream.speak(text);
    return { type, bytes: Buffer.concat([bytes, await stream.end()]) };
  } finally {
    await synthesizer.close();
  }
}
