import { untilAborted } from '../../async.ts';
import type { Failure } from '../voice-api.ts';
import type { TargetDelay } from './target-delay.ts';

/** Two minutes of sound. A piece is some 30 s long: this bound is for a service that never ends. */
const MAX_FRAMES = 6_000;

/** What the buffer has to offer at this moment. */
type FrameStep =
  | { readonly kind: 'frame'; readonly packet: Uint8Array }
  /** Nothing to send yet: the target delay is not reached, or the stream has stalled. */
  | { readonly kind: 'waiting' }
  /** Everything was taken; with `failure` the stream broke off here. */
  | { readonly kind: 'done'; readonly failure: Failure | undefined };

/** The 20 ms packets of one piece of text, between their arrival and their departure. */
export interface PlayoutBuffer {
  /** False when the writer should wait for `room` before it continues. */
  push(packets: readonly Uint8Array[]): boolean;
  /** No more packets follow; with `failure` because the stream broke. */
  end(failure?: Failure): void;
  /** Resolves once there is room again; rejects with the signal's reason. One caller at a time. */
  room(signal: AbortSignal): Promise<void>;
  /** What comes next, left in place until `take`. */
  peek(): FrameStep;
  /** Removes the packet that `peek` showed. */
  take(): void;
  /** The stream ran dry after it had begun. */
  readonly ranDry: boolean;
}

/** Creates an empty buffer that holds sound back until `targetDelay` is reached, at the start and after every stall. */
export function createPlayoutBuffer(targetDelay: TargetDelay): PlayoutBuffer {
  return new PacketQueue(targetDelay);
}

class PacketQueue implements PlayoutBuffer {
  readonly #targetDelay: TargetDelay;
  readonly #packets: Uint8Array[] = [];
  /** Packets before this index were taken: moving an index is cheaper than moving the array. */
  #head = 0;
  #flowing = false;
  #ranDry = false;
  #end: { readonly failure: Failure | undefined } | undefined;
  #onRoom: (() => void) | undefined;

  constructor(targetDelay: TargetDelay) {
    this.#targetDelay = targetDelay;
  }

  get ranDry(): boolean {
    return this.#ranDry;
  }

  get #size(): number {
    return this.#packets.length - this.#head;
  }

  push(packets: readonly Uint8Array[]): boolean {
    for (const packet of packets) this.#packets.push(packet);
    return this.#size < MAX_FRAMES;
  }

  end(failure?: Failure): void {
    this.#end ??= { failure };
  }

  room(signal: AbortSignal): Promise<void> {
    if (this.#size < MAX_FRAMES) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onRoom = resolve;
    return untilAborted(promise, signal);
  }

  peek(): FrameStep {
    if (this.#size === 0) {
      if (this.#end !== undefined) return { kind: 'done', failure: this.#end.failure };
      if (this.#flowing) this.#runDry();
      return { kind: 'waiting' };
    }
    if (this.#end === undefined && !this.#flowing && this.#size < this.#targetDelay.frames) return { kind: 'waiting' };
    this.#flowing = true;
    return { kind: 'frame', packet: this.#packets[this.#head] as Uint8Array };
  }

  take(): void {
    this.#head += 1;
    if (this.#head * 2 > this.#packets.length) {
      this.#packets.splice(0, this.#head);
      this.#head = 0;
    }
    if (this.#size < MAX_FRAMES) this.#onRoom?.();
  }

  #runDry(): void {
    this.#flowing = false;
    this.#ranDry = true;
    this.#targetDelay.grow();
  }
}
