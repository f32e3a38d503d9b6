import type { HeardPacket, HeardStream, HeardUtterance, UtteranceOptions } from './person-voice-api.ts';
import { UtteranceCollector } from './utterance-collector.ts';
import { Waiters } from './waiters.ts';

/** An hour of one speaker. */
const DEFAULT_LIMIT = 180_000;
const DEFAULT_PAUSE_MS = 1_000;
/** Clients lose the first 100 to 200 ms after a pause while they set up a decoder; the longer of the two, at 48 kHz. */
const SETUP_SAMPLES = 9_600;
/**
 * After this long without a packet, a decoder must be set up again. An assumption, as no document says when clients give
 * one up: longer than a breath between two texts, and than the stalls of a busy machine.
 */
const DECODER_KEPT_MS = 500;

/** Packets that a person receives. The owner adds packets and ends it when the person leaves. */
export class HeardPackets implements HeardStream {
  readonly #packets: HeardPacket[] = [];
  readonly #limit: number;
  readonly #waiters = new Waiters();
  readonly #listeners = new Set<(packet: HeardPacket) => void>();
  /** Number of oldest packets discarded. */
  #forgotten = 0;
  #decryptFailures = 0;
  #unknownSsrc = 0;

  constructor(limit: number = DEFAULT_LIMIT) {
    this.#limit = limit;
  }

  get packets(): readonly HeardPacket[] {
    return this.#packets;
  }

  get decryptFailures(): number {
    return this.#decryptFailures;
  }

  get unknownSsrc(): number {
    return this.#unknownSsrc;
  }

  add(packet: HeardPacket): void {
    this.#packets.push(packet);
    if (this.#packets.length > this.#limit) {
      // Discards a tenth at a time: removing the first element costs as much as removing thousands.
      const count = Math.ceil(this.#limit / 10);
      this.#packets.splice(0, count);
      this.#forgotten += count;
    }
    for (const listener of this.#listeners) listener(packet);
    this.#waiters.notify();
  }

  countDecryptFailure(): void {
    this.#decryptFailures++;
  }

  countUnknownSsrc(): void {
    this.#unknownSsrc++;
  }

  end(error: Error): void {
    this.#listeners.clear();
    this.#waiters.fail(error);
  }

  mark(): number {
    return this.#forgotten + this.#packets.length;
  }

  audible(from = 0): readonly HeardPacket[] {
    const decoders = new Map<string, { readonly first: HeardPacket; usedAtMs: number }>();
    return this.#packets.filter((packet, index) => {
      const known = decoders.get(packet.userId);
      const isKept = known !== undefined && packet.receivedAtMs - known.usedAtMs <= DECODER_KEPT_MS;
      const decoder = isKept ? known : { first: packet, usedAtMs: 0 };
      decoder.usedAtMs = packet.receivedAtMs;
      decoders.set(packet.userId, decoder);
      // The difference of 32-bit clocks, which wrap.
      const isSetUp = ((packet.timestamp - decoder.first.timestamp) | 0) >= SETUP_SAMPLES;
      return isSetUp && index >= from - this.#forgotten;
    });
  }

  next(predicate: (packet: HeardPacket) => boolean, signal?: AbortSignal): Promise<HeardPacket> {
    const arrivals = this.#from(this.mark());
    return this.#waiters.until(() => arrivals().find(predicate), signal);
  }

  async utterance(userId: string, options: UtteranceOptions = {}): Promise<HeardUtterance> {
    const collector = new UtteranceCollector(options.pauseMs ?? DEFAULT_PAUSE_MS);
    const arrivals = this.#from(options.from ?? 0);
    let timer: NodeJS.Timeout | undefined;
    const attempt = (): HeardUtterance | undefined => {
      for (const packet of arrivals()) {
        if (packet.userId === userId && collector.add(packet) === 'ended-before') return collector.result(userId);
      }
      const { endsAtMs } = collector;
      if (endsAtMs === undefined) return undefined;
      const restMs = endsAtMs - performance.now();
      if (restMs <= 0) return collector.result(userId);
      clearTimeout(timer);
      timer = setTimeout(() => this.#waiters.notify(), Math.ceil(restMs));
      return undefined;
    };
    try {
      return await this.#waiters.until(attempt, options.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  listen(listener: (packet: HeardPacket) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** Returns a function that returns the packets added since its last call. */
  #from(start: number): () => readonly HeardPacket[] {
    let position = start;
    return () => {
      const fresh = this.#packets.slice(Math.max(0, position - this.#forgotten));
      position = this.mark();
      return fresh;
    };
  }
}
