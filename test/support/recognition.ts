import type { HeardPacket } from '../../playground/discord/voice/person-voice-api.ts';
import { decodeHeard } from '../../playground/heard-audio.ts';
import {
  createPocketSphinx,
  INSTALL_HINT,
  RECOGNIZER_RATE_HZ,
} from '../../playground/speech/recognition/recognizer.ts';
import { resampleAll } from '../../src/audio/conversion/resampler.ts';
import { OPUS_SAMPLE_RATE_HZ } from '../../src/audio/opus/opus-packet.ts';

/** Recognition of heard speech, or why this machine has none. */
export type Recognition =
  | { readonly kind: 'here'; recognize(packets: readonly HeardPacket[]): Promise<string> }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Opens PocketSphinx for tests; its text is in lower case without full stops.
 * @throws {Error} under CI=true when it is not installed.
 */
export function openRecognition(): Recognition {
  const opened = openSoundRecognition();
  if (opened.kind === 'missing') return opened;
  return { kind: 'here', recognize: (packets) => opened.recognize(decodeHeard(packets)) };
}

/** Recognition of sound at 48 kHz, mono, or why this machine has none. */
export type SoundRecognition =
  | { readonly kind: 'here'; recognize(pcm: Int16Array): Promise<string> }
  | { readonly kind: 'missing'; readonly why: string };

/**
 * Like `openRecognition`, for sound that is decoded already.
 * @throws {Error} under CI=true when PocketSphinx is not installed.
 */
export function openSoundRecognition(): SoundRecognition {
  const recognizer = createPocketSphinx();
  if (recognizer === undefined) {
    if (process.env['CI'] === 'true') throw new Error(INSTALL_HINT);
    return { kind: 'missing', why: INSTALL_HINT };
  }
  return {
    kind: 'here',
    recognize: async (sound) => {
      const pcm = await resampleAll(sound, OPUS_SAMPLE_RATE_HZ, RECOGNIZER_RATE_HZ);
      return (await recognizer.recognize(pcm)).text.toLowerCase().replaceAll('.', '');
    },
  };
}
