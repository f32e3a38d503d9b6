import { RETIRING_TTS_MODEL, TTS_FALLBACK_MODEL, TTS_MODELS } from '@mynah/speech-wire/wire';
import { withoutSecrets } from '../config.ts';
import type { Logger } from '../log/log.ts';
import { noteOfRetirement } from './retiring-model.ts';

/** What an operator must know of a speech model: that it is known, that it retires, or that nobody knows it. */
export type ModelStanding = 'known' | 'retires' | 'retired' | 'unknown';

/** Whether the service keeps a speech model; by default, today. */
export function standingOf(model: string, nowMs?: number): ModelStanding {
  if (TTS_MODELS.includes(model)) return 'known';
  if (model !== RETIRING_TTS_MODEL.name) return 'unknown';
  return noteOfRetirement(RETIRING_TTS_MODEL, nowMs).isRetired ? 'retired' : 'retires';
}

/**
 * Logs a warning if the speech model retires, or isn't a known model: the service accepts every name, so that a typo
 * costs the price of another model. It may be newer than this list, so it is used all the same.
 */
export function warnOfModel(model: string, log: Logger, nowMs?: number): void {
  const standing = standingOf(model, nowMs);
  if (standing === 'known') return;
  const servedAs = TTS_FALLBACK_MODEL;
  if (standing === 'unknown') {
    log.warn(
      { code: 'SPEECH_MODEL_UNKNOWN', model: withoutSecrets(model) ?? '(not shown)', known: TTS_MODELS, servedAs },
      'SPEECH_MODEL is not a known model: unless it is new, the speech service uses and bills another one',
    );
    return;
  }
  log.warn(
    { code: 'SPEECH_MODEL_RETIRES', model, retires: noteOfRetirement(RETIRING_TTS_MODEL).day, servedAs },
    standing === 'retires'
      ? 'SPEECH_MODEL will be retired: from then on the speech service uses and bills another one, so set that one'
      : 'SPEECH_MODEL is retired: the speech service uses and bills another one, so set that one',
  );
}
