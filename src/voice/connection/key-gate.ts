/** Where a connection stands with its end-to-end encryption (DAVE). */
export type KeyState =
  /** Packets can be encrypted with keys that everybody uses, or the channel is not encrypted. */
  | { readonly kind: 'usable' }
  /** New keys are known here, but Discord has not yet told everybody to use them. */
  | { readonly kind: 'changing'; readonly transitionId: number }
  /** There are no keys. `alone`: nobody else is connected, so that there is no group to have keys with. */
  | { readonly kind: 'missing'; readonly alone: boolean };

/**
 * Longest hold for a change of keys. Discord lets everybody change as soon as all are ready, a few round trips; a
 * listener who takes longer than this would hold up all the others.
 */
const KEY_CHANGE_HOLD_MS = 1_500;

/** Joining a group takes well under a second; after this long the handshake has failed somewhere. */
const KEYS_MISSING_LIMIT_MS = 10_000;

/** Decides whether a packet may leave: a listener drops what is not encrypted with the right keys. */
export interface KeyGate {
  /** `stuck` says once per connection attempt that keys will not come by themselves. */
  check(state: KeyState, nowMs: number): 'pass' | 'hold' | 'stuck';
  /** Forgets what was waited for: the connection is a new one. */
  reset(): void;
}

/** Makes the gate of one session. */
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
