/** Sends RTP packets to one port at a given pace, and times each send. */

import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { serveCalls } from '../rig/serve-calls.ts';

export interface SendOptions {
  readonly port: number;
  /** At most 65,536, so that sequence numbers are unique. */
  readonly packets: number;
  /** Between the starts of two sends; 0 for one after the other. */
  readonly spacingUs: number;
}

/** What was sent, packet by packet. */
export interface Sends {
  /** When each send began, in ms. */
  readonly beganMs: Float64Array;
  /** How long each took, in µs, with what reading the clock costs already subtracted. */
  readonly tookUs: Float64Array;
}

/** Calls that the sender accepts. */
export type SenderCalls = { send(options: SendOptions): Promise<Sends> };

/** About the size of a packet of speech, encrypted twice. */
const PACKET_BYTES = 250;
/** Version 2; payload type 120. */
const RTP_OPUS = 0x80_78;
const SEQUENCE_OFFSET = 2;
const SSRC_OFFSET = 8;
const SSRC = 1;
/** Node finishes sends in the event loop. */
const TURN_EVERY = 100;
const CLOCK_READINGS = 10_000;

async function send({ port, packets, spacingUs }: SendOptions): Promise<Sends> {
  const socket = createSocket('udp4');
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const sends = { beganMs: new Float64Array(packets), tookUs: new Float64Array(packets) };
  const clockUs = clockCostUs();
  let dueMs = performance.now();
  for (let index = 0; index < packets; index += 1) {
    if (index % TURN_EVERY === 0) await nextTurn();
    // A turn of the loop may have taken longer than the spacing: what is late is not sent in a burst.
    dueMs = Math.max(dueMs + spacingUs / 1_000, performance.now());
    while (performance.now() < dueMs);
    sendOne(socket, index, sends, clockUs);
  }
  socket.close();
  return sends;
}

function sendOne(socket: Socket, index: number, { beganMs, tookUs }: Sends, clockUs: number): void {
  const packet = Buffer.alloc(PACKET_BYTES);
  packet.writeUInt16BE(RTP_OPUS);
  packet.writeUInt16BE(index, SEQUENCE_OFFSET);
  packet.writeUInt32BE(SSRC, SSRC_OFFSET);
  const began = performance.now();
  socket.send(packet);
  tookUs[index] = (performance.now() - began) * 1_000 - clockUs;
  beganMs[index] = began;
}

function clockCostUs(): number {
  const began = performance.now();
  for (let reading = 0; reading < CLOCK_READINGS; reading += 1) performance.now();
  return ((performance.now() - began) * 1_000) / CLOCK_READINGS;
}

serveCalls({ send } satisfies SenderCalls);
