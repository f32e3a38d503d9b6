import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BudgetLimits } from '../../../src/budgets/budget-limits.ts';
import type { BudgetSettings } from '../../../src/budgets/budget-settings.ts';
import type { BudgetHolder, Budgets, BudgetWarning, Charge } from '../../../src/budgets/budgets-api.ts';
import { MynahError } from '../../../src/errors.ts';
import type { Logger } from '../../../src/log/log.ts';
import { MemoryBudgetStore, memoryBudgets } from '../../support/memory-budgets.ts';
import { type MemorySettings, memorySettings } from '../../support/memory-settings.ts';

const NOON = Date.UTC(2026, 10, 22, 12);
const MIDNIGHT = Date.UTC(2026, 10, 23);
const ada: BudgetHolder = { userId: 'ada', guildId: 'g', channelId: 'general' };
const bob: BudgetHolder = { ...ada, userId: 'bob' };
const LIMITS: Partial<BudgetLimits> = {
  characters: { person: 100, guild: 150, account: 200 },
  captionMinutes: { guild: 10, account: 15 },
};
const unavailable = new MynahError('STORE_UNAVAILABLE', 'away', { retryable: true });

let store: MemoryBudgetStore;
let settings: MemorySettings;
let budgets: Budgets;
let canTell: boolean;
let warnings: BudgetWarning[];
let warned: object[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  store = new MemoryBudgetStore();
  settings = memorySettings();
  canTell = true;
  warnings = [];
  warned = [];
  budgets = open();
});
afterEach(() => void vi.useRealTimers());

/** Another process on the same database. */
function open(limits = LIMITS): Budgets {
  const log = { warn: (fields: object) => void warned.push(fields) } as unknown as Logger;
  const made = memoryBudgets({ limits, store, settings, log });
  made.tellWarnings(async (warning) => {
    warnings.push(warning);
    return canTell;
  });
  return made;
}

async function take(who: BudgetHolder, amount: number): Promise<Charge> {
  const outcome = await budgets.take('characters', who, amount);
  if (outcome.kind === 'used-up') throw new Error(`used up: ${outcome.usedUp.whose}`);
  return outcome.charge;
}

/** Whose budget has too little left for so many characters. */
async function refusedBy(who: BudgetHolder, amount: number): Promise<string | undefined> {
  const outcome = await budgets.take('characters', who, amount);
  return outcome.kind === 'used-up' ? outcome.usedUp.whose : undefined;
}

const used = async (who: BudgetHolder): Promise<readonly number[]> =>
  (await budgets.usage(who, { withGuild: true })).budgets
    .filter(({ kind }) => kind === 'characters')
    .map((one) => one.used);

/** Warnings follow in the background. */
const settled = () => vi.advanceTimersByTimeAsync(0);

