import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Calls, Message } from './calls.ts';

/** A process of the rig. Disposing of it ends the process, by force after five seconds. */
export interface RigProcess<C extends Calls> extends AsyncDisposable {
  readonly pid: number;
  /** Rejects with the error thrown there, or if the process ends first. */
  call<Name extends keyof C & string>(
    name: Name,
    ...argument: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>>;
}

export interface RigProcessOptions {
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly arguments?: readonly string[];
  /** Arguments for Node itself. */
  readonly nodeArguments?: readonly string[];
  readonly onEvent?: (event: unknown) => void;
}

const EXIT_DEADLINE_MS = 5_000;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Starts a program that calls `serveCalls`. */
export function startRigProcess<C extends Calls>(program: URL, options: RigProcessOptions = {}): RigProcess<C> {
  const child = fork(fileURLToPath(program), [...(options.arguments ?? [])], {
    env: { ...process.env, ...options.environment },
    execArgv: [...(options.nodeArguments ?? [])],
    serialization: 'advanced',
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let ended: Error | undefined;
  child.on('message', (message: Message) => {
    if (message.kind === 'event') {
      options.onEvent?.(message.event);
      return;
    }
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.kind === 'answer') call?.resolve(message.result);
    else call?.reject(new Error(message.message));
  });
  child.once('exit', (code, signal) => {
    ended = new Error(`${program.pathname.split('/').at(-1)} ended (${signal ?? code})`);
    for (const call of waiting.values()) call.reject(ended);
  });
  return {
    pid: child.pid ?? 0,
    call: (name, ...[argument]) =>
      new Promise((resolve, reject) => {
        if (ended !== undefined) throw ended;
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        child.send({ id: lastId, name, argument });
      }),
    [Symbol.asyncDispose]: async () => {
      if (ended !== undefined) return;
      const exit = once(child, 'exit');
      const force = setTimeout(() => child.kill('SIGKILL'), EXIT_DEADLINE_MS);
      child.disconnect();
      await exit;
      clearTimeout(force);
    },
  };
}
