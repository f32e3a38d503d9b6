import { withoutSecrets } from '../config.ts';
import type { Logger } from '../log.ts';
import { TTS_FALLBACK_MODEL, TTS_MODELS } from '../speech/wire.ts';

/**
 * Logs a warning if the speech model is none that is known today: the service accepts every name, so that a typo costs the
 * price of another model. It may be newer than this list, so it is used all the same.
 */
export function warnOfUnknownModel(model: string, log: Logger): void {
  if (TTS_MODELS.includes(model)) return;
  log.warn(
    {
      code: 'SPEECH_MODEL_UNKNOWN',
      model: withoutSecrets(model) ?? '(not shown)',
      known: TTS_MODELS,
      servedAs: TTS_FALLBACK_MODEL,
    },
    'SPEECH_MODEL is not a known model: unless it is new, the speech service uses and bills another one',
  );
}
