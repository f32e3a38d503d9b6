import { FREE_TTS_MODEL } from '../../../src/speech/wire.ts';

/** Whether the model speaks for an account without credit, too. */
export function isFreeModel(name: unknown): boolean {
  return name === FREE_TTS_MODEL;
}
