import type { Action, FailureReason, Outcome, ServerEvent } from '../protocol.ts';
import type { News } from './news.ts';

const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 10_000;

/** The page's connection to its server. Connects again by itself. */
export interface Connection {
  /** Does something; resolves with the outcome's value. Rejects with an `Error` whose message people can read. */
  request(action: Action): Promise<unknown>;
  /** Sends one Opus packet of the visitor's speech; dropped while there is no connection. */
  sendPacket(packet: Uint8Array<ArrayBuffer>): void;
  /** Listens to the frames that the visitor hears, see `voice-frames.ts`. Returns a function that removes the listener. */
  listenToFrames(listener: (frame: Uint8Array) => void): () => void;
}

/** What people read when a request fails. What Discord refuses says why itself. */
interface ConnectionProblems {
  /** It can't be sent. */
  readonly disconnected: string;
  /** Its connection was lost before the answer. */
  readonly connectionLost: string;
  readonly failures: Readonly<Record<Exclude<FailureReason, 'refused'>, string>>;
}

export interface ConnectionHandlers {
  readonly onNews: (news: News) => void;
  readonly onConnected: (isConnected: boolean) => void;
  /** The tab's own key, read at every attempt. */
  readonly tab: () => string;
  /** The languages that the visitor wants, the best first; read at every attempt. */
  readonly languages: () => readonly string[];
  readonly problems: () => ConnectionProblems;
}

/** Opens the connection of a tab. */
export function connect(handlers: ConnectionHandlers): Connection {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const frameListeners = new Set<(frame: Uint8Array) => void>();
  let socket: WebSocket | undefined;
  let requests = 0;
  let retryMs = FIRST_RETRY_MS;
  const settle = (outcome: Outcome): void => {
    const waiter = waiting.get(outcome.request);
    waiting.delete(outcome.request);
    if (outcome.kind === 'done') waiter?.resolve(outcome.value);
    else waiter?.reject(new Error(describe(outcome, handlers.problems())));
  };
  const receive = ({ data }: MessageEvent<string | ArrayBuffer>): void => {
    if (typeof data !== 'string') {
      for (const listener of frameListeners) listener(new Uint8Array(data));
      return;
    }
    const event = JSON.parse(data) as ServerEvent;
    if (event.kind === 'done' || event.kind === 'failed') settle(event);
    else handlers.onNews(event);
  };
  const open = (): void => {
    const asked = new URLSearchParams({ tab: handlers.tab(), languages: handlers.languages().join(',') });
    const address = new URL(`live?${asked}`, location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const opening = new WebSocket(address);
    opening.binaryType = 'arraybuffer';
    opening.addEventListener('open', () => {
      retryMs = FIRST_RETRY_MS;
      socket = opening;
      handlers.onConnected(true);
    });
    opening.addEventListener('message', receive);
    opening.addEventListener('close', () => {
      socket = undefined;
      for (const { reject } of waiting.values()) reject(new Error(handlers.problems().connectionLost));
      waiting.clear();
      handlers.onConnected(false);
      setTimeout(open, retryMs);
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    });
  };
  open();
  return {
    request(action) {
      if (socket === undefined) return Promise.reject(new Error(handlers.problems().disconnected));
      requests += 1;
      const request = requests;
      const outcome = new Promise((resolve, reject) => waiting.set(request, { resolve, reject }));
      socket.send(JSON.stringify({ request, ...action }));
      return outcome;
    },
    sendPacket(packet) {
      socket?.send(packet);
    },
    listenToFrames(listener) {
      frameListeners.add(listener);
      return () => frameListeners.delete(listener);
    },
  };
}

function describe({ reason, problem }: Extract<Outcome, { kind: 'failed' }>, { failures }: ConnectionProblems): string {
  return reason === 'refused' ? problem : failures[reason];
}
