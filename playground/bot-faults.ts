import type { ChildProcess } from 'node:child_process';

/** A fault that the bot's process is to have; `process-faults.mjs`, loaded into it, lets it happen. */
type ProcessFault =
  | { readonly fault: 'end-threads' | 'end-converting' | 'hang' | 'exhaust' | 'throw' }
  | { readonly fault: 'shift-clock'; readonly byMs: number }
  | { readonly fault: 'fail-names'; readonly names: readonly string[] };

/**
 * Faults of the bot's process. Each resolves once it has begun, and rejects when the process ends before. They hit the
 * threads that run then; the clock also those that start later.
 */
export interface BotFaults {
  /** Ends every voice thread, wherever it is. */
  endVoiceThreads(): Promise<void>;
  /** Ends every voice thread as soon as one is in the middle of converting sound; resolves then. */
  endConvertingVoiceThreads(): Promise<void>;
  /** Every voice thread hangs from now on, until it is ended. */
  hangVoiceThreads(): Promise<void>;
  /** Every voice thread takes memory until it has none left. */
  exhaustVoiceThreads(): Promise<void>;
  /** Every voice thread throws an exception that nothing catches. */
  throwInVoiceThreads(): Promise<void>;
  /** Sets the wall clock this much ahead of the machine's, or behind; 0 sets it right. Monotonic clocks are not touched. */
  shiftClock(byMs: number): Promise<void>;
  /** These names can't be looked up (ENOTFOUND) until another call leaves them out. */
  failNames(names: readonly string[]): Promise<void>;
}

/** Creates the faults of a process that was started with an IPC channel and `process-faults.mjs` as its preload. */
export function createBotFaults(child: ChildProcess): BotFaults {
  const open = new Map<number, PromiseWithResolvers<void>>();
  let lastId = 0;
  child.on('message', (answer) => {
    const { id, error } = answer as { readonly id: number; readonly error?: string };
    const waiting = open.get(id);
    open.delete(id);
    if (error === undefined) waiting?.resolve();
    else waiting?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const { reject } of open.values()) reject(new Error('The bot ended.'));
    open.clear();
  });
  const happen = (fault: ProcessFault): Promise<void> => {
    lastId += 1;
    const waiting = Promise.withResolvers<void>();
    open.set(lastId, waiting);
    child.send({ id: lastId, ...fault }, (error) => error !== null && waiting.reject(error));
    return waiting.promise;
  };
  return {
    endVoiceThreads: () => happen({ fault: 'end-threads' }),
    endConvertingVoiceThreads: () => happen({ fault: 'end-converting' }),
    hangVoiceThreads: () => happen({ fault: 'hang' }),
    exhaustVoiceThreads: () => happen({ fault: 'exhaust' }),
    throwInVoiceThreads: () => happen({ fault: 'throw' }),
    shiftClock: (byMs) => happen({ fault: 'shift-clock', byMs }),
    failNames: (names) => happen({ fault: 'fail-names', names }),
  };
}
