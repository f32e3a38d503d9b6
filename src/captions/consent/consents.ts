import type { Upkeep } from '../../concurrency/upkeep.ts';
import type { Logger } from '../../log/log.ts';
import type { ConsentChoice, ConsentStore, ProcessNotices } from '../captions-ports.ts';
import type { Clock } from '../clock.ts';
import type { Erasures } from '../erasure/erasures.ts';
import { type Decisions, type PersonConsent, personConsentOf } from './consent.ts';
import { createConsentChanges } from './consent-changes.ts';
import { createKnownDecisions, type KnownDecisions } from './known-decisions.ts';

/** What opt-ins and opt-outs are stored and applied with. */
export interface ConsentsOptions {
  readonly store: ConsentStore;
  readonly notices: ProcessNotices;
  readonly erasures: Pick<Erasures, 'note' | 'optedOut'>;
  /** All runs, also those with pending text only. */
  readonly runs: () => readonly { applyConsent(userIds: ReadonlySet<string>): Promise<void> }[];
  readonly clock: Clock;
  readonly log: Logger;
}

/** The opt-ins and opt-outs of everyone: stored, known and applied to the captions of this process. */
export class Consents {
  /**
   * Stores and applies a decision. Resolves with all that the person has decided, after an opt-out when pending clips are
   * gone. The last of several fast changes counts.
   */
  readonly set: (userId: string, choice: ConsentChoice) => Promise<PersonConsent>;
  readonly #options: ConsentsOptions;
  readonly #decisions: KnownDecisions;
  readonly #ignoreNotices: () => void;

  constructor(options: ConsentsOptions) {
    this.#options = options;
    this.#decisions = createKnownDecisions(options.store, (userIds) => void this.#apply(userIds), options.log);
    this.#ignoreNotices = options.notices.on(
      'consents',
      (news) => void (news === 'reconnected' ? this.#decisions.readAgain() : this.#decisions.refresh()),
    );
    this.set = createConsentChanges((userId, choice: ConsentChoice) => this.#set(userId, choice));
  }

  /** Live: changes while sessions run. */
  get decisions(): Decisions {
    return this.#decisions;
  }

  /** Resolves once the stored decisions are known. Rejects like the store; call it again then. */
  load(): Promise<void> {
    return this.#decisions.load();
  }

  /** Keeps reading what other processes stored. */
  start(upkeep: Upkeep, everyMs: number): void {
    upkeep.start({ name: 'consents', everyMs, run: () => this.#decisions.refresh() });
  }

  /** What a person decided, as stored. */
  async of(userId: string): Promise<PersonConsent> {
    return personConsentOf(await this.#options.store.decisionsOf(userId));
  }

  /** Whether a person's opt-out holds in this guild, or outside of guilds. */
  async hasOptedOut(userId: string, guildId: string | undefined): Promise<boolean> {
    const { consent, optedInGuilds } = await this.of(userId);
    return consent === 'opted-out' && !optedInGuilds.some((optedIn) => optedIn.guildId === guildId);
  }

  close(): void {
    this.#ignoreNotices();
  }

  async #set(userId: string, choice: ConsentChoice): Promise<PersonConsent> {
    const { erasures, notices, clock } = this.#options;
    const nowMs = clock.nowMs();
    const person = new Set([userId]);
    const isOptOut = choice === 'opted-out';
    if (isOptOut) erasures.note(userId, nowMs);
    const deciding = this.#decisions.decide(userId, choice, nowMs);
    // An opt-out applies while it is being stored.
    const applying = isOptOut ? this.#apply(person) : undefined;
    const decisions = await deciding;
    void notices.notify('consents');
    await Promise.all([applying, this.#apply(person)]);
    if (isOptOut) await erasures.optedOut(userId, nowMs);
    return personConsentOf(decisions);
  }

  async #apply(userIds: ReadonlySet<string>): Promise<void> {
    await Promise.all(this.#options.runs().map((run) => run.applyConsent(userIds)));
  }
}
