import { limitError } from './speech-error.ts';

/**
 * The last guard against control tokens of the service (`<|…|>`), or edges of them, in a text. Taking them out is the
 * work of `makeSpeakable` in src/text; whatever went through it passes here.
 * @throws {SpeechError} SPEECH_LIMIT.
 */
export function refuseControlTokens(text: string): void {
  if (/<\||\|>/.test(text)) throw limitError('control-tokens');
}
