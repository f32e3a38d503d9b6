import { FREE_TTS_MODEL, isLiveModel, TTS_FALLBACK_MODEL, TTS_MODELS } from '@mynah/speech-wire/wire';

/** The model that serves a request for `name`, in January 2027. The live socket serves those of dramas by another model, too. */
export function servingModel(name: string, isLive: boolean): string {
  const isServed = isLiveModel(name) ? TTS_MODELS.includes(name) : !isLive;
  return isServed ? name : TTS_FALLBACK_MODEL;
}

/** Whether the model speaks for an account without credit, too. */
export function isFreeModel(name: unknown): boolean {
  return name === FREE_TTS_MODEL;
}
