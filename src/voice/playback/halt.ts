/** The end of one session's sound, in which the piece under way may still be spoken. */
export interface Halt {
  /** Nothing may be sent any more. */
  readonly isOver: boolean;
  /** Halts at the next end of a piece, at the latest after `withinMs`; 0 does so immediately. Resolves then. */
  begin(withinMs: number): Promise<void>;
  /** To be called when the piece that is being spoken has ended. */
  onPieceEnd(): void;
}

/** Creates what halts a session once; `silence` is called when nothing more may be sent, and resolves when nothing is. */
export function createHalt(silence: () => Promise<void>): Halt {
  const over = Promise.withResolvers<void>();
  let timer: NodeJS.Timeout | undefined;
  let isBegun = false;
  let isOver = false;
  const end = (): void => {
    if (!isBegun || isOver) return;
    isOver = true;
    clearTimeout(timer);
    over.resolve(silence());
  };
  return {
    get isOver() {
      return isOver;
    },
    begin(withinMs) {
      isBegun = true;
      if (withinMs > 0) timer ??= setTimeout(end, withinMs);
      else end();
      return over.promise;
    },
    onPieceEnd: end,
  };
}
