import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const DEADLINE_MS = 30_000;

/** Polls until `look` returns something; rejects after 30 s. Too coarse to measure times with. */
export async function until<Found>(what: string, look: () => Found | undefined): Promise<Found> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (deadline.aborted) throw new Error(`timed out waiting for ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}
