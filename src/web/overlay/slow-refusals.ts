import type { ServerResponse } from 'node:http';
import { strangerOf } from '../connections.ts';
import type { RefusalPage } from './refusal-page.ts';

/** About a second, so that trying addresses takes long and waiting people hardly notice. */
const LEAST_MS = 800;
const MOST_MS = 1_200;

/** Most refusals that wait at a time; beyond them the connection is cut at once, without an answer. */
const MAX_WAITING = 200;
/** Of one address of the internet. */
const MAX_WAITING_BY_ADDRESS = 20;

/** Refuses requests for secret addresses that are none: slowly, and all alike. */
export interface SlowRefusals {
  /** Requests that wait for their refusal. */
  readonly waiting: number;
  refuse(response: ServerResponse, page: RefusalPage): void;
}

/** Creates the refusals of one server. */
export function createSlowRefusals(random: () => number = Math.random): SlowRefusals {
  let waiting = 0;
  const byStranger = new Map<string, number>();
  return {
    get waiting() {
      return waiting;
    },
    refuse: (response, { headers, body }) => {
      // Nobody waits: they left while the address was looked up, and `close` will not come again.
      if (response.destroyed) return;
      const stranger = strangerOf(response.socket?.remoteAddress);
      const ofStranger = stranger === undefined ? 0 : (byStranger.get(stranger) ?? 0);
      if (waiting >= MAX_WAITING || ofStranger >= MAX_WAITING_BY_ADDRESS) {
        response.destroy();
        return;
      }
      waiting += 1;
      if (stranger !== undefined) byStranger.set(stranger, ofStranger + 1);
      // At random, so that nobody can tell how long the look-up took.
      // Node leaves the body out of an answer to HEAD.
      const send = (): void => void response.writeHead(404, headers).end(body);
      const timer = setTimeout(send, LEAST_MS + random() * (MOST_MS - LEAST_MS));
      response.once('close', () => {
        clearTimeout(timer);
        waiting -= 1;
        if (stranger === undefined) return;
        const left = (byStranger.get(stranger) ?? 0) - 1;
        if (left > 0) byStranger.set(stranger, left);
        else byStranger.delete(stranger);
      });
    },
  };
}
