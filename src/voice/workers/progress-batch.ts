import type { VoiceEvent } from '../voice-api.ts';

/** Longest wait of a report for others. */
const GATHER_MS = 100;

/** A report of how far a text was heard. */
export type ProgressEvent = Extract<VoiceEvent, { type: 'piece-progress' }>;

/** Gathers reports of how far texts were heard: each by itself, those of 400 sessions wake the main thread 400 times a second. */
export class ProgressBatch {
  readonly #send: (events: readonly ProgressEvent[]) => void;
  #events: ProgressEvent[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(send: (events: readonly ProgressEvent[]) => void) {
    this.#send = send;
  }

  add(event: ProgressEvent): void {
    this.#events.push(event);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MS);
  }

  /** Sends what was gathered. To be called before any other news of the same texts. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#events.length === 0) return;
    const events = this.#events;
    this.#events = [];
    this.#send(events);
  }
}
