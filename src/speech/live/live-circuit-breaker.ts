/** Session failures in a row that open the breaker. */
const MAX_FAILURES_IN_A_ROW = 3;

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  /** Open until `untilMs`, then half-open: live may be tried. `cause` decides what closes it. */
  | { readonly kind: 'open'; readonly untilMs: number; readonly cause: 'connecting' | 'synthesizing' };

/**
 * Keeps texts from waiting for a live endpoint that does not work. Closed, it allows every attempt. A failed connection,
 * a stall, or three other failures in a row open it for `breakMs`. After that it is half-open: attempts are allowed, the
 * next success closes it and the next failure opens it again.
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

  /** A socket could not be opened: opens the breaker. */
  connectFailed(): void {
    this.#open('connecting');
  }

  /** A socket was opened: closes a breaker that a failed connection opened. */
  connected(): void {
    if (this.#state.kind === 'open' && this.#state.cause === 'connecting')
      this.#state = { kind: 'closed', failures: 0 };
  }

  /** A session stalled: opens the breaker, since another attempt could cost the same long wait. */
  stalled(): void {
    this.#open('synthesizing');
  }

  /** A session failed in another way, although the text itself can be spoken. */
  sessionFailed(): void {
    const failures = this.#state.kind === 'closed' ? this.#state.failures + 1 : MAX_FAILURES_IN_A_ROW;
    if (failures >= MAX_FAILURES_IN_A_ROW) this.#open('synthesizing');
    else this.#state = { kind: 'closed', failures };
  }

  /** A session ended properly: closes the breaker. */
  succeeded(): void {
    this.#state = { kind: 'closed', failures: 0 };
  }

  #open(cause: 'connecting' | 'synthesizing'): void {
    this.#state = { kind: 'open', untilMs: performance.now() + this.#breakMs, cause };
  }
}
