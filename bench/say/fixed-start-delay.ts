import type { StartDelay } from '../../src/voice/playback/start-delay.ts';

/** Sound to start with, in ms; set for the process. */
const FIXED_START_MS = Number(process.env['FIXED_START_MS']);
/** Not reached by the texts of the benchmark: they end before. */
const LONG_MS = 60_000;

/** Stands for the function of the same name in a bot that always waits for the same amount of sound. */
export function createStartDelay(): StartDelay {
  const ignore = (): void => undefined;
  const waitMs = (bufferedMs: number): number => (bufferedMs >= FIXED_START_MS ? 0 : LONG_MS);
  return { stream: () => ({ arrived: ignore, ended: ignore, disturbed: ignore, waitMs }) };
}
