import type { VoiceDiagnosis } from '../diagnosis.ts';
import { type ConnectionState, phaseOf } from './connection-state.ts';

type Phase = Pick<VoiceDiagnosis, 'phase' | 'channelId' | 'sinceMs'>;

/** Since when a connection is in its phase, in its channel. */
export class PhaseClock {
  #entering: string | undefined;
  #now: Phase | undefined;

  /** `undefined` without a channel. */
  get now(): Phase | undefined {
    return this.#now;
  }

  /** To be called before a join. */
  enters(channelId: string): void {
    this.#entering = channelId;
  }

  /** To be called after every change of the state. */
  note(state: ConnectionState): void {
    const next = phaseOf(state, this.#entering);
    const before = this.#now;
    if (next !== undefined && next.phase === before?.phase && next.channelId === before.channelId) return;
    this.#now = next && { ...next, sinceMs: Date.now() };
  }
}
