import { withinTime } from '../../concurrency/async.ts';
import type { SpeakerChanges } from '../../voice/voice-api.ts';
import type { People } from '../captions-ports.ts';

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

  /** A speaker who has not been looked up. */
  get unknown(): Speaker {
    return { name: this.#options.unnamed, isBot: false };
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
    const { people, guildId, timeoutMs } = this.#options;
    const before = this.#known.get(userId) ?? this.unknown;
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

/** What `HearingRights` needs. */
export interface HearingRightsOptions {
  readonly mayHear: (userId: string) => boolean;
  /** Sends changes to the engine. Rejects if it could not be told. */
  readonly change: (changes: SpeakerChanges) => Promise<void>;
}

/** Whom one session of the engine may hear, of the people about whom it asked. Sends only what changed. */
export class HearingRights {
  readonly #options: HearingRightsOptions;
  /** What the engine was told; `undefined` where that failed. By user id. */
  readonly #told = new Map<string, 'hear' | 'ignore' | undefined>();

  constructor(options: HearingRightsOptions) {
    this.#options = options;
  }

  /** Everybody about whom the engine asked. */
  get userIds(): readonly string[] {
    return [...this.#told.keys()];
  }

  /** Answers the engine, which asks about somebody who begins to speak. Never rejects. */
  answer(userId: string): Promise<void> {
    this.#told.set(userId, undefined);
    return this.update([userId]);
  }

  /** Sends what changed for these people. Never rejects: what could not be sent counts as changed the next time. */
  async update(userIds: Iterable<string>): Promise<void> {
    const hear: string[] = [];
    const ignore: string[] = [];
    for (const userId of userIds) {
      const right = this.#options.mayHear(userId) ? 'hear' : 'ignore';
      if (!this.#told.has(userId) || this.#told.get(userId) === right) continue;
      this.#told.set(userId, right);
      (right === 'hear' ? hear : ignore).push(userId);
    }
    if (hear.length + ignore.length === 0) return;
    try {
      await this.#options.change({ hear, ignore });
    } catch {
      for (const userId of [...hear, ...ignore]) if (this.#told.has(userId)) this.#told.set(userId, undefined);
    }
  }

  /** Discards what is being recorded of a person; the engine asks about them again. Never rejects. */
  async forget(userId: string): Promise<void> {
    this.#told.delete(userId);
    await this.#options.change({ forget: [userId] }).catch(() => undefined);
  }
}
