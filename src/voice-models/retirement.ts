import type { VoiceModel } from '@mynah/speech-wire/wire';
import { serviceTimeMs } from '../speech/service-time.ts';

/** The service will remove a voice, or has begun to. */
export interface Retirement {
  /** Milliseconds since 1970, in the future; `undefined` where the service does not say when. */
  readonly atMs: number | undefined;
}

/**
 * Whether the service says that it will remove a voice: by the state of its release, or by a date. A date that has passed
 * says nothing of a voice that is still there, and neither does one of a voice that is `released`.
 */
export function retirementOf(
  model: Pick<VoiceModel, 'pvc_release_state' | 'pvc_retire_effective_at'>,
  nowMs = Date.now(),
): Retirement | undefined {
  const { pvc_release_state: state, pvc_retire_effective_at: date } = model;
  if (state === 'released') return undefined;
  const dateMs = date === undefined ? undefined : serviceTimeMs(date);
  const atMs = dateMs !== undefined && dateMs > nowMs ? dateMs : undefined;
  return state === 'retiring' || atMs !== undefined ? { atMs } : undefined;
}
