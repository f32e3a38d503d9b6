import { expect, it } from 'vitest';
import type { Tombstone, TombstoneStore } from '../../../../src/captions/captions-ports.ts';
import { KnownTombstones } from '../../../../src/captions/erasure/known-tombstones.ts';

/** A store whose tombstones a failover can lose. */
class LosingStore implements TombstoneStore {
  tombstones: Tombstone[] = [];

  bury = async (userId: string, untilMs: number): Promise<void> => {
    const revision = Math.max(0, ...this.tombstones.map((each) => each.revision)) + 1;
    this.tombstones = [...this.tombstones.filter((each) => each.userId !== userId), { userId, untilMs, revision }];
  };

  after = async (revision: number): Promise<readonly Tombstone[]> =>
    this.tombstones.filter((each) => each.revision > revision);

  removeSpent = async (): Promise<void> => undefined;
}

it('after a failover, an erasure with a revision that was read before is applied, and one that was lost is stored again', async () => {
  const store = new LosingStore();
  const applied: string[] = [];
  const known = new KnownTombstones({
    store,
    apply: async (tombstones) => void applied.push(...tombstones.map(({ userId }) => userId)),
  });
  await store.bury('ada', 1_000);
  await store.bury('bob', 2_000);
  await known.refresh();
  store.tombstones = store.tombstones.filter(({ userId }) => userId === 'ada');
  await store.bury('carol', 3_000);
  await known.refresh();
  expect(known.covers('carol', 2_500)).toBe(false);
  known.doubt();
  await known.refresh();
  expect(known.covers('carol', 2_500)).toBe(true);
  expect(applied).toEqual(['ada', 'bob', 'carol']);
  expect(store.tombstones.map(({ userId }) => userId)).toContain('bob');
  expect(known.covers('bob', 1_500)).toBe(true);
});
