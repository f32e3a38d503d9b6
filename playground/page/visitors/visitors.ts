import type { LocalGuild } from '@mynah/local-discord/guild';
import type { WebSocket } from 'ws';
import type { Cast } from '../../cast/cast.ts';
import type { PageParts } from '../ports.ts';
import { createSeats, type Seat } from './seats.ts';
import { Visitor } from './visitor.ts';

/** How long an older connection of the same tab has to show that it lives; a reload has just closed it. */
const PONG_WITHIN_MS = 500;

/** Where a tab sits, and the key that it uses from now on. */
export interface Seated {
  readonly visitor: Visitor;
  readonly tab: string;
}

/** The people of the page. */
export class Visitors {
  readonly #parts: { readonly cast: Cast; readonly home: LocalGuild; readonly parts: PageParts };
  readonly #seats = createSeats();
  readonly #visitors = new Map<string, Visitor>();
  readonly #sockets = new Map<Seat, WebSocket>();

  constructor(parts: { readonly cast: Cast; readonly home: LocalGuild; readonly parts: PageParts }) {
    this.#parts = parts;
  }

  /** Seats a tab until its socket closes. `undefined`: too many tabs are open. */
  async seat(tab: string, socket: WebSocket): Promise<Seated | undefined> {
    const open = this.#seats.open(tab);
    const older = open === undefined ? undefined : this.#sockets.get(open);
    if (older !== undefined && !(await isAlive(older))) older.terminate();
    if (open !== undefined && older !== undefined && older.readyState !== older.OPEN) this.#leave(open, older);
    const seat = this.#seats.take(tab);
    if (seat === undefined) return undefined;
    this.#sockets.set(seat, socket);
    socket.once('close', () => this.#leave(seat, socket));
    if (socket.readyState !== socket.OPEN) this.#leave(seat, socket);
    return { visitor: this.#visitorOf(seat), tab: seat.tab };
  }

  /** Makes everybody a member of a server. */
  join(guild: LocalGuild): void {
    for (const visitor of this.#visitors.values()) visitor.join(guild, { manages: false });
  }

  /** Everybody leaves voice. */
  async close(): Promise<void> {
    await Promise.all([...this.#visitors.values()].map((visitor) => visitor.close()));
  }

  /** Once for each socket, by whatever comes first. */
  #leave(seat: Seat, socket: WebSocket): void {
    if (this.#sockets.get(seat) !== socket) return;
    this.#sockets.delete(seat);
    this.#seats.leave(seat);
  }

  #visitorOf(seat: Seat): Visitor {
    const known = this.#visitors.get(seat.name);
    const visitor = known ?? new Visitor(this.#parts, seat);
    this.#visitors.set(seat.name, visitor);
    return visitor;
  }
}

async function isAlive(socket: WebSocket): Promise<boolean> {
  if (socket.readyState !== socket.OPEN) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PONG_WITHIN_MS);
  const onPong = (): void => resolve(true);
  const onClose = (): void => resolve(false);
  socket.once('pong', onPong).once('close', onClose);
  socket.ping();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.off('pong', onPong).off('close', onClose);
  }
}
