import { isDatabaseAway, MynahError } from '../errors.ts';
import type { Logger } from '../log/log.ts';
import { dayOf, endOfDayMs } from './budget-day.ts';
import { type BudgetKind, type BudgetLimits, type BudgetScope, limitOf } from './budget-limits.ts';
import { type BudgetSettings, NO_BUDGET_SETTINGS } from './budget-settings.ts';
import type {
  AccountFigures,
  BudgetHolder,
  Budgets,
  BudgetUsage,
  BudgetUsedUp,
  BudgetWarning,
  CaptionMeter,
  CaptionsUsedUp,
  Charge,
  ChargeOutcome,
  ChargeRecord,
} from './budgets-api.ts';
import type {
  BudgetKey,
  BudgetSettingsSource,
  BudgetStore,
  BudgetUse,
  LimitedUse,
  TakeOutcome,
} from './budgets-ports.ts';
import { keyText, type Total, UseWriter } from './use-writer.ts';

/** Managers, and of the account the operator, are told when this share of a budget is used. */
const WARNED_SHARE = 0.8;
const MINUTE_MS = 60_000;

/** What budgets are made of. */
export interface BudgetsOptions {
  readonly limits: BudgetLimits;
  readonly store: BudgetStore;
  readonly settings: BudgetSettingsSource;
  readonly log: Logger;
  /** Defaults to `Date.now`. */
  readonly nowMs?: () => number;
}

/** Creates the budgets of all guilds. The caller must close it before the store. */
export function createBudgets(options: BudgetsOptions): Budgets {
  return new DailyBudgets(options);
}

class DailyBudgets implements Budgets {
  readonly limits: BudgetLimits;
  readonly captions: CaptionMeter;
  readonly #options: BudgetsOptions;
  readonly #nowMs: () => number;
  readonly #writer: UseWriter;
  readonly #usedUpListeners = new Set<(guildId: string | undefined, usedUp: CaptionsUsedUp) => void>();
  #tell: ((warning: BudgetWarning) => Promise<boolean>) | undefined;
  /** Where each guild last used something, by guild id. */
  readonly #channels = new Map<string, string>();
  /** The marks that this process has asked for today, so that it asks once. */
  readonly #claimed = { day: '', marks: new Set<string>() };
  #closing: Promise<void> | undefined;

