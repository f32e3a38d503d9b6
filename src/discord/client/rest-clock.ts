import type { REST } from 'discord.js';

const LOOK_EVERY_MS = 100;
/** Less is a clock that is kept right, not one that was set: no limit of Discord's lasts so short that it mattered. */
const MIN_JUMP_MS = 2_000;

/** The machine's clock, which can be set, and one that nobody sets; both in milliseconds. */
export interface Clocks {
  readonly wallMs: () => number;
  readonly monotonicMs: () => number;
}

const SYSTEM_CLOCKS: Clocks = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

/**
 * Keeps rate limits right when the machine's clock is set. @discordjs/rest 2 remembers when each limit ends by that clock:
 * after it was some hours ahead and is right again, every request would wait for hours. Ends with the signal.
 */
export function keepRestClock(rest: REST, signal: AbortSignal, clocks: Clocks = SYSTEM_CLOCKS): void {
  const differenceMs = (): number => clocks.wallMs() - clocks.monotonicMs();
  let beforeMs = differenceMs();
  const timer = setInterval(() => {
    const byMs = differenceMs() - beforeMs;
    if (Math.abs(byMs) < MIN_JUMP_MS) return;
    beforeMs += byMs;
    const move = (resetMs: number): number => moved(resetMs, byMs, clocks.wallMs());
    if (rest.globalReset !== null && rest.globalReset > 0) rest.globalReset = move(rest.globalReset);
    for (const handler of rest.handlers.values()) moveReset(handler, move);
  }, LOOK_EVERY_MS);
  timer.unref();
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** What was noted since the clock was set is right already: the end of a limit is never far from now. */
function moved(resetMs: number, byMs: number, nowMs: number): number {
  return Math.abs(resetMs + byMs - nowMs) < Math.abs(resetMs - nowMs) ? resetMs + byMs : resetMs;
}

/** The end of one route's limit is a private field. */
function moveReset(handler: object, move: (resetMs: number) => number): void {
  const reset: unknown = Reflect.get(handler, 'reset');
  if (typeof reset === 'number' && reset > 0) Reflect.set(handler, 'reset', move(reset));
}
