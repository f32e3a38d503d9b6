import { inTurn } from '../../concurrency/fair-queue.ts';
import type { ClipJob } from './clip-job.ts';

/** Remembers which guild was served when, so that guilds take turns, however many clips each of them has. */
export class GuildTurns {
  /** By guild, the number of the turn in which it was served last. */
  readonly #servedIn = new Map<string, number>();
  #turns = 0;

  /**
   * The order in which clips go: one of each guild, beginning with the guild that was served longest ago, then the next
   * one of each. Within a guild they keep their order.
   */
  order(jobs: readonly ClipJob[]): ClipJob[] {
    const byGuild = [...Map.groupBy(jobs, guildOf)];
    byGuild.sort(([a], [b]) => this.#servedInOf(a) - this.#servedInOf(b));
    return inTurn(byGuild.map(([, ofGuild]) => ofGuild));
  }

  /** The guild of this clip goes to the end of the round. */
  served(job: ClipJob): void {
    this.#turns += 1;
    this.#servedIn.set(guildOf(job), this.#turns);
  }

  /** Forgets guilds that have none of `jobs`. */
  keepOnly(jobs: Iterable<ClipJob>): void {
    const guilds = new Set(Iterator.from(jobs).map(guildOf));
    for (const guildId of [...this.#servedIn.keys()]) if (!guilds.has(guildId)) this.#servedIn.delete(guildId);
  }

  #servedInOf(guildId: string): number {
    return this.#servedIn.get(guildId) ?? 0;
  }
}

function guildOf({ entry }: ClipJob): string {
  return entry.clip.guildId;
}
