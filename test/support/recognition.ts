import type { HeardPacket } from '@mynah/local-discord/voice/person-voice-api';
import { createPocketSphinx, RECOGNIZER_RATE_HZ, type Recognizer } from '@mynah/local-speech/recognition/recognizer';
import { OPUS_SAMPLE_RATE_HZ } from '@mynah/opus/opus-packet';
import { resampleAll } from '@mynah/pcm/resampler';
import { decodeHeard } from '../../playground/heard-audio.ts';
import { undeclared } from './needs.ts';

/**
 * PocketSphinx, for a test that has declared it.
 * @throws {Error} with the tag to add, where it has not.
 */
export function declaredRecognizer(): Recognizer {
  const recognizer = createPocketSphinx();
  if (recognizer === undefined) throw new Error(undeclared('pocketsphinx'));
  return recognizer;
}

/**
 * What PocketSphinx understands of heard packets, in lower case without full stops.
 * @throws {Error} with the tag to add, where the test has not declared PocketSphinx.
 */
export function recognizeHeard(packets: readonly HeardPacket[]): Promise<string> {
  return recognizeSound(decodeHeard(packets));
}

/** Like `recognizeHeard`, for sound that is decoded already: 48 kHz, mono. */
export async function recognizeSound(sound: Int16Array): Promise<string> {
  const recognizer = declaredRecognizer();
  const pcm = await resampleAll(sound, OPUS_SAMPLE_RATE_HZ, RECOGNIZER_RATE_HZ);
  return (await recognizer.recognize(pcm)).text.toLowerCase().replaceAll('.', '');
}

/**
 * The recognizer of a service that tests of whole flows start: PocketSphinx, for the tests that have declared it. Speech of
 * others fails the run, because the service's refusal would only look like a bot that waits. What comes late, after a test
 * that has declared it, is refused.
 */
export function recognizerOfTests(): Recognizer {
  let recognizer: Recognizer | undefined;
  return {
    recognize: (pcm, signal) => {
      const declared = createPocketSphinx();
      if (declared === undefined) return Promise.reject(undeclaredSpeech(recognizer === undefined));
      // One for all, which bounds how many processes run.
      recognizer ??= declared;
      return recognizer.recognize(pcm, signal);
    },
  };
}

function undeclaredSpeech(failsTheRun: boolean): Error {
  const error = new Error(`${undeclared('pocketsphinx')}, or a recognizer of its own, which it passes`);
  if (failsTheRun) {
    // Thrown where nobody can catch it.
    setImmediate(() => {
      throw error;
    });
  }
  return error;
}
