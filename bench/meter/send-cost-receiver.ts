/** Receives on one port: in a callback of this process, which sleeps until a packet wakes it, or by udp-drain. */

import { setTimeout as delay } from 'node:timers/promises';
import { bindUdpSocket } from '@mynah/local-discord/voice/udp-socket';
import { serveCalls } from '../rig/serve-calls.ts';
import type { Meter } from './meters.ts';
import { listOwnUdpSockets } from './own-udp-sockets.ts';
import { type Drain, startDrain } from './udp-drain.ts';

/** What arrived. */
export interface Arrivals {
  /** In the order of arrival, in ms since any moment. */
  readonly times: Float64Array;
  readonly dropped: number;
}

/** Calls that the receiver accepts. */
export type ReceiverCalls = {
  /** Resolves with the port. */
  open(): Promise<number>;
  /** Starts to receive; `program` is the built udp-drain. */
  begin(options: { readonly meter: Meter; readonly packets: number; readonly program: string }): Promise<void>;
  end(): Promise<Arrivals>;
};

/** For the last callbacks. */
const SETTLE_MS = 50;

const times: number[] = [];
let drain: Drain | undefined;
let dropsBefore = 0;

const calls: ReceiverCalls = {
  open: async () => {
    const socket = await bindUdpSocket('127.0.0.1');
    socket.on('message', () => void times.push(performance.now()));
    return socket.address().port;
  },
  begin: async ({ meter, packets, program }) => {
    times.length = 0;
    dropsBefore = drops();
    if (meter === 'callback') return;
    const sockets = listOwnUdpSockets().map(({ fd }) => fd);
    drain = await startDrain({ program, sockets, capacity: packets });
  },
  end: async () => {
    await delay(SETTLE_MS);
    if (drain === undefined) return { times: Float64Array.from(times), dropped: drops() - dropsBefore };
    const { notes, dropped } = await drain.finish();
    drain = undefined;
    return { times: notes.times, dropped };
  },
};

function drops(): number {
  return listOwnUdpSockets().reduce((sum, socket) => sum + socket.drops, 0);
}

serveCalls(calls);