describe('characters', () => {
  it('count for the person, the guild and the account, and the first that has too little left refuses', {
    meta: { promises: ['persons-servers-accounts-daily'] },
  }, async () => {
    await take(ada, 90);
    expect(await refusedBy(ada, 11)).toBe('person');
    expect(await refusedBy(bob, 61)).toBe('guild');
    await take(bob, 60);
    const elsewhere = { ...bob, userId: 'eve', guildId: 'h' };
    expect(await refusedBy(elsewhere, 51)).toBe('account');
    expect(await used(ada)).toEqual([90, 150]);
  });

  it('are refused with the limit, what is left and when it resets', async () => {
    await take(ada, 90);
    expect(await budgets.take('characters', ada, 11)).toEqual({
      kind: 'used-up',
      usedUp: { kind: 'characters', whose: 'person', limit: 100, left: 10, resetsAtMs: MIDNIGHT },
    });
  });

  it('outside of guilds count for the person and the account only', async () => {
    await take({ ...ada, guildId: undefined }, 90);
    expect(await used(ada)).toEqual([90, 0]);
    expect((await budgets.figures()).characters).toEqual({ used: 90, limit: 200 });
  });

  it('that were never spoken are given back once, to all budgets, on the day they were taken', async () => {
    const charge = await take(ada, 80);
    vi.setSystemTime(MIDNIGHT + 1);
    charge.refund(30);
    charge.refundAll();
    charge.refundAll();
    charge.refund(-5);
    await budgets.close();
    const counters = Object.fromEntries(store.counters);
    expect(new Set(Object.values(counters))).toEqual(new Set([0]));
    expect(Object.keys(counters).every((key) => key.startsWith('2026-11-22'))).toBe(true);
  });

  it('that were given back a moment ago can be used at once', async () => {
    const charge = await take(ada, 80);
    charge.refundAll();
    await take(ada, 80);
    expect(await used(ada)).toEqual([80, 80]);
  });

  it('that are given back in a write that is under way can be used at once', async () => {
    const charge = await take(ada, 80);
    charge.refundAll();
    const add = store.add.bind(store);
    const written = Promise.withResolvers<void>();
    vi.spyOn(store, 'add').mockImplementationOnce(async (...args) => {
      await written.promise;
      return add(...args);
    });
    await vi.advanceTimersByTimeAsync(1_000);
    const taken = take(ada, 80);
    await settled();
    written.resolve();
    await taken;
  });

  it('are available again when the day ends in UTC', async () => {
    await take(ada, 100);
    vi.setSystemTime(MIDNIGHT - 1);
    expect(await refusedBy(ada, 1)).toBe('person');
    vi.setSystemTime(MIDNIGHT);
    await take(ada, 100);
  });

  it('are spoken while the database is away, and counted when it is back', async () => {
    store.failure = unavailable;
    await take(ada, 40);
    await vi.advanceTimersByTimeAsync(5_000);
    store.failure = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await used(ada)).toEqual([40, 40]);
  });

  it('that are spoken while the database is away keep to the limits too, and count until they are written', async () => {
    store.failure = unavailable;
    await take(ada, 90);
    expect(await refusedBy(ada, 11)).toBe('person');
    await take(bob, 60);
    expect(await refusedBy(bob, 1)).toBe('guild');
    store.failure = undefined;
    expect(await budgets.take('characters', ada, 11)).toMatchObject({
      usedUp: { whose: 'person', limit: 100, left: 10 },
    });
  });

  it('of a limit of 0 are refused at once, and without a limit never', async () => {
    budgets = open({ characters: { person: 0, guild: 0, account: 0 } });
    expect(await refusedBy(ada, 1)).toBe('person');
    budgets = open({});
    await take(ada, 1_000_000);
  });
});

describe('the limits of a guild', () => {
  const lower = (lowered: BudgetSettings) => settings.change('g', '1', (all) => ({ ...all, budgets: lowered }));

  it('lower those of the operator at once, for the guild and for each person in it', async () => {
    await take(ada, 20);
    await lower({ characters: 50, charactersPerPerson: 30 });
    expect(await refusedBy(ada, 11)).toBe('member');
    await take(bob, 30);
    expect(await refusedBy({ ...bob, userId: 'eve' }, 1)).toBe('guild');
    const elsewhere = { ...ada, guildId: 'h' };
    await take(elsewhere, 80);
    expect(await refusedBy(elsewhere, 1)).toBe('person');
  });

  it('never raise them', { meta: { promises: ['servers-manager-lower-limits'] } }, async () => {
    await lower({ characters: 1_000, charactersPerPerson: 1_000 });
    await take(ada, 100);
    expect(await refusedBy(ada, 1)).toBe('person');
    expect(await refusedBy(bob, 51)).toBe('guild');
  });
});

