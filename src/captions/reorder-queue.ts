/** How an order is kept. */
export interface ReorderQueueOptions<T> {
  readonly patienceMs: number;
  /** Called once for each answer, in order; `isOvertaken` when something said later had gone ahead. */
  readonly onTurn: (answer: T, isOvertaken: boolean) => void;
}

/**
 * `live` waits for what is live and earlier; `overtaken` for what is overtaken and earlier; `given-up` for nothing, and
 * nothing waits for it.
 */
type Lane = 'live' | 'overtaken' | 'given-up';

interface Place<T> {
  readonly clipId: string;
  lane: Lane;
  answer: { readonly value: T; readonly timer: NodeJS.Timeout } | undefined;
}

/**
 * Puts the answers to one person's clips into the order of speech. An answer waits for earlier ones, but no longer than
 * `patienceMs`: then it goes ahead, and those that it waited for are overtaken. Each speaker has an order of their own.
 */
export class ReorderQueue<T> {
  readonly #options: ReorderQueueOptions<T>;
  #places: Place<T>[] = [];

  constructor(options: ReorderQueueOptions<T>) {
    this.#options = options;
  }

  /** Takes a place at the end; to be called in the order of speech. */
  expect(clipId: string): void {
    this.#places.push({ clipId, lane: 'live', answer: undefined });
  }

  isOvertaken(clipId: string): boolean {
    const place = this.#find(clipId);
    return place !== undefined && place.lane !== 'live';
  }

  /** Hands in the answer of a clip that is expected; of any other it is ignored. */
  answer(clipId: string, value: T): void {
    const place = this.#find(clipId);
    if (place === undefined || place.answer !== undefined) return;
    const timer = setTimeout(() => this.#goAhead(place), this.#options.patienceMs);
    place.answer = { value, timer };
    this.#release();
  }

  /** Expects this clip no longer: it comes to nothing. */
  drop(clipId: string): void {
    const place = this.#find(clipId);
    if (place === undefined) return;
    this.#leave(place);
    this.#release();
  }

  /** Expects nothing any more and tells of nothing that waits. */
  clear(): void {
    for (const place of [...this.#places]) this.#leave(place);
  }

  /** Lets everything that was answered go, in order, without waiting for the rest. */
  close(): void {
    for (const place of [...this.#places]) {
      this.#leave(place);
      if (place.answer !== undefined) this.#options.onTurn(place.answer.value, place.lane !== 'live');
    }
  }

  #find(clipId: string): Place<T> | undefined {
    return this.#places.find((place) => place.clipId === clipId);
  }

  #leave(place: Place<T>): void {
    clearTimeout(place.answer?.timer);
    this.#places = this.#places.filter((other) => other !== place);
  }

  #goAhead(waiting: Place<T>): void {
    for (const place of this.#places) {
      if (place === waiting) break;
      if (place.answer !== undefined || place.lane !== waiting.lane) continue;
      place.lane = place.lane === 'live' ? 'overtaken' : 'given-up';
    }
    this.#release();
  }

  #release(): void {
    const missing = new Set<Lane>();
    for (const place of [...this.#places]) {
      if (place.answer === undefined) {
        if (place.lane !== 'given-up') missing.add(place.lane);
      } else if (!missing.has(place.lane)) {
        this.#leave(place);
        this.#options.onTurn(place.answer.value, place.lane !== 'live');
      }
    }
  }
}
