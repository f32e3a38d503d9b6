/** The lines that count, in the order in which they were said. Pure. */
import type { LineData } from '../overlay-events.ts';

/** A line of captions as the page keeps it. */
export interface Line extends LineData {
  /** `at` in milliseconds since 1970; 0 where it can't be read. */
  readonly atMs: number;
  /** The order of arrival, which decides between lines that began at the same time. */
  readonly order: number;
}

/** A line that began this much earlier than the newest one is a late one: it takes nobody's place. Longer than any clip. */
const LATE_MS = 30_000;

/** Keeps the newest lines, up to a limit. */
export class LineBook {
  readonly #limit: number;
  readonly #byId = new Map<string, Line>();
  /** In order. */
  #lines: Line[] = [];
  #arrivals = 0;
  #hasDropped = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** In the order in which they were said. */
  get lines(): readonly Line[] {
    return this.#lines;
  }

  /** Whether older lines were given up for newer ones. */
  get hasDropped(): boolean {
    return this.#hasDropped;
  }

  get(id: string): Line | undefined {
    return this.#byId.get(id);
  }

  /** Adds a line, or changes the one with its id. Interim text that comes after the final text is left out. */
  put(data: LineData): void {
    const known = this.#byId.get(data.id);
    if (known?.final === true && !data.final) return;
    this.#arrivals += 1;
    const order = known?.order ?? this.#arrivals;
    const line: Line = { ...data, atMs: Date.parse(data.at) || 0, order };
    if (known !== undefined) this.#lines.splice(this.#lines.indexOf(known), 1);
    this.#byId.set(line.id, line);
    this.#lines.splice(this.#placeOf(line), 0, line);
    this.#trim(line);
  }

  remove(id: string): void {
    const known = this.#byId.get(id);
    if (known === undefined) return;
    this.#byId.delete(id);
    this.#lines.splice(this.#lines.indexOf(known), 1);
  }

  clear(): void {
    this.#byId.clear();
    this.#lines = [];
    this.#hasDropped = false;
  }

  /** New lines are nearly always the last: the search starts there. */
  #placeOf(line: Line): number {
    return this.#lines.findLastIndex((other) => isBefore(other, line)) + 1;
  }

  /** Somebody who speaks for long began before those who said something in between: what is being said stays. */
  #trim(changed: Line): void {
    while (this.#lines.length > this.#limit) {
      const isCurrent = (this.#lines.at(-1)?.atMs ?? 0) - changed.atMs < LATE_MS;
      const place = this.#lines.findIndex((line) => line.final && !(isCurrent && line === changed));
      for (const { id } of this.#lines.splice(Math.max(place, 0), 1)) this.#byId.delete(id);
      this.#hasDropped = true;
    }
  }
}

function isBefore(one: Line, other: Line): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);
}
