import { describe, expect, it } from 'vitest';
import type { ConsentChoice, ConsentDecision } from '../../../../src/captions/captions-ports.ts';
import { createKnownDecisions } from '../../../../src/captions/consent/known-decisions.ts';
import { createLogger } from '../../../../src/log/log.ts';
import { FakeDatabase, settle } from '../fakes.ts';

const log = createLogger('silent');
const HERE = 'here';
const THERE = 'there';

/** A database whose answers the test lets through. What they contain is fixed when they are asked for. */
class SlowDatabase extends FakeDatabase {
  readonly reads: { readonly since: number; finish(): void; fail(): void }[] = [];
  readonly writes: { finish(): void; fail(): void }[] = [];

  readonly slow = {
    setConsent: (userId: string, choice: ConsentChoice, atMs: number) => {
      const answer = Promise.withResolvers<readonly ConsentDecision[]>();
      const stored = this.consent.setConsent(userId, choice, atMs);
      this.writes.push({
        finish: () => answer.resolve(stored),
        fail: () => answer.reject(new Error('no answer')),
      });
      return answer.promise;
    },
    changedSince: async (since: number) => {
      const answer = Promise.withResolvers<readonly ConsentDecision[]>();
      const found = await this.consent.changedSince(since);
      const finish = (): void => answer.resolve(found);
      this.reads.push({ since, finish, fail: () => answer.reject(new Error('no database')) });
      return answer.promise;
    },
  };
}

function open(database = new SlowDatabase()) {
  const changes: string[][] = [];
  const decisions = createKnownDecisions(database.slow, (userIds) => changes.push([...userIds]), log);
  /** Starts a read and lets it through. */
  const refresh = async (): Promise<void> => {
    const refreshing = decisions.refresh();
    await settle();
    database.reads.at(-1)?.finish();
    await refreshing;
  };
  return { database, decisions, changes, refresh };
}

describe('after a failover to a server that lacks the last two decisions', () => {
  /** Others decided 100 things before, which are all known here; then come Ada's and Bob's, which the server loses. */
  async function failOver(ada: ConsentChoice, bob: ConsentChoice) {
    const database = new FakeDatabase();
    for (let other = 0; other < 100; other += 1) await database.consent.setConsent(`other-${other}`, 'opted-in', other);
    const before = new FakeDatabase();
    for (let other = 0; other < 100; other += 1) await before.consent.setConsent(`other-${other}`, 'opted-in', other);
    await before.consent.setConsent('ada', ada, 1_000);
    await before.consent.setConsent('bob', bob, 1_001);
    let store = before.consent;
    const changes: string[] = [];
    const through = {
      setConsent: (...args: Parameters<typeof store.setConsent>) => store.setConsent(...args),
      changedSince: (revision: number) => store.changedSince(revision),
    };
    const decisions = createKnownDecisions(through, (userIds) => changes.push(...userIds), log);
    await decisions.refresh();
    changes.length = 0;
    store = database.consent;
    return { database, decisions, changes };
  }

  it('an opt-out that gets a revision which was read before is read', {
    meta: { promises: ['after-failover-every-decision'] },
  }, async () => {
    const { database, decisions, changes } = await failOver('opted-in', 'opted-in');
    // In another process, on the new server.
    await database.consent.setConsent('carol', 'opted-out', 2_000);
    await decisions.refresh();
    expect(decisions.of('carol', HERE)).toBeUndefined();
    await decisions.readAgain();
    expect(decisions.of('carol', HERE)).toBe('opted-out');
    expect(changes).toContain('carol');
  });

  it('opt-ins that are lost no longer count, and opt-outs that are lost are stored again', {
    meta: { promises: ['after-failover-every-decision'] },
  }, async () => {
    const { database, decisions, changes } = await failOver('opted-in', 'opted-out');
    await decisions.readAgain();
    expect(decisions.of('ada', HERE)).toBeUndefined();
    expect(decisions.of('bob', HERE)).toBe('opted-out');
    await settle();
    expect(await database.consent.decisionsOf('bob')).toMatchObject([{ consent: 'opted-out', decidedAtMs: 1_001 }]);
    expect(await database.consent.decisionsOf('ada')).toEqual([]);
    expect(changes).toContain('ada');
  });

  it('an opt-out that is lost gives way to what the person decided since', async () => {
    const { database, decisions } = await failOver('opted-in', 'opted-out');
    await database.consent.setConsent('bob', 'opted-in', 3_000);
    await decisions.readAgain();
    await settle();
    expect(decisions.of('bob', HERE)).toBe('opted-in');
  });

  it('later decisions are read as before', async () => {
    const { database, decisions } = await failOver('opted-in', 'opted-in');
    await decisions.readAgain();
    await database.consent.setConsent('dora', 'opted-out', 4_000);
    await decisions.refresh();
    expect(decisions.of('dora', HERE)).toBe('opted-out');
  });
});

