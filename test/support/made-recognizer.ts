import type { Recognizer } from '@mynah/local-speech/recognition/recognizer';

/** A recognizer that hears everything at once: the first recording is `recording 1`, the next one `recording 2`. */
export function createMadeRecognizer(): Recognizer {
  let recordings = 0;
  return {
    recognize: (pcm) => {
      recordings += 1;
      return Promise.resolve({ text: `recording ${recordings}`, duration: pcm.length / 16_000, segments: [] });
    },
  };
}
