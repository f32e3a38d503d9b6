import type { Call, Calls, Message } from './calls.ts';

/** Answers the calls of the process that started this one, and ends when that is gone. */
export function serveCalls(calls: Calls): void {
  process.on('message', (call: Call) => {
    void answer(calls, call).then(tell);
  });
  process.on('disconnect', () => process.exit(0));
}

/** Tells the process that started this one of something it did not ask for. */
export function emitEvent(event: unknown): void {
  tell({ kind: 'event', event });
}

async function answer(calls: Calls, { id, name, argument }: Call): Promise<Message> {
  try {
    const handle = calls[name];
    if (handle === undefined) throw new Error(`there is no call ${name}`);
    return { kind: 'answer', id, result: await handle(argument as never) };
  } catch (error) {
    return { kind: 'failure', id, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function tell(message: Message): void {
  if (process.connected) process.send?.(message);
}
