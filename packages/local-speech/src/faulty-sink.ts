import { setTimeout as delay } from 'node:timers/promises';
import type { Fault } from './local-speech-api.ts';

const PORTIONS_PER_SECOND = 10;

/** A deliberate silence or failure in the middle of a response. */
export interface Interruption {
  /** Bytes of the response that are sent before it. */
  readonly afterBytes: number;
  /** Resolves when the response continues. */
  readonly happen: () => Promise<void>;
}

/** Takes the bytes of a response. */
export interface Sink {
  /** Resolves once the bytes are sent. Rejects when the client disconnects, or at the interruption. */
  write(bytes: Uint8Array): Promise<void>;
}

/** A write failed because the connection was dropped on purpose: nothing can be sent any more. */
export class Dropped extends Error {
  override readonly name = 'Dropped';
}

/** Creates a sink that sends up to the interruption, and what follows if that ends. `signal` must abort when the client disconnects. */
export function createSink(options: {
  interruption: Interruption | undefined;
  signal: AbortSignal;
  send: (bytes: Uint8Array) => Promise<void>;
  /** At most so fast; default: at once. */
  bytesPerSecond?: number | undefined;
}): Sink {
  const { signal, bytesPerSecond } = options;
  const send = bytesPerSecond === undefined ? options.send : slowly(options.send, bytesPerSecond, signal);
  let due = options.interruption;
  let sentBytes = 0;
  const write = async (bytes: Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    const part = due === undefined ? bytes : bytes.subarray(0, due.afterBytes - sentBytes);
    if (part.length > 0 || bytes.length === 0) await send(part);
    sentBytes += part.length;
    if (due === undefined || sentBytes < due.afterBytes) return;
    const { happen } = due;
    due = undefined;
    await happen();
    if (part.length < bytes.length) await write(bytes.subarray(part.length));
  };
  return { write };
}

/** The same, in portions of a tenth of a second. */
function slowly(
  send: (bytes: Uint8Array) => Promise<void>,
  bytesPerSecond: number,
  signal: AbortSignal,
): (bytes: Uint8Array) => Promise<void> {
  const portion = Math.ceil(bytesPerSecond / PORTIONS_PER_SECOND);
  return async (bytes) => {
    if (bytes.length === 0) await send(bytes);
    for (let start = 0; start < bytes.length; start += portion) {
      const part = bytes.slice(start, start + portion);
      await delay((part.length / bytesPerSecond) * 1_000, undefined, { signal });
      await send(part);
    }
  };
}

/** The interruption of the connection itself that a fault asks for: it is silent for a while or for good, or is dropped. */
export function connectionInterruption(
  fault: Fault | undefined,
  { drop, signal }: { drop: () => void; signal: AbortSignal },
): Interruption | undefined {
  const { silenceMs, afterBytes = 0 } = fault ?? {};
  if (silenceMs !== undefined) return { afterBytes, happen: () => delay(silenceMs, undefined, { signal }) };
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

/** Waits for a fault's delay; rejects when the client disconnects first. */
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
