import { Refusal } from '../http/refused-request.ts';
import type { FliteVoice } from '../synthesis/flite-voices.ts';
import { splitBySpeaker, toSpokenText } from '../synthesis/spoken-text.ts';
import type { SpeechStream, SpokenBytes } from '../synthesis/synthesizer.ts';

/** Speaks the pieces of one text, one after the other. */
export interface PieceSpeaker {
  /** @throws {Refusal} 400 for a speaker without a voice. */
  speak(piece: string): AsyncGenerator<SpokenBytes, void, undefined>;
}

/**
 * Creates the speaker of a stream. With several `voices`, `<|speaker:N|>` in a text chooses the one at that index until the
 * next token; otherwise the token does nothing.
 */
export function createPieceSpeaker(stream: SpeechStream, voices: readonly FliteVoice[]): PieceSpeaker {
  let speaker = 0;
  return {
    async *speak(piece) {
      const parts = voices.length > 1 ? splitBySpeaker(piece, speaker) : [{ speaker, text: piece }];
      for (const part of parts) {
        ({ speaker } = part);
        const voice = voices[speaker];
        if (voice === undefined) throw new Refusal(400, `text: speaker ${speaker} has no reference`);
        if (parts.length > 1 && part.text.trim() === '') continue;
        yield await stream.speak(toSpokenText(part.text), voice);
      }
    },
  };
}
