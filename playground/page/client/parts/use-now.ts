import { useEffect, useState } from 'preact/hooks';

/** The time now in milliseconds since 1970; the view is drawn again after `untilNext(now)` milliseconds, `undefined`: never. */
export function useNow(untilNext: (nowMs: number) => number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const wait = untilNext(now);
  useEffect(() => {
    if (wait === undefined) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [now, wait]);
  return now;
}
