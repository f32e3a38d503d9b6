import { randomUUID } from 'node:crypto';

/** Robin is the first tab; whoever closes it and opens another is Robin again. Not Ada, Grace and Linus: they are others. */
const NAMES = [
  ...['Robin', 'Sam', 'Kim', 'Noor', 'Alex', 'Yuki', 'Luca', 'Ines', 'Omar', 'Lena'],
  ...['Ravi', 'Zoe', 'Tariq', 'Maya', 'Jonas', 'Aiko', 'Nils', 'Sofia', 'Bela', 'Mika'],
] as const;

/** A closed tab's person is kept for it this long, as for a reload; then the next new tab becomes them. */
const RESERVED_MS = 15_000;

/** Somebody of the page: a tab, or nobody for the moment. */
export interface Seat {
  readonly name: string;
  /** The first one manages the first server. */
  readonly isFirst: boolean;
  /** The key of the tab that sits here, or sat here last. */
  tab: string;
  isOpen: boolean;
  /** When its tab was closed, in ms. */
  closedAtMs: number;
}

/** Which tab is which person. */
export interface Seats {
  /** The person of this tab, if the tab is open. */
  open(tab: string): Seat | undefined;
  /**
   * Seats a tab: where it sat before, else where nobody has sat for a while, else as somebody new. A tab whose key an open tab
   * has gets a key of its own. `undefined`: too many tabs are open.
   */
  take(tab: string): Seat | undefined;
  /** The tab is closed. */
  leave(seat: Seat): void;
}

/** Creates the seats, all empty; `nowMs` is a clock that never goes back. */
export function createSeats(nowMs: () => number = () => performance.now()): Seats {
  const seats: Seat[] = [];
  const takeSeat = (seat: Seat, tab: string): Seat => Object.assign(seat, { tab, isOpen: true });
  return {
    open: (tab) => seats.find((seat) => seat.tab === tab && seat.isOpen),
    take(tab) {
      const own = seats.find((seat) => seat.tab === tab);
      if (own?.isOpen === false) return takeSeat(own, tab);
      const key = own === undefined ? tab : randomUUID();
      const free = seats.find((seat) => !seat.isOpen && nowMs() - seat.closedAtMs >= RESERVED_MS);
      if (free !== undefined) return takeSeat(free, key);
      const name = NAMES[seats.length];
      if (name === undefined) return undefined;
      const seat = { name, isFirst: seats.length === 0, tab: key, isOpen: true, closedAtMs: 0 };
      seats.push(seat);
      return seat;
    },
    leave(seat) {
      seat.isOpen = false;
      seat.closedAtMs = nowMs();
    },
  };
}
