import type { People } from './captions-ports.ts';
import { within } from './pause.ts';

/** Who is speaking, as far as it could be found out. */
export interface Speaker {
  readonly name: string;
  readonly isBot: boolean;
}

/** The name of somebody whose name cannot be had. */
const NAMELESS = 'Somebody';

/** The names and kinds of those who speak in one guild: asked for when they begin to speak, known when they end. */
export class Speakers {
  readonly #people: People;
  readonly #guildId: string;
  readonly #timeoutMs: number;
  readonly #known = new Map<string, Speaker>();
  readonly #asked = new Map<string, Promise<Speaker>>();

  constructor(people: People, guildId: string, timeoutMs: number) {
    this.#people = people;
    this.#guildId = guildId;
    this.#timeoutMs = timeoutMs;
  }

  /** What is known already, at once. */
  known(userId: string): Speaker | undefined {
    return this.#known.get(userId);
  }

  /** Asks anew, since nicknames change. Never rejects, and takes no longer than the timeout. */
  ask(userId: string): Promise<Speaker> {
    const asked = this.#asked.get(userId);
    if (asked !== undefined) return asked;
    const asking = this.#find(userId).finally(() => this.#asked.delete(userId));
    this.#asked.set(userId, asking);
    return asking;
  }

  async #find(userId: string): Promise<Speaker> {
    const before = this.#known.get(userId);
    const [name, isBot] = await Promise.all([
      within(this.#people.nameOf(this.#guildId, userId), this.#timeoutMs, before?.name ?? NAMELESS),
      within(this.#people.isBot(this.#guildId, userId), this.#timeoutMs, before?.isBot ?? false),
    ]);
    const speaker = { name, isBot };
    this.#known.set(userId, speaker);
    return speaker;
  }
}
