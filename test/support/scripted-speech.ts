import { DEFAULT_VOICE, type FliteVoiceName } from '@mynah/local-speech/synthesis/flite-voices';
import { createSynthesizer, type Synthesizer } from '@mynah/local-speech/synthesis/synthesizer';
import { SOUND_RATE_HZ } from './recordings.ts';

/** A sentence of a recording, and when it starts. */
interface ScriptedLine {
  readonly atS: number;
  readonly text: string;
  readonly voice?: FliteVoiceName;
}

/** The script of a recording. */
export interface Script {
  readonly durationS: number;
  readonly lines: readonly ScriptedLine[];
  /** Between the lines: `silence`, or `room`, the quiet hiss of a real room, which never repeats. */
  readonly background?: 'silence' | 'room';
}

/** Largest sample of a room's hiss: about 65 dB below full scale, far below speech. */
const ROOM_PEAK = 20;

/**
 * Speaks a script with flite; gives mono samples at 16 kHz, the same for the same script.
 * @throws {Error} when two lines overlap or the last one does not fit.
 */
export async function scriptedSpeech({ durationS, lines, background = 'silence' }: Script): Promise<Int16Array> {
  const sound = new Int16Array(Math.round(durationS * SOUND_RATE_HZ));
  if (background === 'room') fillWithHiss(sound);
  const synthesizer = createSynthesizer();
  try {
    let freeFrom = 0;
    for (const line of lines) {
      const speech = await speak(synthesizer, line);
      const start = Math.round(line.atS * SOUND_RATE_HZ);
      if (start < freeFrom) throw new Error(`“${line.text}” begins before the previous line ends.`);
      if (start + speech.length > sound.length) throw new Error(`“${line.text}” does not fit into the recording.`);
      sound.set(speech, start);
      freeFrom = start + speech.length;
    }
  } finally {
    await synthesizer.close();
  }
  return sound;
}

async function speak(synthesizer: Synthesizer, { text, voice }: ScriptedLine): Promise<Int16Array> {
  const stream = synthesizer.open({
    voice: { ...DEFAULT_VOICE, ...(voice && { name: voice }) },
    format: 'pcm',
    sampleRateHz: SOUND_RATE_HZ,
    mp3BitrateKbps: 128,
    volumeDb: 0,
  });
  const bytes = Uint8Array.from(Buffer.concat([(await stream.speak(text)).bytes, await stream.end()]));
  return new Int16Array(bytes.buffer);
}

/** Numerical Recipes' linear congruential generator: the same hiss in every run. */
function fillWithHiss(sound: Int16Array): void {
  let state = 1;
  for (let index = 0; index < sound.length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    sound[index] = Math.round((state / 2 ** 31 - 1) * ROOM_PEAK);
  }
}
