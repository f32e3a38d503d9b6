/** Session failures in a row that open the breaker. */
const MAX_FAILURES_IN_A_ROW = 3;

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  /** Open until `untilMs`, then half-open: live may be tried. `cause` decides what closes it. */
  | { readonly kind: 'open'; readonly untilMs: number; readonly cause: 'connecting' | 'synthesizing' };

/**
 * Keeps texts from waiting for a failing live endpoint. While closed, it allows every attempt. A failed connection, a
 * stall, or three other failures in a row open it for `breakMs`. Then it is half-open: it allows attempts, the next
 * success closes it and the next failure opens it again.
 */
export class LiveCircuitBreaker {
  readonly #breakMs: number;
  #state: State = { kind: 'closed', failures: 0 };

  constructor(breakMs: number) {
    this.#breakMs = breakMs;
  }

  /** False while the breaker is open; true when it is closed or half-open. */
  allows(): boolean {
    return this.#state.kind === 'closed' || performance.now() >= this.#state.untilMs;
  }

  /** Reports that a socket could not be opened. Opens the breaker. */
  connectFailed(): void {
    this.#open('connecting');
  }

  /** Reports that a socket opened. Closes a breaker that a failed connection opened. */
  connected(): void {
    if (this.#state.kind === 'open' && this.#state.cause === 'connecting')
      this.#state = { kind: 'closed', failures: 0 };
  }

  /** Reports a stalled session. Opens the breaker, since another attempt could cost the same long wait. */
  stalled(): void {
    this.#open('synthesizing');
  }

  /** Reports that a session failed in another way, although the text itself can be spoken. */
  sessionFailed(): void {
    const failures = this.#state.kind === 'closed' ? this.#state.failures + 1 : MAX_FAILURES_IN_A_ROW;
    if (failures >= MAX_FAILURES_IN_A_ROW) this.#open('synthesizing');
    else this.#state = { kind: 'closed', failures };
  }

  /** Reports that a session succeeded. Closes the breaker. */
  succeeded(): void {
    this.#state = { kind: 'closed', failures: 0 };
  }

  #open(cause: 'connecting' | 'synthesizing'): void {
    this.#state = { kind: 'open', untilMs: performance.now() + this.#breakMs, cause };
  }
}
