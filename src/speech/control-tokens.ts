import { limitError } from './speech-error.ts';

/**
 * Rejects a text with control tokens of the service (`<|…|>`) or edges of them, as a last guard. `makeSpeakable` in
 * src/text removes them, so its output always passes.
 * @throws {SpeechError} SPEECH_LIMIT.
 */
export function refuseControlTokens(text: string): void {
  if (/<\||\|>/.test(text)) throw limitError('control-tokens');
}
