import { withoutSecrets } from '../config.ts';
import type { Logger } from '../log.ts';
import { ASR_MODELS, PRO_MODEL } from '../speech/wire.ts';
import { type Finding, ok, warning } from './check/checks.ts';

/** Serves names that the service does not know, until it retires on the day below (the service's documents). */
const RETIRING_MODEL = 'transcribe-1';
const RETIRES_ON = '31 December 2026';

/** What is wrong with a transcription model: the service knows no such name, or the model retires. */
function problemOf(model: string | undefined): 'unknown' | 'retires' | undefined {
  if (model === RETIRING_MODEL) return 'retires';
  return model === undefined || ASR_MODELS.includes(model) ? undefined : 'unknown';
}

/**
 * Logs a warning if the transcription model isn't a known model, which the service serves as `transcribe-1`, or if
 * it is that one, which retires. It is used all the same.
 */
export function warnOfTranscriptionModel(model: string | undefined, log: Logger): void {
  switch (problemOf(model)) {
    case 'unknown':
      log.warn(
        {
          code: 'SPEECH_ASR_MODEL_UNKNOWN',
          model: withoutSecrets(model ?? '') ?? '(not shown)',
          known: ASR_MODELS,
          servedAs: RETIRING_MODEL,
        },
        'SPEECH_ASR_MODEL is not a known model: unless it is new, the speech service uses another one',
      );
      break;
    case 'retires':
      log.warn(
        { code: 'SPEECH_ASR_MODEL_RETIRES', model: RETIRING_MODEL, retiresOn: RETIRES_ON, servedAs: PRO_MODEL },
        `SPEECH_ASR_MODEL names a model that the speech service retires: set it to ${PRO_MODEL}`,
      );
      break;
    case undefined:
  }
}

/** What `--check` says of the transcription model. */
export function checkTranscriptionModel(model: string | undefined): Finding {
  const advice = `set SPEECH_ASR_MODEL=${PRO_MODEL}`;
  switch (problemOf(model)) {
    case 'unknown': {
      const name = withoutSecrets(model ?? '') ?? 'the name (not shown)';
      return warning(`${name} is not a known model: unless it is new, the service uses ${RETIRING_MODEL}`, advice);
    }
    case 'retires':
      return warning(`${RETIRING_MODEL} retires on ${RETIRES_ON}: from then the service uses ${PRO_MODEL}`, advice);
    case undefined:
      return ok(model ?? 'none is named: the service chooses');
  }
}