describe('at 80 %', () => {
  it('the managers are told once a day, by whichever process finds it, where it happened', async () => {
    const other = open();
    await take(ada, 60);
    await take(bob, 59);
    await settled();
    expect(warnings).toEqual([]);
    await Promise.all([take(bob, 1), other.take('characters', { ...bob, channelId: 'other' }, 1)]);
    await take(bob, 1);
    await settled();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ guildId: 'g', channelId: 'general', kind: 'characters', limit: 150 });
    vi.setSystemTime(MIDNIGHT);
    await take(ada, 100);
    await take(bob, 50);
    await settled();
    expect(warnings).toHaveLength(2);
  });

  it('the managers are told by a later use where they could not be told before', async () => {
    canTell = false;
    await take(ada, 60);
    await take(bob, 60);
    await settled();
    expect(warnings).toHaveLength(1);
    canTell = true;
    await take(bob, 1);
    await settled();
    await take(bob, 1);
    await settled();
    expect(warnings).toHaveLength(2);
  });

  it('of a day that is over when it is written, nobody is told', async () => {
    store.failure = unavailable;
    budgets.captions.count({ guildId: 'g', textChannelId: 'general' }, 9 * 60_000);
    vi.setSystemTime(MIDNIGHT + 1);
    store.failure = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warnings).toEqual([]);
  });

  it('of the account, the operator is told once, and no guild', async () => {
    const people = ['1', '2', '3', '4'].map((id) => ({ ...ada, userId: id, guildId: id }));
    for (const person of people) await take(person, 45);
    await settled();
    expect(warned).toEqual([{ budget: 'characters', used: 180, limit: 200 }]);
    expect(warnings).toEqual([]);
  });

  it('of the voices, the operator is told once', async () => {
    for (const kept of [7, 8, 9]) budgets.noteVoices(kept, 10);
    open().noteVoices(9, 10);
    budgets.noteVoices(1_000, Number.POSITIVE_INFINITY);
    await settled();
    expect(warned).toEqual([{ kept: 8, max: 10 }]);
  });
});

describe('captions', () => {
  const MINUTE = 60_000;
  const where = { guildId: 'g', textChannelId: 'general' };
  let ended: [guildId: string | undefined, whose: string, resetsAtMs: number][];

  beforeEach(() => {
    ended = [];
    budgets.captions.onUsedUp((guildId, { whose, resetsAtMs }) => ended.push([guildId, whose, resetsAtMs]));
  });

  it('are counted without waiting for the database, many clips in one write', {
    meta: { promises: ['counting-captions-never-waits'] },
  }, async () => {
    for (let clip = 0; clip < 500; clip += 1) budgets.captions.count(where, 1_000.4);
    expect(store.writes).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(store.writes).toBe(1);
    expect((await budgets.figures()).captionMinutes.used).toBe(Math.round((500 * 1_001) / MINUTE));
  });

  it('of a guild end when all processes together have used its minutes', async () => {
    const other = open();
    other.captions.count(where, 6 * MINUTE);
    budgets.captions.count(where, 3 * MINUTE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toEqual([]);
    expect(await budgets.captions.usedUp('g')).toBeUndefined();
    budgets.captions.count(where, MINUTE);
    expect(await budgets.captions.usedUp('g')).toEqual({
      ...{ kind: 'captions', whose: 'guild', limit: 10 * MINUTE, left: 0, resetsAtMs: MIDNIGHT },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toEqual([['g', 'guild', MIDNIGHT]]);
    expect(await budgets.captions.usedUp('h')).toBeUndefined();
  });

  it('of all guilds end when the account has used its minutes', async () => {
    budgets.captions.count(where, 8 * MINUTE);
    budgets.captions.count({ ...where, guildId: 'h' }, 7 * MINUTE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toEqual([[undefined, 'account', MIDNIGHT]]);
    expect(await budgets.captions.usedUp('i')).toMatchObject({ whose: 'account' });
  });

  it('continue while the database is away, and lose no count', {
    meta: { promises: ['counting-captions-never-waits'] },
  }, async () => {
    store.failure = unavailable;
    budgets.captions.count(where, 5 * MINUTE);
    await vi.advanceTimersByTimeAsync(10_000);
    budgets.captions.count(where, 5 * MINUTE);
    store.failure = undefined;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ended).toEqual([['g', 'guild', MIDNIGHT]]);
  });

  it('end at the limit while the database is away too', async () => {
    const ended: unknown[] = [];
    budgets.captions.onUsedUp((guildId) => ended.push(guildId));
    store.failure = unavailable;
    for (let minute = 0; minute < 10; minute += 1) {
      budgets.captions.count({ guildId: 'g', textChannelId: 'general' }, 60_000);
      await vi.advanceTimersByTimeAsync(60_000);
    }
    expect(new Set(ended)).toEqual(new Set(['g']));
  });

  it('that are not written yet are written at the close', async () => {
    budgets.captions.count(where, MINUTE);
    await budgets.close();
    expect((await open().figures()).captionMinutes.used).toBe(1);
  });
});
