import type { Failure } from '../voice-api.ts';
import type { TargetDelay } from './target-delay.ts';

/** Two minutes of sound. A piece is some 30 s long: this holds only against a service that never ends. */
const MAX_FRAMES = 6_000;

/** What a listener of the buffer gets at this moment. */
type FrameStep =
  | { readonly kind: 'frame'; readonly packet: Uint8Array }
  /** Nothing to send yet: the cushion is not full, or the stream has stalled. */
  | { readonly kind: 'waiting' }
  /** All is taken; with `failure` the stream broke off here. */
  | { readonly kind: 'done'; readonly failure: Failure | undefined };

/** The 20 ms packets of one piece of text between their coming and their leaving. */
export interface PlayoutBuffer {
  /** False when the writer should wait for `room` before it reads on. */
  push(packets: readonly Uint8Array[]): boolean;
  /** No more will come; with `failure` because the stream broke. */
  end(failure?: Failure): void;
  /** Resolves once there is room again; rejects with the signal's reason. One caller at a time. */
  room(signal: AbortSignal): Promise<void>;
  /** What comes next, left in place until `take`. */
  peek(): FrameStep;
  /** Removes the packet that `peek` showed. */
  take(): void;
  /** Whether the stream ran dry after it had begun. */
  readonly ranDry: boolean;
}

/** Makes an empty buffer that holds sound back until `cushion` is full, at the start and after every stall. */
export function createPlayoutBuffer(cushion: TargetDelay): PlayoutBuffer {
  return new PacketQueue(cushion);
}

class PacketQueue implements PlayoutBuffer {
  readonly #cushion: TargetDelay;
  readonly #packets: Uint8Array[] = [];
  /** Packets before this index were taken: moving an index is cheaper than moving the array. */
  #head = 0;
  #flowing = false;
  #ranDry = false;
  #end: { readonly failure: Failure | undefined } | undefined;
  #onRoom: (() => void) | undefined;

  constructor(cushion: TargetDelay) {
    this.#cushion = cushion;
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
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    this.#onRoom = resolve;
    return promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  peek(): FrameStep {
    if (this.#size === 0) {
      if (this.#end !== undefined) return { kind: 'done', failure: this.#end.failure };
      if (this.#flowing) this.#runDry();
      return { kind: 'waiting' };
    }
    if (this.#end === undefined && !this.#flowing && this.#size < this.#cushion.frames) return { kind: 'waiting' };
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
    this.#cushion.grow();
  }
}
