import type { Sink } from './faulty-sink.ts';
import type { Pacing } from './local-speech-api.ts';

/** The real service's pacing: `balanced` has its first audio after about 300 ms; third parties measured the rest. */
const MEASURED: Pacing = { firstAudioMs: 300, firstChunkMs: 120, pauseMs: 350, speed: 3 };

/** Header of a request that is answered at once, for whoever prepares speech without the bot; its value is `off`. */
export const PACING_HEADER = 'x-playground-pacing';

/** A sink that knows how much sound its bytes hold. */
export interface PacedSink {
  /** The text has arrived: the wait for the first audio begins. Only the first call counts. */
  begin(): void;
  /** Resolves once the bytes are sent, `durationMs` of sound. Rejects like the sink, also while it waits. */
  write(bytes: Uint8Array, durationMs: number): Promise<void>;
}

/** The whole pacing that an option asks for; `undefined` for none. */
export function toPacing(option: Partial<Pacing> | false | undefined): Pacing | undefined {
  return option === undefined || option === false ? undefined : { ...MEASURED, ...option };
}

/** Creates a sink that sends the same bytes later. Without `pacing` it sends at once. `signal` ends its waits. */
export function createPacedSink(
  sink: Sink,
  { pacing, signal }: { readonly pacing: Pacing | undefined; readonly signal: AbortSignal },
): PacedSink {
  if (pacing === undefined) return { begin: () => undefined, write: (bytes) => sink.write(bytes) };
  return new Pacer(sink, pacing, signal);
}

class Pacer implements PacedSink {
  readonly #sink: Sink;
  readonly #pacing: Pacing;
  readonly #signal: AbortSignal;
  #beganAtMs: number | undefined;
  #soundMs = 0;
  /** When the pause after the first chunk is over. */
  #resumesAtMs: number | undefined;

  constructor(sink: Sink, pacing: Pacing, signal: AbortSignal) {
    this.#sink = sink;
    this.#pacing = pacing;
    this.#signal = signal;
  }

  begin(): void {
    this.#beganAtMs ??= performance.now();
  }

  async write(bytes: Uint8Array, durationMs: number): Promise<void> {
    if (bytes.length === 0) return await this.#sink.write(bytes);
    const missingMs = this.#pacing.firstChunkMs - this.#soundMs;
    const isWithin = durationMs === 0 || durationMs < missingMs;
    if (this.#resumesAtMs !== undefined || isWithin) return await this.#send(bytes, durationMs);
    const length = Math.ceil((bytes.length * missingMs) / durationMs);
    await this.#send(bytes.subarray(0, length), missingMs);
    this.#resumesAtMs = performance.now() + this.#pacing.pauseMs;
    if (length < bytes.length) await this.#send(bytes.subarray(length), durationMs - missingMs);
  }

  /** Sends what is due when its first byte is: a long cut arrives early rather than late. */
  async #send(bytes: Uint8Array, durationMs: number): Promise<void> {
    await this.#until(this.#dueMs());
    this.#soundMs += durationMs;
    await this.#sink.write(bytes);
  }

  #dueMs(): number {
    const { firstAudioMs, firstChunkMs, speed } = this.#pacing;
    if (this.#resumesAtMs !== undefined) return this.#resumesAtMs + (this.#soundMs - firstChunkMs) / speed;
    this.begin();
    return (this.#beganAtMs ?? 0) + firstAudioMs;
  }

  async #until(timeMs: number): Promise<void> {
    const waitMs = timeMs - performance.now();
    if (waitMs <= 0) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => reject(this.#signal.reason as Error);
    this.#signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(resolve, waitMs);
    try {
      this.#signal.throwIfAborted();
      await promise;
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
    }
  }
}
