import type { VoiceDiagnosis } from '../../src/voice/diagnosis.ts';
import { NO_TRAFFIC } from '../../src/voice/traffic.ts';

/** A session in this channel that has nothing wrong with it, but for `faults`. */
export function diagnosisIn(channelId: string, faults: Partial<VoiceDiagnosis> = {}): VoiceDiagnosis {
  return {
    ...{ channelId, phase: 'connected', sinceMs: 0, pingMs: 20 },
    encryption: { kind: 'ready', protocolVersion: 1, epoch: 3, privacyCode: '00000 11111 22222 33333 44444 55555' },
    traffic: { total: NO_TRAFFIC, lastMinute: NO_TRAFFIC },
    ...{ isListening: false, isPaused: false, texts: 0, waitsFor: undefined, undecryptable: [] },
    ...faults,
  };
}
