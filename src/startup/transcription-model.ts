import { ASR_MODELS, PRO_MODEL, RETIRING_ASR_MODEL } from '@mynah/speech-wire/wire';
import { withoutSecrets } from '../config.ts';
import type { Logger } from '../log/log.ts';
import { type Finding, ok, warning } from './check/checks.ts';
import { noteOfRetirement } from './retiring-model.ts';

/** What is wrong with a transcription model: the service knows no such name, or the model retires. */
function problemOf(model: string | undefined): 'unknown' | 'retires' | undefined {
  if (model === RETIRING_ASR_MODEL.name) return 'retires';
  return model === undefined || ASR_MODELS.includes(model) ? undefined : 'unknown';
}

/** The model that serves names that the service does not know (its documents). */
function fallbackAt(nowMs?: number): string {
  return noteOfRetirement(RETIRING_ASR_MODEL, nowMs).isRetired ? PRO_MODEL : RETIRING_ASR_MODEL.name;
}

/**
 * Logs a warning if the transcription model isn't known, so that the service uses another one, or if it
 * is the one that retires. It is used all the same. `nowMs`: by default, today.
 */
export function warnOfTranscriptionModel(model: string | undefined, log: Logger, nowMs?: number): void {
  switch (problemOf(model)) {
    case 'unknown':
      log.warn(
        {
          code: 'SPEECH_ASR_MODEL_UNKNOWN',
          model: withoutSecrets(model ?? '') ?? '(not shown)',
          known: ASR_MODELS,
          servedAs: fallbackAt(nowMs),
        },
        'SPEECH_ASR_MODEL is not a known model: unless it is new, the speech service uses another one',
      );
      break;
    case 'retires': {
      const { isRetired, day } = noteOfRetirement(RETIRING_ASR_MODEL, nowMs);
      log.warn(
        { code: 'SPEECH_ASR_MODEL_RETIRES', model, retires: day, servedAs: PRO_MODEL },
        isRetired
          ? 'SPEECH_ASR_MODEL is retired: the speech service uses another one, so set that one'
          : 'SPEECH_ASR_MODEL will be retired: from then on the speech service uses another one, so set that one',
      );
      break;
    }
    case undefined:
  }
}

/** What `--check` says of the transcription model; by default, today. */
export function checkTranscriptionModel(model: string | undefined, nowMs?: number): Finding {
  const advice = `set SPEECH_ASR_MODEL=${PRO_MODEL}`;
  switch (problemOf(model)) {
    case 'unknown': {
      const name = withoutSecrets(model ?? '') ?? 'the name (not shown)';
      return warning(`${name} is not a known model: unless it is new, the service uses ${fallbackAt(nowMs)}`, advice);
    }
    case 'retires': {
      const { isRetired, words } = noteOfRetirement(RETIRING_ASR_MODEL, nowMs);
      return warning(`${words}: ${isRetired ? 'the service' : 'from then on the service'} uses ${PRO_MODEL}`, advice);
    }
    case undefined:
      return ok(model ?? 'none is named: the service chooses');
  }
}
