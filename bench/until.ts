import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
const DEADLINE_MS = 30_000;

/** Looks again and again until there is something; rejects after 30 s. Times are taken elsewhere, never from this. */
export async function until<Found>(what: string, look: () => Found | undefined): Promise<Found> {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (deadline.aborted) throw new Error(`waited in vain for ${what}`);
    await delay(LOOK_EVERY_MS);
  }
}