describe('the known decisions', () => {
  it('are those of the store, read once', async () => {
    const { database, decisions } = open();
    await database.consent.setConsent('ada', 'opted-out', 1);
    const loading = [decisions.load(), decisions.load()];
    await settle();
    database.reads[0]?.finish();
    await Promise.all(loading);
    expect(database.reads).toHaveLength(1);
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    expect(decisions.of('bob', HERE)).toBeUndefined();
  });

  it('are never undone by a read that began before an opt-out was written and ends after it', {
    meta: { promises: ['read-began-before-opt'] },
  }, async () => {
    const { database, decisions, changes } = open();
    await database.consent.setConsent('ada', 'opted-in', 1);
    const reading = decisions.refresh();
    await settle();
    const deciding = decisions.decide('ada', 'opted-out', 2);
    await settle();
    database.writes[0]?.finish();
    await deciding;
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    database.reads[0]?.finish();
    await reading;
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    expect(changes).toEqual([]);
  });

  it('are never undone by two reads that overlap an opt-out that is being written', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('ada', 'opted-in', 1);
    const reading = decisions.refresh();
    await settle();
    const deciding = decisions.decide('ada', 'opted-out', 2);
    await settle();
    database.reads[0]?.finish();
    await reading;
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    await refresh();
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    database.writes[0]?.finish();
    await deciding;
    expect(decisions.of('ada', HERE)).toBe('opted-out');
  });

  it('count an opt-out at once, and an opt-in only when it is stored', async () => {
    const { database, decisions } = open();
    const out = decisions.decide('ada', 'opted-out', 1);
    const into = decisions.decide('bob', 'opted-in', 1);
    expect([decisions.of('ada', HERE), decisions.of('bob', HERE)]).toEqual(['opted-out', undefined]);
    for (const write of database.writes) write.finish();
    await Promise.all([out, into]);
    expect([decisions.of('ada', HERE), decisions.of('bob', HERE)]).toEqual(['opted-out', 'opted-in']);
  });

  it('keep an opt-out that could not be stored, until a later decision is', async () => {
    const { database, decisions, refresh } = open();
    const failing = decisions.decide('ada', 'opted-out', 1);
    database.decisions = [];
    database.writes[0]?.fail();
    await expect(failing).rejects.toThrow('no answer');
    await refresh();
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    const later = decisions.decide('ada', 'opted-in', 2);
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    database.writes[1]?.finish();
    await later;
    expect(decisions.of('ada', HERE)).toBe('opted-in');
  });

  it('follow the order of the database where answers arrive in another one', async () => {
    const { database, decisions } = open();
    const first = decisions.decide('ada', 'opted-out', 9_000);
    const second = decisions.decide('ada', 'opted-in', 1);
    database.writes[1]?.finish();
    await second;
    expect(decisions.of('ada', HERE)).toBe('opted-out');
    database.writes[0]?.finish();
    await first;
    expect(decisions.of('ada', HERE)).toBe('opted-in');
  });

  it('follow the later decision of two processes, however far their clocks are apart', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('ada', 'opted-in', 9_000_000);
    await refresh();
    await database.consent.setConsent('ada', 'opted-out', 1);
    await refresh();
    expect(decisions.of('ada', HERE)).toBe('opted-out');
  });

  it('are read only from the last revision on, and only new ones are reported', async () => {
    const { database, changes, refresh } = open();
    await database.consent.setConsent('ada', 'opted-out', 1);
    await refresh();
    await database.consent.setConsent('bob', 'opted-in', 1);
    await refresh();
    await refresh();
    expect(database.reads.map(({ since }) => since)).toEqual([0, 1, 2]);
    expect(changes).toEqual([['ada'], ['bob']]);
  });

  it('miss nothing that was written before an own decision', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('bob', 'opted-out', 1);
    const deciding = decisions.decide('ada', 'opted-out', 1);
    database.writes[0]?.finish();
    await deciding;
    await refresh();
    expect(decisions.of('bob', HERE)).toBe('opted-out');
  });

  it('are read again when that is asked for during a read, which may have missed something', async () => {
    const { database, decisions } = open();
    const refreshing = [decisions.refresh(), decisions.refresh(), decisions.refresh()];
    await settle();
    expect(database.reads).toHaveLength(1);
    await database.consent.setConsent('ada', 'opted-out', 1);
    database.reads[0]?.finish();
    await settle();
    expect(database.reads).toHaveLength(2);
    database.reads[1]?.finish();
    await Promise.all(refreshing);
    expect(decisions.of('ada', HERE)).toBe('opted-out');
  });

  it('hold an opt-in for one guild there only, and lift an earlier opt-out for it', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('ada', 'opted-out', 1);
    await database.consent.setConsent('ada', { guildId: HERE }, 2);
    await refresh();
    expect([decisions.of('ada', HERE), decisions.of('ada', THERE)]).toEqual(['opted-in', 'opted-out']);
  });

  it('drop every opt-in for one guild after a later opt-out', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('ada', { guildId: HERE }, 1);
    await database.consent.setConsent('ada', { guildId: THERE }, 2);
    await refresh();
    expect(decisions.of('ada', THERE)).toBe('opted-in');
    await database.consent.setConsent('ada', 'opted-out', 3);
    await refresh();
    expect([decisions.of('ada', HERE), decisions.of('ada', THERE)]).toEqual(['opted-out', 'opted-out']);
  });

  it('limit an opt-in everywhere to one guild', async () => {
    const { database, decisions, refresh } = open();
    await database.consent.setConsent('ada', 'opted-in', 1);
    await refresh();
    expect(decisions.of('ada', THERE)).toBe('opted-in');
    await database.consent.setConsent('ada', { guildId: HERE, elsewhere: 'undecided' }, 2);
    await refresh();
    expect([decisions.of('ada', HERE), decisions.of('ada', THERE)]).toEqual(['opted-in', undefined]);
  });

  it('are loaded again after a failure, and survive a store that fails later', async () => {
    const { database, decisions, changes } = open();
    const failing = decisions.load();
    await settle();
    database.reads[0]?.fail();
    await expect(failing).rejects.toThrow('no database');
    await database.consent.setConsent('ada', 'opted-in', 1);
    const loading = decisions.load();
    await settle();
    database.reads[1]?.finish();
    await loading;
    const refreshing = decisions.refresh();
    await settle();
    database.reads[2]?.fail();
    await refreshing;
    expect(decisions.of('ada', HERE)).toBe('opted-in');
    expect(changes).toEqual([]);
  });
});
