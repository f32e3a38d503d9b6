import type { VoiceCall } from './worker-messages.ts';

interface PendingCall {
  readonly call: VoiceCall;
  readonly resolve: (outcome: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Calls of one voice thread that have no outcome yet, over all restarts of the thread. */
export class PendingCalls implements Iterable<readonly [callId: number, call: VoiceCall]> {
  readonly #pending = new Map<number, PendingCall>();
  #lastCallId = 0;

  /** Registers a call; `outcome` settles when the call does. */
  add(call: VoiceCall): { readonly callId: number; readonly outcome: Promise<unknown> } {
    this.#lastCallId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#pending.set(this.#lastCallId, { call, resolve, reject });
    return { callId: this.#lastCallId, outcome: promise };
  }

  /** Resolves a call and returns it; `undefined` when it is no longer pending. */
  resolve(callId: number, outcome: unknown): VoiceCall | undefined {
    const pending = this.#take(callId);
    pending?.resolve(outcome);
    return pending?.call;
  }

  reject(callId: number, error: Error): void {
    this.#take(callId)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const callId of this.#pending.keys()) this.reject(callId, error);
  }

  /** Forgets a call without settling it; false when it is no longer pending. */
  forget(callId: number): boolean {
    return this.#pending.delete(callId);
  }

  /** In the order in which they were added; calls may be settled on the way. */
  *[Symbol.iterator](): Generator<readonly [callId: number, call: VoiceCall]> {
    for (const [callId, { call }] of this.#pending) yield [callId, call];
  }

  #take(callId: number): PendingCall | undefined {
    const pending = this.#pending.get(callId);
    this.#pending.delete(callId);
    return pending;
  }
}
