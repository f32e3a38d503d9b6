/** Session failures in a row after which live is left alone. */
const MAX_FAILURES_IN_A_ROW = 3;

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  /** Live is not tried before `untilMs`; `cause` says what would show that it works again. */
  | { readonly kind: 'open'; readonly untilMs: number; readonly cause: 'connecting' | 'synthesizing' };

/**
 * Keeps texts from waiting for a live endpoint that does not work. After a failed connection or a stall live is left
 * alone for `breakMs`, after other failures when three came in a row.
 */
export class LiveCircuitBreaker {
  readonly #breakMs: number;
  #state: State = { kind: 'closed', failures: 0 };

  constructor(breakMs: number) {
    this.#breakMs = breakMs;
  }

  /** Whether live may be tried now. */
  allows(): boolean {
    return this.#state.kind === 'closed' || performance.now() >= this.#state.untilMs;
  }

  /** A socket could not be opened. */
  connectFailed(): void {
    this.#open('connecting');
  }

  /** A socket was opened: live can be reached. */
  connected(): void {
    if (this.#state.kind === 'open' && this.#state.cause === 'connecting')
      this.#state = { kind: 'closed', failures: 0 };
  }

  /** A session kept silent: trying another could cost the same long wait. */
  stalled(): void {
    this.#open('synthesizing');
  }

  /** A session failed in another way, although the text itself can be spoken. */
  sessionFailed(): void {
    const failures = this.#state.kind === 'closed' ? this.#state.failures + 1 : MAX_FAILURES_IN_A_ROW;
    if (failures >= MAX_FAILURES_IN_A_ROW) this.#open('synthesizing');
    else this.#state = { kind: 'closed', failures };
  }

  /** A session came to its proper end. */
  succeeded(): void {
    this.#state = { kind: 'closed', failures: 0 };
  }

  #open(cause: 'connecting' | 'synthesizing'): void {
    this.#state = { kind: 'open', untilMs: performance.now() + this.#breakMs, cause };
  }
}
