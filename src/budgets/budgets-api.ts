/** The public API of budgets. */
import { MynahError } from '../errors.ts';
import type { BudgetKind, BudgetLimits, BudgetScope } from './budget-limits.ts';

/** Who uses something, and where. */
export interface BudgetHolder {
  readonly userId: string;
  /** `undefined` in direct messages, and in guilds that the bot is not a member of. */
  readonly guildId: string | undefined;
  /** Where managers of the guild are told that most of its budget is used. */
  readonly channelId: string;
}

/** A budget that is used up, or has less left than was asked for. Amounts are characters or milliseconds. */
export interface BudgetUsedUp {
  readonly kind: BudgetKind;
  readonly whose: BudgetScope;
  readonly limit: number;
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly resetsAtMs: number;
}

/** What was counted ahead for one use, as plain data, so that another process can give it back. */
export interface ChargeRecord {
  readonly kind: 'characters' | 'transcription';
  /** `YYYY-MM-DD` in UTC. */
  readonly day: string;
  readonly userId: string;
  readonly guildId: string | undefined;
  /** What is left of it. */
  readonly amount: number;
}

/** What was counted ahead for one use. What never reaches the service is given back. */
export interface Charge {
  readonly record: ChargeRecord;
  /** Gives back so much, at most what is left of it. Returns at once; the database is written in the background. */
  refund(amount: number): void;
  /** Gives back everything that is left of it. */
  refundAll(): void;
}

export type ChargeOutcome =
  | { readonly kind: 'taken'; readonly charge: Charge }
  | { readonly kind: 'used-up'; readonly usedUp: BudgetUsedUp };

/** Most of a guild's budget is used. Reported once a day for each guild and kind, over all processes. */
export interface BudgetWarning {
  readonly guildId: string;
  readonly channelId: string;
  readonly kind: BudgetKind;
  readonly used: number;
  readonly limit: number;
  readonly resetsAtMs: number;
}

/** What was used of one budget today. `limit` may be `Infinity`. */
export interface BudgetUsage {
  readonly kind: BudgetKind;
  readonly whose: Exclude<BudgetScope, 'account'>;
  readonly used: number;
  readonly limit: number;
}

/** What the account used on one day, for operators; `Infinity` without a limit. */
export interface AccountFigures {
  readonly day: string;
  readonly characters: { readonly used: number; readonly limit: number };
  readonly captionMinutes: { readonly used: number; readonly limit: number };
  readonly transcribeMinutes: { readonly used: number; readonly limit: number };
}

/** Captions of a guild that are out of budget, as the captions' own port has it. */
export type CaptionsUsedUp = BudgetUsedUp & { readonly whose: 'guild' | 'account' };

/** The budget of captions. Counting never waits for the database. */
export interface CaptionMeter {
  /** Why the guild's captions can't start; `undefined` when they can. */
  usedUp(guildId: string): Promise<CaptionsUsedUp | undefined>;
  /**
   * Counts audio that the service receives; a negative duration gives back what it never will. It is written within a second, or when the database is back, and compared
   * with the limit then: the captions of all processes can exceed it by what they upload in that second.
   */
  count(where: { readonly guildId: string; readonly textChannelId: string }, durationMs: number): void;
  /** Called when a guild's budget, or for `undefined` the account's, is found to be used up; perhaps several times. */
  onUsedUp(listener: (guildId: string | undefined, usedUp: CaptionsUsedUp) => void): () => void;
}

/** The budgets of all people and guilds, and of the account. They reset at midnight UTC. */
export interface Budgets {
  /** The operator's limits. */
  readonly limits: BudgetLimits;
  readonly captions: CaptionMeter;
  /**
   * Counts `amount` against the budgets of the person, the guild and the account, or against none if one has less left.
   * While the database cannot be used, it is counted later.
   */
  take(kind: 'characters' | 'transcription', who: BudgetHolder, amount: number): Promise<ChargeOutcome>;
  /** The charge that another process took, to be given back by this one. */
  chargeOf(record: ChargeRecord): Charge;
  /** What a person used today, and the guild if wanted. */
  usage(
    who: Pick<BudgetHolder, 'userId' | 'guildId'>,
    options: { readonly withGuild: boolean },
  ): Promise<{ readonly budgets: readonly BudgetUsage[]; readonly resetsAtMs: number }>;
  /** The account's use today, or on another day that is still stored. */
  figures(day?: string): Promise<AccountFigures>;
  /** Notes how many voices the account keeps: the operator is told once a day when most places are taken. */
  noteVoices(kept: number, max: number): void;
  /** `tell` resolves with whether somebody could be told: if not, a later use tries again. There is one at a time. */
  tellWarnings(tell: (warning: BudgetWarning) => Promise<boolean>): void;
  /** Writes what is counted but not stored. Safe to call twice. */
  close(): Promise<void>;
}

/** A budget is used up; explained to people with `usedUp`. */
export class BudgetError extends MynahError {
  override readonly name = 'BudgetError';
  readonly usedUp: BudgetUsedUp;

  constructor(usedUp: BudgetUsedUp) {
    super('BUDGET_USED_UP', 'a daily budget is used up');
    this.usedUp = usedUp;
  }
}
