import { randomBytes } from 'node:crypto';
import { GatewayIntentBits, GatewayOpcodes } from 'discord-api-types/v10';
import type { WebSocket } from 'ws';
import type { DispatchEvent, Payload } from './payloads.ts';
import { shardOf } from './snowflake.ts';

/** Events that are kept for a resume; a session that missed more than these cannot be resumed. */
const REPLAYED_EVENTS = 10_000;

interface Dispatch {
  readonly op: GatewayOpcodes.Dispatch;
  readonly s: number;
  readonly t: string;
  readonly d: Payload;
}

/** A gateway session of one of the bot's shards: its numbering, its intents, and the events it missed while disconnected. */
export class GatewaySession {
  readonly id: string = randomBytes(16).toString('hex');
  readonly shardId: number;
  readonly shardCount: number;
  readonly intents: number;
  readonly #events: Dispatch[] = [];
  #sequence = 0;
  #socket: WebSocket | undefined;
  #acknowledgesHeartbeats = true;
  /** Nothing reaches the client any more, and nothing of it is read. */
  #isHalfOpen = false;

  constructor(options: { shard: readonly [number, number]; intents: number; socket: WebSocket }) {
    [this.shardId, this.shardCount] = options.shard;
    this.intents = options.intents;
    this.#socket = options.socket;
  }

  get socket(): WebSocket | undefined {
    return this.#socket;
  }

  /** False while the client has no socket, and once the path to it is broken: its end may never be learned. */
  get isConnected(): boolean {
    return this.#socket !== undefined && !this.#isHalfOpen;
  }

  /** False once `ignoreHeartbeats` was called, until the session is resumed. */
  get acknowledgesHeartbeats(): boolean {
    return this.#acknowledgesHeartbeats;
  }

  /** From now on heartbeats on this socket are not acknowledged. */
  ignoreHeartbeats(): void {
    this.#acknowledgesHeartbeats = false;
  }

  /** The path to the client breaks, and neither end learns it: events are kept, and not even a close is answered. */
  halfOpen(): void {
    this.#isHalfOpen = true;
    this.#socket?.pause();
  }

  /** Sends a message that is no event. */
  sendOp(op: GatewayOpcodes, data: unknown = null): void {
    if (!this.#isHalfOpen) this.#socket?.send(JSON.stringify({ op, d: data, s: null, t: null }));
  }

  /** True if the session's shard receives events of this guild; events without a guild go to shard 0. */
  covers(guildId: string | undefined): boolean {
    return this.shardId === (guildId === undefined ? 0 : shardOf(guildId, this.shardCount));
  }

  /** Sends an event if shard and intents allow it, or keeps it until the session is resumed. */
  offer(event: DispatchEvent): void {
    if (!this.covers(event.guildId)) return;
    if (event.intent !== undefined && (this.intents & event.intent) === 0) return;
    const mayReadContent = (this.intents & GatewayIntentBits.MessageContent) !== 0;
    this.send(event.name, event.data(mayReadContent));
  }

  /** Sends an event regardless of intents. */
  send(name: string, data: Payload): void {
    this.#sequence += 1;
    const dispatch: Dispatch = { op: GatewayOpcodes.Dispatch, s: this.#sequence, t: name, d: data };
    this.#events.push(dispatch);
    if (this.#events.length > REPLAYED_EVENTS) this.#events.shift();
    if (!this.#isHalfOpen) this.#socket?.send(JSON.stringify(dispatch));
  }

  /** The socket is closed; from now on events are kept. */
  detach(): void {
    this.#socket = undefined;
  }

  /** Continues on another socket after event `sequence`; false if that is not possible. */
  resume(socket: WebSocket, sequence: number): boolean {
    const first = this.#events[0]?.s ?? this.#sequence + 1;
    if (sequence > this.#sequence || sequence < first - 1) return false;
    if (this.#isHalfOpen) this.#socket?.terminate();
    this.#socket = socket;
    this.#isHalfOpen = false;
    this.#acknowledgesHeartbeats = true;
    for (const event of this.#events) if (event.s > sequence) socket.send(JSON.stringify(event));
    this.send('RESUMED', {});
    return true;
  }
}
