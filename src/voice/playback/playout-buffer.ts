import { untilAborted } from '../../concurrency/async.ts';
import type { Failure } from '../voice-api.ts';
import { FRAME_MS } from './pacer.ts';
import { PackedPackets } from './packed-packets.ts';
import type { PacketMemory } from './packet-memory.ts';
import type { StreamStart } from './start-delay.ts';
import type { TargetDelay } from './target-delay.ts';

/** Two minutes of sound. A piece is some 30 s long: this bound is for a service that never ends. */
const MAX_FRAMES = 6_000;

/** What the buffer has to offer at this moment. */
type FrameStep =
  | { readonly kind: 'frame'; readonly packet: Uint8Array }
  /** Nothing to send yet. With `forMs`, it is time after that even if nothing more arrives. */
  | { readonly kind: 'waiting'; readonly forMs?: number }
  /** Everything was taken; with `failure` the stream broke off here. */
  | { readonly kind: 'done'; readonly failure: Failure | undefined };

/** The 20 ms packets of one piece of text, between their arrival and their departure. */
export interface PlayoutBuffer {
  /** False when the writer should wait for `room` before it continues. `isRestarted`: the service has begun again. */
  push(packets: readonly Uint8Array[], isRestarted?: boolean): boolean;
  /** No more packets follow; with `failure` because the stream broke. */
  end(failure?: Failure): void;
  /** Resolves once there is room again; rejects with the signal's reason. One caller at a time. */
  room(signal: AbortSignal): Promise<void>;
  /** What comes next, left in place until `take`. */
  peek(): FrameStep;
  /** The packet after that many others, if no pause comes before it. Unlike `peek`, looking for it changes nothing. */
  peekAt(index: number): Uint8Array | undefined;
  /** Removes the packet that `peek` showed. */
  take(): void;
  /** The stream ran dry after it had begun. */
  readonly ranDry: boolean;
}

/** Creates an empty buffer that holds sound back: before its first as `start` says, after every stall by `targetDelay`. */
export function createPlayoutBuffer(start: StreamStart, targetDelay: TargetDelay, memory: PacketMemory): PlayoutBuffer {
  return new PacketQueue(start, targetDelay, memory);
}

class PacketQueue implements PlayoutBuffer {
  readonly #start: StreamStart;
  readonly #targetDelay: TargetDelay;
  readonly #packets: PackedPackets;
  #flowing = false;
  #ranDry = false;
  #end: { readonly failure: Failure | undefined } | undefined;
  #onRoom: (() => void) | undefined;

  constructor(start: StreamStart, targetDelay: TargetDelay, memory: PacketMemory) {
    this.#packets = new PackedPackets(memory);
    this.#start = start;
    this.#targetDelay = targetDelay;
  }

  get ranDry(): boolean {
    return this.#ranDry;
  }

  push(packets: readonly Uint8Array[], isRestarted = false): boolean {
    if (isRestarted) this.#start.disturbed();
    this.#start.arrived(packets.length * FRAME_MS);
    for (const packet of packets) this.#packets.push(packet);
    const hasRoom = this.#packets.length < MAX_FRAMES;
    if (!hasRoom) this.#start.disturbed();
    return hasRoom;
  }

  end(failure?: Failure): void {
    if (this.#end === undefined && failure === undefined) this.#start.ended();
    this.#end ??= { failure };
  }

  room(signal: AbortSignal): Promise<void> {
    if (this.#packets.length < MAX_FRAMES) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onRoom = resolve;
    return untilAborted(promise, signal);
  }

  peek(): FrameStep {
    const packet = this.#packets.first;
    if (packet === undefined) {
      if (this.#end !== undefined) return { kind: 'done', failure: this.#end.failure };
      if (this.#flowing) this.#runDry();
      return { kind: 'waiting' };
    }
    if (this.#end === undefined && !this.#flowing) {
      const waiting = this.#ranDry ? this.#waitAfterStall() : this.#waitAtStart();
      if (waiting !== undefined) return waiting;
    }
    this.#flowing = true;
    return { kind: 'frame', packet };
  }

  peekAt(index: number): Uint8Array | undefined {
    return this.#flowing ? this.#packets.at(index) : undefined;
  }

  take(): void {
    this.#packets.shift();
    if (this.#packets.length < MAX_FRAMES) this.#onRoom?.();
  }

  #waitAtStart(): FrameStep | undefined {
    const forMs = this.#start.waitMs(this.#packets.length * FRAME_MS);
    return forMs > 0 ? { kind: 'waiting', forMs } : undefined;
  }

  #waitAfterStall(): FrameStep | undefined {
    return this.#packets.length < this.#targetDelay.frames ? { kind: 'waiting' } : undefined;
  }

  #runDry(): void {
    this.#flowing = false;
    this.#ranDry = true;
    this.#targetDelay.grow();
  }
}
