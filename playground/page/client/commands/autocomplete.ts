/** Asks for suggestions while somebody types. */
export interface Autocomplete {
  /** Asks once typing has paused; what was asked before is forgotten. */
  ask(typed: string): void;
  /** Nothing that is under way is told any more. */
  close(): void;
}

/** As Discord's client waits, about. */
const DEBOUNCE_MS = 250;

/**
 * Answers reach `tell` in the order of what was typed: an answer to something older than the latest is dropped. The first
 * question goes out at once. `tell` gets `undefined` when asking failed.
 */
export function createAutocomplete<T>(
  fetchAnswer: (typed: string) => Promise<T>,
  tell: (answer: T | undefined) => void,
): Autocomplete {
  let latest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (typed: string, number: number): Promise<void> => {
    const answer = await fetchAnswer(typed).catch(() => undefined);
    if (number === latest) tell(answer);
  };
  return {
    ask(typed) {
      clearTimeout(timer);
      latest += 1;
      const number = latest;
      timer = setTimeout(() => void ask(typed, number), number === 1 ? 0 : DEBOUNCE_MS);
    },
    close() {
      clearTimeout(timer);
      latest += 1;
    },
  };
}
