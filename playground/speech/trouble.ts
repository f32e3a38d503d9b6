import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './local-speech-api.ts';

/** Something that happens to an answer once so many of its bytes are out; it never ends well. */
export interface Trouble {
  readonly afterBytes: number;
  happen(): Promise<never>;
}

/** Where the bytes of an answer go. */
export interface Sink {
  /** Resolves once the bytes are out. Rejects when the client is gone, or when trouble happens. */
  write(bytes: Uint8Array): Promise<void>;
}

/** Rejection of a write after the connection was dropped on purpose: there is nobody left to answer. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** Makes a sink that sends until trouble happens. `signal` is aborted when the client is gone. */
export function createSink(options: {
  trouble: Trouble | undefined;
  signal: AbortSignal;
  send: (bytes: Uint8Array) => Promise<void>;
}): Sink {
  const { trouble, signal, send } = options;
  let sentBytes = 0;
  return {
    async write(bytes) {
      signal.throwIfAborted();
      const left = (trouble?.afterBytes ?? Number.POSITIVE_INFINITY) - sentBytes;
      const part = bytes.length > left ? bytes.subarray(0, left) : bytes;
      if (part.length > 0 || bytes.length === 0) await send(part);
      sentBytes += part.length;
      if (trouble !== undefined && sentBytes >= trouble.afterBytes) await trouble.happen();
    },
  };
}

/** The trouble that a fault makes for the connection itself: it stalls, or is dropped. */
export function connectionTrouble(
  fault: Fault | undefined,
  { drop, signal }: { drop: () => void; signal: AbortSignal },
): Trouble | undefined {
  if (fault?.stallAfterBytes !== undefined) {
    return { afterBytes: fault.stallAfterBytes, happen: () => untilAborted(signal) };
  }
  if (fault?.dropAfterBytes === undefined) return undefined;
  return {
    afterBytes: fault.dropAfterBytes,
    happen: () => {
      drop();
      return Promise.reject(new Dropped('The connection was dropped on purpose.'));
    },
  };
}

/** Waits as long as a fault asks; rejects when the client goes before. */
export async function waitForFault(fault: Fault | undefined, signal: AbortSignal): Promise<void> {
  if (fault?.delayMs !== undefined) await delay(fault.delayMs, undefined, { signal });
}

/** Never resolves; rejects with the signal's reason. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
