import { ENDPOINTS, type Fault } from '@mynah/local-speech/local-speech-api';

/** The faults of the speech service that the panel switches. */
export interface SpeechFaults {
  readonly isDown: boolean;
  readonly isRateLimited: boolean;
  /** How much later each answer comes, in ms; `undefined`: as usual. */
  readonly delayMs: number | undefined;
}

const RETRY_AFTER_S = 2;

/**
 * The same as faults of the local speech service, in the order in which they take effect: a service that is down limits
 * nothing. A live socket that is open already can't be refused: its sessions fail instead.
 */
export function speechFaults({ isDown, isRateLimited, delayMs }: SpeechFaults): readonly Fault[] {
  const faults: Fault[] = [];
  if (isDown) {
    faults.push(...ENDPOINTS.map((endpoint) => ({ endpoint, status: 503 })));
    faults.push({ endpoint: 'live', dropAfterBytes: 0 });
  }
  if (isRateLimited) {
    faults.push(...ENDPOINTS.map((endpoint) => ({ endpoint, status: 429, retryAfterS: RETRY_AFTER_S })));
    faults.push({ endpoint: 'live', errorEvent: 'Concurrency limit exceeded' });
  }
  if (delayMs !== undefined) faults.push(...ENDPOINTS.map((endpoint) => ({ endpoint, delayMs })));
  return faults;
}
