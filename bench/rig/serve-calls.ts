import type { Call, Calls, Message } from './calls.ts';

/** Answers calls of the parent process, and exits when the parent is gone. */
export function serveCalls(calls: Calls): void {
  process.on('message', (call: Call) => {
    void answer(calls, call).then(send);
  });
  process.on('disconnect', () => process.exit(0));
}

/** Sends an event to the parent process. */
export function emitEvent(event: unknown): void {
  send({ kind: 'event', event });
}

async function answer(calls: Calls, { id, name, argument }: Call): Promise<Message> {
  try {
    const handle = calls[name];
    if (handle === undefined) throw new Error(`unknown call: ${name}`);
    return { kind: 'answer', id, result: await handle(argument as never) };
  } catch (error) {
    return { kind: 'failure', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function send(message: Message): void {
  if (process.connected) process.send?.(message);
}
