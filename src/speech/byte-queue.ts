/** The limit of a queue and its callbacks. */
export interface ByteQueueOptions {
  /** The queue calls `onFull` when it holds more than this, and `onDrained` when at most half of it is left. */
  readonly highWaterBytes: number;
  readonly onFull: () => void;
  readonly onDrained: () => void;
  /** The consumer stopped before the end. */
  readonly onAbandoned: () => void;
}

type End = { readonly kind: 'open' | 'ended' } | { readonly kind: 'failed'; readonly reason: unknown };

/** Passes chunks from one producer to one consumer; a waiting consumer receives a chunk in the tick it is pushed. */
export class ByteQueue implements AsyncIterableIterator<Uint8Array, undefined, undefined> {
  readonly #options: ByteQueueOptions;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #full = false;
  #end: End = { kind: 'open' };
  #waiting: PromiseWithResolvers<IteratorResult<Uint8Array, undefined>> | undefined;

  constructor(options: ByteQueueOptions) {
    this.#options = options;
  }

  /** Adds a chunk. Ignored after the end. */
  push(chunk: Uint8Array): void {
    if (this.#end.kind !== 'open') return;
    if (this.#waiting !== undefined) {
      this.#waiting.resolve({ done: false, value: chunk });
      this.#waiting = undefined;
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#full || this.#bytes <= this.#options.highWaterBytes) return;
    this.#full = true;
    this.#options.onFull();
  }

  /** Ends the queue. The consumer first receives what is left. */
  end(): void {
    if (this.#end.kind !== 'open') return;
    this.#end = { kind: 'ended' };
    this.#waiting?.resolve({ done: true, value: undefined });
    this.#waiting = undefined;
  }

  /** Fails the queue. The consumer first receives what is left. */
  fail(reason: unknown): void {
    if (this.#end.kind !== 'open') return;
    this.#end = { kind: 'failed', reason };
    if (this.#waiting === undefined) return;
    this.#waiting.reject(reason);
    this.#waiting = undefined;
    this.#end = { kind: 'ended' };
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#bytes -= chunk.length;
      if (this.#full && this.#bytes <= this.#options.highWaterBytes / 2) {
        this.#full = false;
        this.#options.onDrained();
      }
      return { done: false, value: chunk };
    }
    const end = this.#end;
    if (end.kind === 'failed') {
      this.#end = { kind: 'ended' };
      throw end.reason;
    }
    if (end.kind === 'ended') return { done: true, value: undefined };
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.end();
    this.#options.onAbandoned();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
