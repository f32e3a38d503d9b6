import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
