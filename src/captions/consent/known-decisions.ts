import { isDatabaseAway } from '../../errors.ts';
import type { Logger } from '../../log/log.ts';
import type { ConsentChoice, ConsentDecision, ConsentStore, Decision } from '../captions-ports.ts';
import type { Decisions } from './consent.ts';

/** The stored opt-ins and opt-outs in memory, for synchronous lookups. */
export interface KnownDecisions extends Decisions {
  /** Resolves once the stored decisions are loaded. Rejects like the store; call it again then. */
  load(): Promise<void>;
  /**
   * Stores a decision made in this process, and resolves with all of the person's that then hold. An opt-out counts
   * immediately, and until the process ends if it cannot be stored; an opt-in counts once it is stored. Rejects like the
   * store.
   */
  decide(userId: string, choice: ConsentChoice, atMs: number): Promise<readonly ConsentDecision[]>;
  /** Reads decisions made in other processes on the same store; calls `onChange` with the people who made new ones. */
  refresh(): Promise<void>;
  /**
   * Reads all decisions again, since the store may have lost the last ones and given out their revisions again. Opt-outs
   * that it lost are stored once more; opt-ins that it lost no longer count.
   */
  readAgain(): Promise<void>;
}

/** Creates the in-memory decisions over a store. */
export function createKnownDecisions(
  store: Pick<ConsentStore, 'setConsent' | 'changedSince'>,
  onChange: (userIds: ReadonlySet<string>) => void,
  log: Logger,
): KnownDecisions {
  return new DecisionsInMemory(store, onChange, log);
}

/** The decisions of one person, each with its revision. */
interface OfPerson {
  everywhere: ConsentDecision | undefined;
  /** By guild id. */
  readonly guilds: Map<string, ConsentDecision>;
}

/** An opt-out that is not known to be stored. */
interface UnstoredOptOut {
  hasFailed: boolean;
}

/**
 * Decisions arrive in any order: from reads that began before a decision was written, and from writes that overtake reads.
 * Their revisions say which is later, so that nothing older replaces anything newer.
 */
class DecisionsInMemory implements KnownDecisions {
  readonly #store: Pick<ConsentStore, 'setConsent' | 'changedSince'>;
  readonly #onChange: (userIds: ReadonlySet<string>) => void;
  readonly #log: Logger;
  /** By user id. */
  readonly #known = new Map<string, OfPerson>();
  /** By user id. */
  readonly #unstored = new Map<string, Set<UnstoredOptOut>>();
  /** Everything up to this revision was read. Own decisions do not raise it: others may lie before them. */
  #readUpTo = 0;
  #loading: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  /** Asked for while a read was under way, which may have missed something. */
  #isReadAgain = false;
  /** Revisions that were read may mean something else now. */
  #isDoubtful = false;
  /** Decisions made here while all are read again. */
  #decidedMeanwhile: ConsentDecision[] = [];

  constructor(
    store: Pick<ConsentStore, 'setConsent' | 'changedSince'>,
    onChange: (userIds: ReadonlySet<string>) => void,
    log: Logger,
  ) {
    this.#store = store;
    this.#onChange = onChange;
    this.#log = log;
  }

