import { speechParts } from '../text/pronunciation/phonemes.ts';
import { limitError } from './speech-error.ts';

/** The service's tokens around the phonemes of one English word, Chinese syllable or Japanese phrase. */
const PHONEME_START = '<|phoneme_start|>';
const PHONEME_END = '<|phoneme_end|>';

/**
 * The text as it goes to the service: phonemes, which `src/text/pronunciation` marks and checks, between the tokens that
 * the service has for them. It is called where a text is sent, and nowhere before: a text that already has control tokens
 * (`<|…|>`) or edges of them is rejected. `makeSpeakable` in src/text removes them, so its output always passes.
 * @throws {SpeechError} SPEECH_LIMIT.
 */
export function toServiceText(text: string): string {
  const parts = speechParts(text);
  // Texts beside each other are joined: a token could be made of two.
  const written = parts.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
  if (/<\||\|>/.test(written)) throw limitError('control-tokens');
  return parts
    .map((part) => (part.kind === 'text' ? part.text : `${PHONEME_START}${part.phonemes}${PHONEME_END}`))
    .join('');
}
