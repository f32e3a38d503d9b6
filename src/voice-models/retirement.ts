import { serviceTimeMs } from '../speech/service-time.ts';
import type { VoiceModel } from '../speech/wire.ts';

/** The service will remove a voice, or has begun to. */
export interface Retirement {
  /** Milliseconds since 1970; `undefined` where the service does not say when. */
  readonly atMs: number | undefined;
}

/** Whether the service says that it will remove a voice: by the state of its release, or by a date. */
export function retirementOf(
  model: Pick<VoiceModel, 'pvc_release_state' | 'pvc_retire_effective_at'>,
): Retirement | undefined {
  const { pvc_release_state: state, pvc_retire_effective_at: date } = model;
  if (date !== undefined) return { atMs: serviceTimeMs(date) };
  return state === 'retiring' ? { atMs: undefined } : undefined;
}