  of(userId: string, guildId: string): Decision | undefined {
    if (this.#unstored.has(userId)) return 'opted-out';
    const person = this.#known.get(userId);
    const { consent } = person?.guilds.get(guildId) ?? person?.everywhere ?? { consent: 'undecided' };
    return consent === 'undecided' ? undefined : consent;
  }

  load(): Promise<void> {
    this.#loading ??= this.#read().then(
      () => undefined,
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }

  async decide(userId: string, choice: ConsentChoice, atMs: number): Promise<readonly ConsentDecision[]> {
    const unstored = this.#unstored.get(userId) ?? new Set();
    // A later decision that is stored makes up for these.
    const failedBefore = [...unstored].filter(({ hasFailed }) => hasFailed);
    const optOut: UnstoredOptOut = { hasFailed: false };
    if (choice === 'opted-out') this.#unstored.set(userId, unstored.add(optOut));
    let decisions: readonly ConsentDecision[];
    try {
      decisions = await this.#store.setConsent(userId, choice, atMs);
    } catch (error) {
      optOut.hasFailed = true;
      throw error;
    }
    for (const decision of decisions) this.#add(decision);
    if (this.#isDoubtful) this.#decidedMeanwhile.push(...decisions);
    for (const settled of [...failedBefore, optOut]) unstored.delete(settled);
    if (unstored.size === 0 && this.#unstored.get(userId) === unstored) this.#unstored.delete(userId);
    return decisions;
  }

  refresh(): Promise<void> {
    if (this.#refreshing === undefined) this.#refreshing = this.#refresh();
    else this.#isReadAgain = true;
    return this.#refreshing;
  }

  readAgain(): Promise<void> {
    this.#isDoubtful = true;
    return this.refresh();
  }

  async #refresh(): Promise<void> {
    do {
      this.#isReadAgain = false;
      try {
        const changed = this.#isDoubtful ? await this.#readAll() : await this.#read();
        if (changed.size > 0) this.#onChange(changed);
      } catch (error) {
        // A database that is away is logged by the store.
        if (!isDatabaseAway(error)) this.#log.warn({ err: error }, 'opt-ins and opt-outs could not be read');
      }
    } while (this.#isReadAgain);
    this.#refreshing = undefined;
  }

  /** Returns the ids of the people with decisions that are new here. */
  async #read(): Promise<ReadonlySet<string>> {
    const decisions = await this.#store.changedSince(this.#readUpTo);
    const changed = new Set<string>();
    for (const decision of decisions) {
      if (this.#add(decision)) changed.add(decision.userId);
      this.#readUpTo = Math.max(this.#readUpTo, decision.revision);
    }
    return changed;
  }

  /** Replaces what is known. Returns the ids of the people for whom something else holds now. */
  async #readAll(): Promise<ReadonlySet<string>> {
    this.#decidedMeanwhile = [];
    const decisions = await this.#store.changedSince(0);
    const before = new Map(this.#known);
    this.#known.clear();
    for (const decision of [...decisions, ...this.#decidedMeanwhile]) this.#add(decision);
    this.#readUpTo = Math.max(0, ...decisions.map(({ revision }) => revision));
    this.#isDoubtful = false;
    for (const [userId, { everywhere }] of before) {
      if (everywhere?.consent === 'opted-out' && !this.#hasDecidedSince(everywhere))
        this.#storeAgain(userId, everywhere);
    }
    const people = new Set([...before.keys(), ...this.#known.keys()]);
    return new Set([...people].filter((userId) => textOf(before.get(userId)) !== textOf(this.#known.get(userId))));
  }

  /** Whether a decision, or one that was made after it, is known. */
  #hasDecidedSince({ userId, decidedAtMs }: ConsentDecision): boolean {
    const { everywhere, guilds } = this.#known.get(userId) ?? {};
    return [everywhere, ...(guilds?.values() ?? [])].some(
      (known) => known !== undefined && known.decidedAtMs >= decidedAtMs,
    );
  }

  #storeAgain(userId: string, { decidedAtMs }: ConsentDecision): void {
    this.#log.warn('the database lost an opt-out, which is stored again');
    this.decide(userId, 'opted-out', decidedAtMs).catch((err: unknown) => {
      // It holds in this process all the same.
      this.#log.error({ err }, 'an opt-out that the database lost could not be stored again');
    });
  }

  /** Returns false for a decision that is known, or was replaced by a later one. */
  #add(decision: ConsentDecision): boolean {
    const { userId, guildId, revision } = decision;
    const person = this.#known.get(userId) ?? { everywhere: undefined, guilds: new Map<string, ConsentDecision>() };
    this.#known.set(userId, person);
    const everywhere = person.everywhere?.revision ?? 0;
    if (guildId === undefined) {
      if (revision <= everywhere) return false;
      person.everywhere = decision;
      for (const [narrower, { revision: made }] of person.guilds) if (made < revision) person.guilds.delete(narrower);
      return true;
    }
    // Limiting an opt-in to a guild gives both decisions one revision.
    if (revision < everywhere || revision <= (person.guilds.get(guildId)?.revision ?? 0)) return false;
    person.guilds.set(guildId, decision);
    return true;
  }
}

/** What a person decided, whatever its revisions. */
function textOf(person: OfPerson | undefined): string {
  const all = [person?.everywhere, ...(person?.guilds.values() ?? [])].filter((decision) => decision !== undefined);
  return all
    .map(({ guildId, consent }) => `${guildId ?? ''} ${consent}`)
    .toSorted()
    .join();
}
