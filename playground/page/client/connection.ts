import type { Action, Outcome, ServerEvent } from '../protocol.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;

/** The page's connection to its server. Connects again by itself. */
export interface Connection {
  /** Does something; resolves with the outcome's value. Rejects with an `Error` whose message people can read. */
  request(action: Action): Promise<unknown>;
  /** Sends one Opus packet of the visitor's speech; dropped while there is no connection. */
  sendPacket(packet: Uint8Array<ArrayBuffer>): void;
}

interface ConnectionHandlers {
  readonly onEvent: (event: Exclude<ServerEvent, Outcome>) => void;
  readonly onConnected: (isConnected: boolean) => void;
  readonly onFrame: (frame: Uint8Array) => void;
}

/** Opens the connection of a tab; `tab` is the tab's own key, so that it stays the same person after a reload. */
export function connect(tab: string, handlers: ConnectionHandlers): Connection {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let socket: WebSocket | undefined;
  let requests = 0;
  let retryMs = FIRST_RETRY_MS;
  const settle = (outcome: Outcome): void => {
    const waiter = waiting.get(outcome.request);
    waiting.delete(outcome.request);
    if (outcome.kind === 'done') waiter?.resolve(outcome.value);
    else waiter?.reject(new Error(outcome.problem));
  };
  const open = (): void => {
    const address = new URL(`live?tab=${encodeURIComponent(tab)}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const opening = new WebSocket(address);
    opening.binaryType = 'arraybuffer';
    opening.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      socket = opening;
      handlers.onConnected(true);
    });
    opening.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data !== 'string') return handlers.onFrame(new Uint8Array(data));
      const event = JSON.parse(data) as ServerEvent;
      if (event.kind === 'done' || event.kind === 'failed') settle(event);
      else handlers.onEvent(event);
    });
    opening.addEventListener('close', () => {
      socket = undefined;
      for (const { reject } of waiting.values()) reject(new Error('The connection to the playground was lost.'));
      waiting.clear();
      handlers.onConnected(false);
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };
  open();
  return {
    request(action) {
      if (socket === undefined) return Promise.reject(new Error('The playground isn’t connected.'));
      requests += 1;
      const request = requests;
      const outcome = new Promise((resolve, reject) => waiting.set(request, { resolve, reject }));
      socket.send(JSON.stringify({ request, ...action }));
      return outcome;
    },
    sendPacket(packet) {
      socket?.send(packet);
    },
  };
}
