import { withinTime } from '../async.ts';
import type { People } from './captions-ports.ts';

/** A person who is heard. */
export interface Speaker {
  readonly name: string;
  readonly isBot: boolean;
}

/** What speakers are looked up with. */
export interface SpeakersOptions {
  readonly people: People;
  readonly guildId: string;
  readonly timeoutMs: number;
  /** The name of a speaker whose name is unknown. */
  readonly unnamed: string;
}

/** The speakers of one guild: looked up when they begin to speak, so that they are known when they end. */
export class Speakers {
  readonly #options: SpeakersOptions;
  readonly #known = new Map<string, Speaker>();
  readonly #lookups = new Map<string, Promise<Speaker>>();

  constructor(options: SpeakersOptions) {
    this.#options = options;
  }

  /** The result of the last lookup. */
  known(userId: string): Speaker | undefined {
    return this.#known.get(userId);
  }

  /** Looks a speaker up again, because nicknames change. Never rejects, and takes no longer than the timeout. */
  lookUp(userId: string): Promise<Speaker> {
    const running = this.#lookups.get(userId);
    if (running !== undefined) return running;
    const lookup = this.#find(userId).finally(() => this.#lookups.delete(userId));
    this.#lookups.set(userId, lookup);
    return lookup;
  }

  async #find(userId: string): Promise<Speaker> {
    const { people, guildId, timeoutMs, unnamed } = this.#options;
    const before = this.#known.get(userId) ?? { name: unnamed, isBot: false };
    const orElse = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
      withinTime(
        work.catch(() => otherwise),
        timeoutMs,
        otherwise,
      );
    const [name, isBot] = await Promise.all([
      orElse(people.nameOf(guildId, userId), before.name),
      orElse(people.isBot(guildId, userId), before.isBot),
    ]);
    const speaker = { name, isBot };
    this.#known.set(userId, speaker);
    return speaker;
  }
}
