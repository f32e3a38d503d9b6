import { rememberWithin } from '../../bounded-map.ts';

/** What is noted of a guild is forgotten after this long: it says nothing about now. */
const RECENT_MS = 5 * 60_000;
/** Guilds with a note; beyond them the oldest is forgotten. */
const MAX_NOTES = 10_000;

/** The latest note of each guild, while it is recent. */
export class RecentNotes<Note> {
  /** The oldest first. */
  readonly #notes = new Map<string, { readonly note: Note; readonly atMs: number }>();

  set(guildId: string, note: Note): void {
    rememberWithin(MAX_NOTES, this.#notes, guildId, { note, atMs: performance.now() });
  }

  delete(guildId: string): void {
    this.#notes.delete(guildId);
  }

  get(guildId: string): Note | undefined {
    const noted = this.#notes.get(guildId);
    return noted !== undefined && performance.now() - noted.atMs < RECENT_MS ? noted.note : undefined;
  }
}