  constructor(options: BudgetsOptions) {
    this.#options = options;
    this.limits = options.limits;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#writer = new UseWriter({
      store: options.store,
      onTotals: (totals) => {
        for (const total of totals) this.#onTotal(total).catch((error: unknown) => this.#logFailure(error));
      },
      onFailure: (totals) => {
        for (const total of totals) this.#endCaptions(total, this.#knownSettings(total.key.holder));
      },
      log: options.log,
    });
    this.captions = {
      usedUp: (guildId) => this.#captionsUsedUp(guildId),
      count: ({ guildId, textChannelId }, durationMs) => {
        this.#channels.set(guildId, textChannelId);
        const amount = Math.ceil(durationMs);
        this.#writer.add(
          dayOf(this.#nowMs()),
          captionKeys(guildId).map((key) => ({ key, amount })),
        );
      },
      onUsedUp: (listener) => {
        this.#usedUpListeners.add(listener);
        return () => this.#usedUpListeners.delete(listener);
      },
    };
  }

  async take(kind: 'characters' | 'transcription', who: BudgetHolder, amount: number): Promise<ChargeOutcome> {
    const { userId, guildId, channelId } = who;
    if (guildId !== undefined) this.#channels.set(guildId, channelId);
    const nowMs = this.#nowMs();
    const day = dayOf(nowMs);
    const keys = keysOf(kind, userId, guildId);
    const uses = keys.map((key) => ({ key, amount: Math.ceil(amount) }));
    const refused = ({ key, limit }: LimitedUse, used: number): ChargeOutcome => {
      const left = Math.max(0, limit - used);
      return { kind: 'used-up', usedUp: { kind, whose: key.scope, limit, left, resetsAtMs: endOfDayMs(nowMs) } };
    };
    try {
      const limited = await this.#limited(uses, guildId);
      const outcome = await this.#takeOrFlush(day, limited);
      const full = outcome.kind === 'used-up' ? limited[outcome.index] : undefined;
      if (outcome.kind === 'used-up' && full !== undefined) {
        return refused(full, outcome.used + this.#unwritten(day, full.key));
      }
      const used = outcome.kind === 'taken' ? outcome.used : [];
      const totals = keys.map((key, index) => ({ day, key, used: used[index] ?? 0 }));
      for (const total of totals) this.#warn(total).catch((error: unknown) => this.#logFailure(error));
    } catch (error) {
      // People are still heard while the database is away, within what a day allows from then on, and counted when it is back.
      if (!isStoreFailure(error)) throw error;
      this.#logFailure(error);
      const limited = this.#withLimits(uses, this.#knownSettings(guildId));
      const full = limited.find(({ key, amount: wanted, limit }) => this.#unwritten(day, key) + wanted > limit);
      if (full !== undefined) return refused(full, this.#unwritten(day, full.key));
      this.#writer.add(day, uses);
    }
    return { kind: 'taken', charge: this.chargeOf({ kind, day, userId, guildId, amount: Math.ceil(amount) }) };
  }

  chargeOf({ amount, ...record }: ChargeRecord): Charge {
    const { kind, day, userId, guildId } = record;
    const keys = keysOf(kind, userId, guildId);
    let left = amount;
    const refund = (wanted: number): void => {
      const given = Math.min(left, Math.floor(wanted));
      if (given <= 0) return;
      left -= given;
      this.#writer.add(
        day,
        keys.map((key) => ({ key, amount: -given })),
      );
    };
    return {
      get record() {
        return { ...record, amount: left };
      },
      refund,
      refundAll: () => refund(left),
    };
  }

  async usage(
    { userId, guildId }: Pick<BudgetHolder, 'userId' | 'guildId'>,
    { withGuild }: { readonly withGuild: boolean },
  ): Promise<{ readonly budgets: readonly BudgetUsage[]; readonly resetsAtMs: number }> {
    const nowMs = this.#nowMs();
    const settings = await this.#settingsOf(guildId);
    const personal = (['characters', 'transcription'] as const).flatMap((kind) => personKeys(kind, userId, guildId));
    const kinds: readonly BudgetKind[] = withGuild ? ['characters', 'captions', 'transcription'] : [];
    const shared = kinds.flatMap((kind) => sharedKeys(kind, guildId)).filter(({ scope }) => scope === 'guild');
    const keys = [...personal, ...shared];
    const used = await this.#used(dayOf(nowMs), keys);
    const budgets = keys.flatMap(({ kind, scope: whose }, index) => {
      const limit = limitOf(kind, whose, this.limits, settings);
      // A person's use in one guild matters only where that guild limits it.
      const isShown = whose !== 'account' && (whose !== 'member' || limit !== Number.POSITIVE_INFINITY);
      return isShown ? [{ kind, whose, used: used[index] ?? 0, limit }] : [];
    });
    return { budgets, resetsAtMs: endOfDayMs(nowMs) };
  }

  async figures(day = dayOf(this.#nowMs())): Promise<AccountFigures> {
    const kinds = ['characters', 'captions', 'transcription'] as const;
    const keys = kinds.map((kind) => accountKey(kind));
    const [characters = 0, captions = 0, transcribed = 0] = await this.#used(day, keys);
    const { characters: limits, captionMinutes, transcribeMinutes } = this.limits;
    return {
      day,
      characters: { used: characters, limit: limits.account },
      captionMinutes: { used: Math.round(captions / MINUTE_MS), limit: captionMinutes.account },
      transcribeMinutes: { used: Math.round(transcribed / MINUTE_MS), limit: transcribeMinutes.account },
    };
  }

  noteVoices(kept: number, max: number): void {
    if (kept < max * WARNED_SHARE) return;
    this.#claim(dayOf(this.#nowMs()), 'warned voices account')
      .then((isFirst) => isFirst && this.#options.log.warn({ kept, max }, 'most voices of the account are taken'))
      .catch((error: unknown) => this.#logFailure(error));
  }

  tellWarnings(tell: (warning: BudgetWarning) => Promise<boolean>): void {
    this.#tell = tell;
  }

  close(): Promise<void> {
    this.#closing ??= this.#writer.close();
    return this.#closing;
  }

  async #captionsUsedUp(guildId: string): Promise<CaptionsUsedUp | undefined> {
    const nowMs = this.#nowMs();
    const keys = captionKeys(guildId);
    const used = await this.#used(dayOf(nowMs), keys);
    const limited = await this.#limited(
      keys.map((key) => ({ key, amount: 0 })),
      guildId,
    );
    const full = limited.find(({ limit }, index) => (used[index] ?? 0) >= limit);
    if (full === undefined) return undefined;
    return captionsUsedUp(full.key.scope === 'guild' ? 'guild' : 'account', full.limit, endOfDayMs(nowMs));
  }

  /** Stored uses and those that are not written yet. */
  async #used(day: string, keys: readonly BudgetKey[]): Promise<readonly number[]> {
    const stored = await this.#options.store.used(day, keys);
    return keys.map((key, index) => Math.max(0, (stored[index] ?? 0) + this.#writer.pending(day, key)));
  }

  async #limited(uses: readonly BudgetUse[], guildId: string | undefined): Promise<readonly LimitedUse[]> {
    return this.#withLimits(uses, await this.#settingsOf(guildId));
  }

  #withLimits(uses: readonly BudgetUse[], settings: BudgetSettings): readonly LimitedUse[] {
    return uses.map((use) => ({ ...use, limit: limitOf(use.key.kind, use.key.scope, this.limits, settings) }));
  }

  /** A guild's settings as they were read last, for while the database is away. */
  #knownSettings(guildId: string | undefined): BudgetSettings {
    const known = guildId === undefined ? undefined : this.#options.settings.known(guildId);
    return known?.budgets ?? NO_BUDGET_SETTINGS;
  }

  /** What was used while the database was away. */
  #unwritten(day: string, key: BudgetKey): number {
    return Math.max(0, this.#writer.pending(day, key));
  }

  async #settingsOf(guildId: string | undefined): Promise<BudgetSettings> {
    return guildId === undefined ? NO_BUDGET_SETTINGS : (await this.#options.settings.of(guildId)).budgets;
  }

  /** What others gave back a moment ago is not written yet, and may be just what is missing. */
  async #takeOrFlush(day: string, uses: readonly LimitedUse[]): Promise<TakeOutcome> {
    const left = uses.map((use) => ({ ...use, limit: use.limit - this.#unwritten(day, use.key) }));
    const outcome = await this.#options.store.take(day, left);
    const isGivenBack = this.#writer.isWriting || uses.some(({ key }) => this.#writer.pending(day, key) < 0);
    if (outcome.kind === 'taken' || !isGivenBack) return outcome;
    await this.#writer.flush();
    return this.#options.store.take(day, uses);
  }

  async #onTotal(total: Total): Promise<void> {
    const { scope, holder } = total.key;
    await this.#warn(total).catch((error: unknown) => this.#logFailure(error));
    this.#endCaptions(total, await this.#settingsOf(scope === 'guild' ? holder : undefined));
  }

  #endCaptions({ day, key, used }: Total, settings: BudgetSettings): void {
    const nowMs = this.#nowMs();
    if (key.kind !== 'captions' || day !== dayOf(nowMs)) return;
    const whose = key.scope === 'guild' ? 'guild' : 'account';
    const limit = limitOf(key.kind, key.scope, this.limits, settings);
    if (used < limit) return;
    const usedUp = captionsUsedUp(whose, limit, endOfDayMs(nowMs));
    for (const listener of this.#usedUpListeners) listener(whose === 'guild' ? key.holder : undefined, usedUp);
  }

  async #limitOf({ kind, scope, holder }: BudgetKey): Promise<number> {
    const settings = await this.#settingsOf(scope === 'guild' ? holder : undefined);
    return limitOf(kind, scope, this.limits, settings);
  }

  /** Tells those who manage a budget that most of it is used: the guild's managers, or the operator by the log. */
  async #warn({ day, key, used }: Total): Promise<void> {
    const { kind, scope, holder } = key;
    // A use that is written after midnight says nothing of today.
    if ((scope !== 'guild' && scope !== 'account') || day !== dayOf(this.#nowMs())) return;
    const limit = await this.#limitOf(key);
    if (limit === 0 || used < limit * WARNED_SHARE) return;
    const mark = `warned ${keyText(key)}`;
    if (!(await this.#claim(day, mark))) return;
    if (scope === 'account') {
      this.#options.log.warn({ budget: kind, used, limit }, 'most of a daily budget of the account is used');
      return;
    }
    const channelId = this.#channels.get(holder);
    const warning = channelId !== undefined && {
      guildId: holder,
      channelId,
      kind,
      used,
      limit,
      resetsAtMs: endOfDayMs(this.#nowMs()),
    };
    if (warning && (await this.#tell?.(warning))) return;
    this.#claimed.marks.delete(mark);
    await this.#options.store.release(day, mark);
  }

  /** True once a day and mark, over all processes. A mark that could not be asked for is asked for again. */
  async #claim(day: string, mark: string): Promise<boolean> {
    if (this.#claimed.day !== day) {
      this.#claimed.day = day;
      this.#claimed.marks.clear();
    }
    const { marks } = this.#claimed;
    if (marks.has(mark)) return false;
    marks.add(mark);
    try {
      return await this.#options.store.claim(day, mark);
    } catch (error) {
      marks.delete(mark);
      throw error;
    }
  }

  #logFailure(error: unknown): void {
    // A database that is away is logged by the store.
    if (!isDatabaseAway(error)) this.#options.log.warn({ err: error }, 'a budget could not be looked up');
  }
}

function keysOf(kind: ChargeRecord['kind'], userId: string, guildId: string | undefined): readonly BudgetKey[] {
  return [...personKeys(kind, userId, guildId), ...sharedKeys(kind, guildId)];
}

/** The counters that belong to a person: the use in a guild counts for what its managers may lower. */
function personKeys(kind: BudgetKind, userId: string, guildId: string | undefined): readonly BudgetKey[] {
  const person = { kind, scope: 'person', holder: userId } as const;
  return guildId === undefined ? [person] : [person, { kind, scope: 'member', holder: `${guildId}:${userId}` }];
}

function sharedKeys(kind: BudgetKind, guildId: string | undefined): readonly BudgetKey[] {
  const account = accountKey(kind);
  return guildId === undefined ? [account] : [{ kind, scope: 'guild', holder: guildId }, account];
}

function captionKeys(guildId: string): readonly BudgetKey[] {
  return sharedKeys('captions', guildId);
}

function accountKey(kind: BudgetKind): BudgetKey {
  return { kind, scope: 'account' satisfies BudgetScope, holder: '' };
}

function captionsUsedUp(whose: 'guild' | 'account', limit: number, resetsAtMs: number): CaptionsUsedUp {
  return { kind: 'captions' satisfies BudgetUsedUp['kind'], whose, limit, left: 0, resetsAtMs };
}

function isStoreFailure(error: unknown): boolean {
  return error instanceof MynahError && error.code.startsWith('STORE_');
}
