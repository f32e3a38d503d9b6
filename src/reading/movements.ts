import type { Movement } from './reading-api.ts';

/** Movements within this time are spoken in one sentence. */
const GATHER_MS = 1_500;
/** Most people that one sentence names. */
const MAX_PEOPLE = 10;

/** What happened in a guild's voice channel since it was last announced. */
export interface GatheredMovements {
  readonly joins: readonly Movement[];
  readonly leaves: readonly Movement[];
}

/** Gathers who came and left in one guild, and hands it on at once. People who came and left again are not mentioned. */
export class Movements {
  readonly #onGathered: (movements: GatheredMovements) => void;
  readonly #byPerson = new Map<string, Movement>();
  #timer: NodeJS.Timeout | undefined;

  constructor(onGathered: (movements: GatheredMovements) => void) {
    this.#onGathered = onGathered;
  }

  add(movement: Movement): void {
    const before = this.#byPerson.get(movement.userId);
    this.#byPerson.delete(movement.userId);
    const isUndone = before !== undefined && before.kind !== movement.kind;
    if (!isUndone && this.#byPerson.size < MAX_PEOPLE) this.#byPerson.set(movement.userId, movement);
    this.#timer ??= setTimeout(() => this.#flush(), GATHER_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#byPerson.clear();
  }

  #flush(): void {
    this.#timer = undefined;
    const all = [...this.#byPerson.values()];
    this.#byPerson.clear();
    if (all.length === 0) return;
    this.#onGathered({
      joins: all.filter(({ kind }) => kind === 'joins'),
      leaves: all.filter(({ kind }) => kind === 'leaves'),
    });
  }
}
