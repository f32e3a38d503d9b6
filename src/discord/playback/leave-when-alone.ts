/** How long the bot stays in a voice channel without a person in it. */
const ALONE_TIMEOUT_MS = 120_000;

/** Watches one voice channel that the bot is in. */
export interface AloneWatch {
  /** Call it whenever people came or went. */
  check(): void;
  /** Stops its timer. */
  close(): void;
}

/** Makes a watch that calls `onAlone` once nobody has listened for `timeoutMs`, two minutes by default. */
export function watchForAlone(options: {
  readonly countListeners: () => number;
  readonly onAlone: () => void;
  readonly timeoutMs?: number | undefined;
}): AloneWatch {
  const { countListeners, onAlone, timeoutMs = ALONE_TIMEOUT_MS } = options;
  let timer: NodeJS.Timeout | undefined;
  const close = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const check = (): void => {
    if (countListeners() > 0) {
      close();
      return;
    }
    timer ??= setTimeout(() => {
      close();
      if (countListeners() === 0) onAlone();
    }, timeoutMs);
  };
  return { check, close };
}
