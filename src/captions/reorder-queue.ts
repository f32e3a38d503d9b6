/** How a queue reorders. */
export interface ReorderQueueOptions<T> {
  readonly patienceMs: number;
  /** Called once for each answer, in order. `isOvertaken`: something said later was released before it. */
  readonly onRelease: (answer: T, isOvertaken: boolean) => void;
}

/**
 * `live` waits for earlier live places; `overtaken` for earlier overtaken places; `given-up` for none, and none waits for
 * it.
 */
type Lane = 'live' | 'overtaken' | 'given-up';

interface Place<T> {
  readonly clipId: string;
  lane: Lane;
  answer: { readonly value: T; readonly timer: NodeJS.Timeout } | undefined;
}

/**
 * Puts the answers to one person's clips into the order of speech. An answer waits for earlier ones, but no longer than
 * `patienceMs`: then it is released, and those it waited for are overtaken.
 */
export class ReorderQueue<T> {
  readonly #options: ReorderQueueOptions<T>;
  #places: Place<T>[] = [];

  constructor(options: ReorderQueueOptions<T>) {
    this.#options = options;
  }

  /** Adds a place at the end. Call it in the order of speech. */
  expect(clipId: string): void {
    this.#places.push({ clipId, lane: 'live', answer: undefined });
  }

  isOvertaken(clipId: string): boolean {
    const place = this.#find(clipId);
    return place !== undefined && place.lane !== 'live';
  }

  /** Sets the answer of an expected clip. Ignores other clips. */
  answer(clipId: string, value: T): void {
    const place = this.#find(clipId);
    if (place === undefined || place.answer !== undefined) return;
    const timer = setTimeout(() => this.#overtake(place), this.#options.patienceMs);
    place.answer = { value, timer };
    this.#release();
  }

  /** Removes a clip that has no answer. */
  drop(clipId: string): void {
    const place = this.#find(clipId);
    if (place === undefined) return;
    this.#remove(place);
    this.#release();
  }

  /** Removes all places without releasing their answers. */
  clear(): void {
    for (const place of [...this.#places]) this.#remove(place);
  }

  /** Releases all answers in order, without waiting for the missing ones. */
  close(): void {
    for (const place of [...this.#places]) {
      this.#remove(place);
      if (place.answer !== undefined) this.#options.onRelease(place.answer.value, place.lane !== 'live');
    }
  }

  #find(clipId: string): Place<T> | undefined {
    return this.#places.find((place) => place.clipId === clipId);
  }

  #remove(place: Place<T>): void {
    clearTimeout(place.answer?.timer);
    this.#places = this.#places.filter((other) => other !== place);
  }

  #overtake(waiting: Place<T>): void {
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
        this.#remove(place);
        this.#options.onRelease(place.answer.value, place.lane !== 'live');
      }
    }
  }
}

/** The reorder queues of many people. */
export class ReorderQueues<T> {
  readonly #options: ReorderQueueOptions<T>;
  /** By user id. */
  readonly #queues = new Map<string, ReorderQueue<T>>();

  constructor(options: ReorderQueueOptions<T>) {
    this.#options = options;
  }

  /** Those whose clips were expected. */
  get userIds(): readonly string[] {
    return [...this.#queues.keys()];
  }

  of(userId: string): ReorderQueue<T> {
    const queue = this.#queues.get(userId) ?? new ReorderQueue<T>(this.#options);
    this.#queues.set(userId, queue);
    return queue;
  }

  /** Removes all places of a person without releasing their answers. */
  clear(userId: string): void {
    this.#queues.get(userId)?.clear();
  }

  /** Releases all answers in order, without waiting for the missing ones. */
  close(): void {
    for (const queue of this.#queues.values()) queue.close();
  }
}
