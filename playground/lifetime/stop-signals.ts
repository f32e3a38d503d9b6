import { constants } from 'node:os';

/** What ends a playground from outside: Ctrl-C before there is a prompt, a request to end, and a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof SIGNALS)[number];

/** Longest end, after which the process exits as it is: the bot has 12 s of it. */
const DEADLINE_MS = 20_000;

/** What this module uses of the process. */
export interface StoppableProcess {
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): void;
}

/** A stop that was asked for. Dispose to give the signals back to Node. */
export interface StopSignals extends Disposable {
  /** Aborts when the playground must end. */
  readonly signal: AbortSignal;
  /** Exit code that tells which signal it was, like a shell's: 128 and its number. `undefined` as long as there was none. */
  readonly exitCode: number | undefined;
  /** Asks for the same, without a signal. */
  request(): void;
}

/** Listens for signals. The first aborts `signal`; after that, the next one makes the process exit at once, and so do 20 s. */
export function listenForStop(process: StoppableProcess): StopSignals {
  const stop = new AbortController();
  let exitCode: number | undefined;
  const request = (reason: string): void => {
    if (stop.signal.aborted) return;
    stop.abort(new Error(reason));
    setTimeout(() => process.exit(exitCode ?? 1), DEADLINE_MS).unref();
  };
  const receive = (signal: StopSignal): void => {
    exitCode ??= 128 + constants.signals[signal];
    if (stop.signal.aborted) process.exit(exitCode);
    else request(`stopped by ${signal}`);
  };
  for (const signal of SIGNALS) process.on(signal, receive);
  return {
    signal: stop.signal,
    get exitCode() {
      return exitCode;
    },
    request: () => request('stopped'),
    [Symbol.dispose]() {
      for (const signal of SIGNALS) process.off(signal, receive);
    },
  };
}
