/** The state of a connection's end-to-end encryption (DAVE). */
export type KeyState =
  /** Packets can be encrypted with keys that everybody has, or the channel is not encrypted. */
  | { readonly kind: 'usable' }
  /** New keys are known here, but Discord has not yet told everybody to switch to them. */
  | { readonly kind: 'changing'; readonly transitionId: number }
  /** There are no keys. `alone`: nobody else is connected, so there is no group to share keys with. */
  | { readonly kind: 'missing'; readonly alone: boolean };

/**
 * Longest hold for a change of keys. Discord lets everybody switch as soon as all are ready, a few round trips; a
 * listener who takes longer than this would hold up all others.
 */
const KEY_CHANGE_HOLD_MS = 1_500;

/** Joining a group takes well under a second: after this long the handshake has failed. */
const KEYS_MISSING_LIMIT_MS = 10_000;

/** Decides whether a packet may leave: listeners drop packets that are not encrypted with the right keys. */
export interface KeyGate {
  /** `stuck`, once per connection attempt: keys will not come by themselves. */
  check(state: KeyState, nowMs: number): 'pass' | 'hold' | 'stuck';
  /** Starts its waits again, for a new connection. */
  reset(): void;
}

/** Creates the key gate of one session. */
export function createKeyGate(): KeyGate {
  let held: { readonly what: number | 'missing'; readonly sinceMs: number } | undefined;
  const waitedMs = (what: number | 'missing', nowMs: number): number => {
    if (held?.what !== what) held = { what, sinceMs: nowMs };
    return nowMs - held.sinceMs;
  };
  return {
    check(state, nowMs) {
      switch (state.kind) {
        case 'usable':
          held = undefined;
          return 'pass';
        case 'changing':
          return waitedMs(state.transitionId, nowMs) < KEY_CHANGE_HOLD_MS ? 'hold' : 'pass';
        case 'missing':
          if (state.alone) {
            held = undefined;
            return 'hold';
          }
          if (waitedMs('missing', nowMs) < KEYS_MISSING_LIMIT_MS) return 'hold';
          held = undefined;
          return 'stuck';
      }
    },
    reset() {
      held = undefined;
    },
  };
}
